package server

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/fault"
)

// door lets in who knows the token, and nobody whom another page sent.
//
// Any program and any web page on this machine can reach a loopback port. A page of another site is held off by the Host header (its own
// name leads here after DNS rebinding), by Origin, and by a cookie that browsers send along with requests of this site only. A program of
// another person on this machine is held off by what pass says.
type door struct {
	passes     *passes
	invitation invitation
	next       http.Handler
}

// refused is why a request was not let in, in a plain sentence.
const (
	refusedHost   = "This address is not served here. Open the one that `rabbithole serve` printed."
	refusedOrigin = "Another web page asked for this. Only Rabbithole's own page may."
	refusedToken  = "This address needs its token. Open the whole address that `rabbithole serve` printed, or send the token as a bearer token."
)

// ServeHTTP passes a request on or refuses it.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	guardHeaders(w.Header())
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(strangersTime)) // what cannot have one has no slow sender either
	p := d.passes.current()
	bears, right := p.bears(r)
	switch token := r.URL.Query().Get("token"); {
	case !ownHost(r):
		refuse(w, r, refusedHost)
	case !ownOrigin(r):
		refuse(w, r, refusedOrigin)
	case r.Method == http.MethodGet && isProgramCode(belowPage(r.URL.Path)):
		r = r.Clone(r.Context())
		r.URL.Path = belowPage(r.URL.Path)
		d.next.ServeHTTP(w, r)
	case r.Method == http.MethodPost && r.URL.Path == provePath:
		p.prove(w, r)
	case r.Method == http.MethodPost && r.URL.Path == enterPath:
		p.enter(w, r)
	case r.URL.Path == searchPath && same(token, p.token): // a socket follows no redirect
		d.pass(w, r, p)
	case r.Method == http.MethodGet && token != "" && (same(token, p.token) || same(token, p.code) ||
		d.invitation.take(token, r.RemoteAddr, ownAddress(r))):
		p.admit(w, r)
	case right:
		d.pass(w, r, p)
	case !bears && p.within(r):
		http.StripPrefix(strings.TrimSuffix(p.path, "/"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			d.pass(w, r, p)
		})).ServeHTTP(w, r)
	default:
		refuse(w, r, refusedToken)
	}
}

// strangersTime is how long a client that was not let in may take to send what comes behind the header of its request.
const strangersTime = 10 * time.Second

// pass hands a request on. It ends when the token is renewed, however long it would have gone on; a body that arrives whole only after
// that is not taken.
func (d *door) pass(w http.ResponseWriter, r *http.Request, p *pass) {
	letIn(r.Context())
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // what is passed on has limits of its own
	ctx, end := context.WithCancel(r.Context())
	defer end()
	defer context.AfterFunc(p.ctx, end)()
	r.Body = passedBody{r.Body, func() bool { return p.ctx.Err() == nil && d.passes.current() == p }}
	d.next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, passKey{}, p)))
}

// passedBody is the body of a request that was let in.
type passedBody struct {
	io.ReadCloser
	valid func() bool // the request would still be let in
}

// Read reads on while the request would still be let in.
func (b passedBody) Read(data []byte) (int, error) {
	n, err := b.ReadCloser.Read(data)
	if !b.valid() {
		return 0, fault.New("read the request", fault.Denied, refusedToken, errors.New("the token was renewed"))
	}
	return n, err
}

// passKey is under what a request's context holds the pass that let it in.
type passKey struct{}

// policy is what pages served here may do: nothing from elsewhere.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
	"font-src 'self' data:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func guardHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// ownHost reports whether the request names the address it came in at.
func ownHost(r *http.Request) bool {
	host, port, err := net.SplitHostPort(r.Host)
	return err == nil && slices.Contains([]string{"127.0.0.1", "localhost"}, host) && port == ownPort(r)
}

// ownPort is the port that the request came in at.
func ownPort(r *http.Request) string {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return ""
	}
	_, port, _ := net.SplitHostPort(addr.String())
	return port
}

// ownOrigin reports whether no page, or a page from here, sent the request. Another port of this machine is the same site to a browser,
// so the cookie alone does not tell.
func ownOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host
}

// admit gives the browser its cookie and takes the token out of the address.
func (p *pass) admit(w http.ResponseWriter, r *http.Request) {
	p.setCookie(w)
	query := r.URL.Query()
	query.Del("token")
	clean := url.URL{Path: p.path + strings.TrimLeft(r.URL.Path, "/"), RawQuery: query.Encode()}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, clean.String(), http.StatusSeeOther)
}

// refuse answers 403: to programs as JSON, to people as a sentence. The connection ends with it.
func refuse(w http.ResponseWriter, r *http.Request, sentence string) {
	w.Header().Set("Connection", "close")
	path := belowPage(r.URL.Path)
	if slices.ContainsFunc(forPrograms, func(of string) bool { return strings.HasPrefix(path, of) }) {
		failWith(w, http.StatusForbidden, problem{Message: sentence, Kind: string(fault.Denied)})
		return
	}
	http.Error(w, sentence, http.StatusForbidden)
}

// ownAddress is this end of the connection that a request came over.
func ownAddress(r *http.Request) string {
	if at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return at.String()
	}
	return ""
}
