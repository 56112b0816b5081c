package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"rabbithole/backend/egress/internal/wire"
	"rabbithole/backend/fault"
)

// Purpose is why a request is sent: it stands in the log and decides which rules apply.
type Purpose string

// The purposes of requests. Search talks to the service that the person chose, by its rules; Read opens pages, which asks their robots.txt.
const (
	Search Purpose = "search"
	Read   Purpose = "read"
	Robots Purpose = "robots" // of requests that Read needs
	Model  Purpose = "model"  // of a Gate: Ollama, for whatever it is asked
)

// Wire is the network below the guard. Its zero value is the real network, and only egresstest, for tests, can make another.
type Wire = wire.Wire

// Web is the way of one run to the web, as far as its Policy allows. Its methods may be called concurrently.
type Web struct {
	policy  Policy
	limits  Limits
	run     string
	agent   string
	wire    Wire
	now     func() time.Time
	began   func() error
	log     *ring
	account *account
	turns   *turns
	rules   *rules
	guarded *http.Transport // to public hosts
	private *http.Transport // to the search endpoint; connections of the two are never mixed
}

// WebOptions of a Web; the zero value works.
type WebOptions struct {
	Run     string // which run, in the log
	Version string // of the program, in the user agent
	Limits  Limits
	Before  []Connection // of the same run in earlier processes: they count against its limits
	// told of every request that stands in the log and is about to be sent; an error keeps it from being sent
	Began   func() error
	LogSize int                                        // requests remembered; 1000 when 0
	Now     func() time.Time                           // time.Now when nil
	Sleep   func(context.Context, time.Duration) error // waits for a polite moment; in real time when nil
	Wire    Wire                                       // the zero value outside of tests
}

// NewWeb returns the way to the web of one run.
func NewWeb(policy Policy, opts WebOptions) *Web {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Sleep == nil {
		opts.Sleep = sleep
	}
	if opts.Began == nil {
		opts.Began = func() error { return nil }
	}
	if opts.LogSize <= 0 {
		opts.LogSize = 1000
	}
	if opts.Version == "" {
		opts.Version = "0"
	}
	limits := opts.Limits.withDefaults()
	w := &Web{
		policy: policy, limits: limits, run: opts.Run, wire: opts.Wire, now: opts.Now, began: opts.Began,
		agent:   "Rabbithole/" + opts.Version + " (+local research tool)",
		log:     &ring{now: opts.Now, size: opts.LogSize},
		account: &account{limits: limits, now: opts.Now},
		turns:   &turns{now: opts.Now, sleep: opts.Sleep, gap: limits.Gap, hosts: map[string]*turn{}},
		rules:   &rules{sites: map[string]*site{}},
	}
	w.account.took(opts.Before)
	w.guarded = w.transport(guard{wire: opts.Wire, rooted: ".", judge: publicOnly(neighbourhood())})
	w.private = w.transport(guard{wire: opts.Wire, judge: endpointOnly(policy.endpoint)})
	return w
}

func (w *Web) transport(g guard) *http.Transport {
	return &http.Transport{
		Proxy:                  nil, // an environment proxy would see everything, and connect where the guard cannot look
		DialContext:            g.dial,
		TLSClientConfig:        &tls.Config{RootCAs: w.wire.Roots()},
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // bodies are unpacked here, counting
		MaxIdleConns:           16,
		MaxIdleConnsPerHost:    1,
		IdleConnTimeout:        30 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: w.limits.Header,
	}
}

// For returns what sends requests for a purpose: Search or Read.
func (w *Web) For(purpose Purpose) *Fetcher { return &Fetcher{web: w, purpose: purpose} }

// Allows says why the policy does not let a page be read, nil when it does: for who has the page already.
func (w *Web) Allows(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fault.New("open the page", fault.Denied, ordinaryHint, errors.New("refused: it has no valid address"))
	}
	_, err = w.policy.aim(u, Read, nil)
	return err
}

// Connections returns every request that was sent or refused, oldest first, at most LogSize of them.
func (w *Web) Connections() []Connection { return w.log.entries() }

// Close closes idle connections.
func (w *Web) Close() {
	w.guarded.CloseIdleConnections()
	w.private.CloseIdleConnections()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// neighbourhood returns the networks that this computer is part of. Where the system does not say, private ranges are refused all the same.
func neighbourhood() []netip.Prefix {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	return ownNetworks(addrs)
}
