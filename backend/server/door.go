package server

import (
	"crypto/subtle"
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
// name leads here after DNS rebinding), by Origin, and by a cookie that browsers send along with requests of this site only.
type door struct {
	token      string
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
	switch {
	case !ownHost(r):
		refuse(w, r, refusedHost)
	case !ownOrigin(r):
		refuse(w, r, refusedOrigin)
	case r.URL.Path == searchPath && d.is(r.URL.Query().Get("token")): // a socket follows no redirect
		d.next.ServeHTTP(w, r)
	case r.Method == http.MethodGet && d.invites(r.URL.Query().Get("token")):
		d.admit(w, r)
	case !d.knows(r):
		refuse(w, r, refusedToken)
	default:
		d.next.ServeHTTP(w, r)
	}
}

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

// is compares without telling by its time how much was right.
func (d *door) is(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(d.token)) == 1
}

// invites reports whether what stands in an address lets in: the token, or the invitation.
func (d *door) invites(token string) bool { return d.is(token) || d.invitation.take(token) }

// cookieName differs from port to port: cookies do not.
func cookieName(r *http.Request) string { return "rabbithole-" + ownPort(r) }

func (d *door) knows(r *http.Request) bool {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return d.is(bearer)
	}
	cookie, err := r.Cookie(cookieName(r))
	return err == nil && d.is(cookie.Value)
}

// admit gives the browser its cookie and takes the token out of the address.
func (d *door) admit(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: d.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int((30 * 24 * time.Hour).Seconds())})
	query := r.URL.Query()
	query.Del("token")
	clean := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/"), RawQuery: query.Encode()} // "//elsewhere" is another host to a browser
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, clean.String(), http.StatusSeeOther)
}

// refuse answers 403: to programs as JSON, to people as a sentence.
func refuse(w http.ResponseWriter, r *http.Request, sentence string) {
	if slices.ContainsFunc(forPrograms, func(of string) bool { return strings.HasPrefix(r.URL.Path, of) }) {
		failWith(w, http.StatusForbidden, problem{Message: sentence, Kind: string(fault.Denied)})
		return
	}
	http.Error(w, sentence, http.StatusForbidden)
}
