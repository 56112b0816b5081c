package server

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
)

// pass is what lets in while the library's token stays what it is and the program runs. Everything but the token is made anew at every
// start, so that whoever listens at the same port later can do nothing with it.
//
// Browsers send a cookie to every port of a computer. This one is therefore bound to a path that nobody else knows, under which the page
// and everything it asks for is served.
type pass struct {
	token  string
	path   string // where the page is: "/s/.../"
	cookie string
	code   string // stands in the printed address
	signer []byte // of challenges

	ctx context.Context // ends when the token is renewed
	end context.CancelFunc
}

// passes makes a new pass whenever the token was renewed.
type passes struct {
	token func() string
	start []byte // the secret of this start

	mu  sync.Mutex
	now *pass
}

func newPasses(token func() string) *passes {
	return &passes{token: token, start: []byte(rand.Text())}
}

// current returns the pass of today's token. The one before, if any, ends.
func (p *passes) current() *pass {
	token := p.token()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil && p.now.token == token {
		return p.now
	}
	if p.now != nil {
		p.now.end()
	}
	derived := func(what string) string { return sign(p.start, what, token) }
	p.now = &pass{token: token, path: "/s/" + derived("path") + "/", cookie: derived("cookie"), code: derived("code"),
		signer: []byte(derived("signer"))}
	p.now.ctx, p.now.end = context.WithCancel(context.Background())
	return p.now
}

// bears reports whether the request carries the token itself, as programs do. Asked is false where it carries none.
func (p *pass) bears(r *http.Request) (asked, right bool) {
	bearer, asked := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return asked, asked && same(bearer, p.token)
}

// within reports whether the request comes from the page: it knows the path, and its browser has the cookie.
func (p *pass) within(r *http.Request) bool {
	path := r.URL.Path
	cookie, err := r.Cookie(cookieName)
	return err == nil && same(path[:len(path)-len(belowPage(path))+1], p.path) && same(cookie.Value, p.cookie)
}

// belowPage returns "/and/so/on" of "/s/x/and/so/on", and any other path as it is.
func belowPage(path string) string {
	rest, below := strings.CutPrefix(path, "/s/")
	if at := strings.IndexByte(rest, '/'); below && at >= 0 {
		return rest[at:]
	}
	return path
}

const cookieName = "rabbithole"

// setCookie gives a browser its cookie. It lasts as long as the browser does.
func (p *pass) setCookie(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: p.cookie, Path: p.path, HttpOnly: true, SameSite: http.SameSiteStrictMode})
}

// sign returns the HMAC-SHA256 of the parts under a key, as text that may stand in an address.
func sign(key []byte, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(parts, "\n")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// same compares without telling by its time how much was right.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
