package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"rabbithole/backend/fault"
)

// Gate dials under one policy and remembers what it dialled.
type Gate struct {
	policy    Policy
	timeout   time.Duration
	log       *ring
	transport *http.Transport
}

// Options of a Gate; the zero value works.
type Options struct {
	Now         func() time.Time // the clock of the log; time.Now when nil
	LogSize     int              // connections remembered; 1000 when 0
	DialTimeout time.Duration    // limit for resolving and connecting; 10 s when 0
}

// New returns a gate under policy.
func New(policy Policy, opts Options) *Gate {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.LogSize <= 0 {
		opts.LogSize = 1000
	}
	if opts.DialTimeout <= 0 {
		opts.DialTimeout = 10 * time.Second
	}
	g := &Gate{policy: policy, timeout: opts.DialTimeout, log: &ring{now: opts.Now, size: opts.LogSize}}
	g.transport = &http.Transport{
		Proxy:               nil, // an environment proxy would see everything that is said
		DialContext:         g.dial,
		MaxIdleConnsPerHost: 4,
		IdleConnTimeout:     30 * time.Second,
		TLSHandshakeTimeout: opts.DialTimeout,
	}
	return g
}

// Client returns an http client that can only go where the policy allows. It has no overall time limit, because a model may write
// for minutes; callers bound their requests by context. A refused connection is a fault of kind Denied.
func (g *Gate) Client() *http.Client {
	return &http.Client{Transport: g.transport, CheckRedirect: sameHost}
}

// Connections returns what was dialled or refused, oldest first, at most LogSize entries.
func (g *Gate) Connections() []Connection { return g.log.entries() }

// Close closes idle connections.
func (g *Gate) Close() { g.transport.CloseIdleConnections() }

func (g *Gate) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", address, err)
	}
	entry := g.log.append(Connection{Host: address, Purpose: Model})
	if err := g.policy.admit(host, port); err != nil {
		entry.refuse(err)
		return nil, err
	}
	dialer := net.Dialer{Timeout: g.timeout, Control: func(_, resolved string, _ syscall.RawConn) error {
		return g.control(entry, host, port, resolved)
	}}
	conn, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		entry.fail(err)
		return nil, err
	}
	entry.open(conn.RemoteAddr().String())
	return &countedConn{Conn: conn, entry: entry}, nil
}

// control runs after DNS and before connect, once per address that the name resolved to.
func (g *Gate) control(entry *entry, host, port, resolved string) error {
	addr, err := netip.ParseAddrPort(resolved)
	if err != nil {
		return fmt.Errorf("dial %s: %w", resolved, err)
	}
	if err := g.policy.connect(host, port, addr.Addr()); err != nil {
		entry.refuse(err)
		return err
	}
	return nil
}

func sameHost(next *http.Request, via []*http.Request) error {
	if next.URL.Host != via[0].URL.Host {
		return fault.New("follow a redirect to "+next.URL.Host, fault.Denied,
			via[0].URL.Host+" answered with a redirect to another host. Check that OLLAMA_HOST points at Ollama itself.", nil)
	}
	if len(via) >= 5 {
		return errors.New("more than 5 redirects")
	}
	return nil
}
