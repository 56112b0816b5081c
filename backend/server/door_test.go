package server

import (
	"net/http"
	"net/http/cookiejar"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestDoor_LetsInWhoKnowsTheTokenAndNobodyElse(t *testing.T) {
	s := open(t, t.TempDir())
	host := strings.TrimPrefix(s.url, "http://")
	port := host[strings.Index(host, ":"):]
	cookie := func(value string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Del("Authorization")
			r.AddCookie(&http.Cookie{Name: cookieName, Value: value})
		}
	}
	page, own := s.page(), cookie(s.door.passes.current().cookie)
	named := func(host string) func(*http.Request) { return func(r *http.Request) { r.Host = host } }
	anonymous := func(r *http.Request) { r.Header.Del("Authorization") }
	socket := []func(*http.Request){header("Connection", "Upgrade"), header("Upgrade", "websocket"), header("Sec-WebSocket-Version", "13"),
		header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")}
	with := func(changes ...func(*http.Request)) []func(*http.Request) { return append(socket, changes...) }
	navigation := []func(*http.Request){header("Sec-Fetch-Site", "same-site"), header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "document")}

	cases := []struct {
		name, method, path string
		change             []func(*http.Request)
		status             int
		says               string
	}{
		{"bearer", "GET", "/", nil, 200, "<title>Rabbithole"},
		{"cookie", "GET", page, []func(*http.Request){own}, 200, "<title>Rabbithole"},
		{"cookie, API", "GET", page + "api/status", []func(*http.Request){own}, 200, "{"},
		{"cookie outside of the page", "GET", "/api/status", []func(*http.Request){own}, 403, `"kind":"denied"`},
		{"the token as a cookie", "GET", page, []func(*http.Request){cookie(token)}, 403, "needs its token"},
		{"cookie of another page", "GET", "/s/nonsense/", []func(*http.Request){own}, 403, "needs its token"},
		{"the page without its cookie, API", "GET", page + "api/status", []func(*http.Request){anonymous}, 403, `"kind":"denied"`},
		{"the program's own code for a page that stayed open", "GET", "/s/earlier/assets/index-1.js", []func(*http.Request){anonymous}, 200, "console.log"},
		{"more below an earlier page", "GET", "/s/earlier/assets/../api/status", []func(*http.Request){anonymous}, 403, "needs its token"},
		{"another script below an earlier page", "GET", "/s/earlier/bridge.js", []func(*http.Request){anonymous}, 403, "needs its token"},
		{"the program's own code", "GET", "/assets/index-1.js", []func(*http.Request){anonymous}, 200, "console.log"},
		{"the program's own code for another site", "GET", "/assets/index-1.js", []func(*http.Request){anonymous, header("Sec-Fetch-Site", "cross-site")}, 403, refusedOrigin},
		{"code in the address", "GET", "/?token=" + s.Code(), []func(*http.Request){anonymous}, 303, ""},
		{"code as a bearer", "GET", "/", []func(*http.Request){header("Authorization", "Bearer "+s.Code())}, 403, "needs its token"},
		{"nothing", "GET", "/", []func(*http.Request){anonymous}, 403, "needs its token"},
		{"nothing, script", "GET", "/bridge.js", []func(*http.Request){anonymous}, 403, "needs its token"},
		{"nothing, API", "GET", "/api/status", []func(*http.Request){anonymous}, 403, `"kind":"denied"`},
		{"wrong bearer", "GET", "/", []func(*http.Request){header("Authorization", "Bearer nonsense")}, 403, "needs its token"},
		{"empty bearer", "GET", "/", []func(*http.Request){header("Authorization", "Bearer ")}, 403, "needs its token"},
		{"wrong bearer beside the cookie", "GET", page, []func(*http.Request){own, header("Authorization", "Bearer no")}, 403, "needs its token"},
		{"wrong cookie", "GET", page, []func(*http.Request){cookie("nonsense")}, 403, "needs its token"},
		{"wrong token in the address", "GET", "/?token=nonsense", []func(*http.Request){anonymous}, 403, "needs its token"},
		{"token in the address", "GET", "/?token=" + token, []func(*http.Request){anonymous}, 303, ""},
		{"token in the address of a change", "DELETE", "/api/sessions/x?token=" + token, []func(*http.Request){anonymous}, 403, "needs its token"},
		{"localhost", "GET", "/api/status", []func(*http.Request){named("localhost" + port)}, 200, "{"},
		{"foreign host", "GET", "/api/status", []func(*http.Request){named("example.com" + port)}, 403, refusedHost},
		{"foreign host without port", "GET", "/api/status", []func(*http.Request){named("example.com")}, 403, refusedHost},
		{"foreign port", "GET", "/api/status", []func(*http.Request){named("127.0.0.1:1")}, 403, refusedHost},
		{"host that begins well", "GET", "/api/status", []func(*http.Request){named("127.0.0.1.example.com" + port)}, 403, refusedHost},
		{"foreign host with the token", "GET", "/?token=" + token, []func(*http.Request){anonymous, named("example.com" + port)}, 403, refusedHost},
		{"own origin", "DELETE", "/api/sessions/x", []func(*http.Request){header("Origin", s.url)}, 404, "not_found"},
		{"foreign origin", "DELETE", "/api/sessions/x", []func(*http.Request){header("Origin", "http://example.com")}, 403, refusedOrigin},
		{"origin of another port", "DELETE", "/api/sessions/x", []func(*http.Request){header("Origin", "http://127.0.0.1:1")}, 403, refusedOrigin},
		{"no origin to speak of", "DELETE", "/api/sessions/x", []func(*http.Request){header("Origin", "null")}, 403, refusedOrigin},
		{"another port's page", "GET", page + "api/status", []func(*http.Request){own, header("Sec-Fetch-Site", "same-site")}, 403, refusedOrigin},
		{"another site's page", "GET", page + "api/status", []func(*http.Request){own, header("Sec-Fetch-Site", "cross-site")}, 403, refusedOrigin},
		{"a link of another port's page", "GET", page, append(navigation, own), 200, "<title>Rabbithole"},
		{"a form of another port's page", "POST", page + "api/runs", append(navigation, own), 403, refusedOrigin},
		{"socket", "GET", "/bridge/socket", with(header("Origin", s.url)), 101, ""},
		{"socket of a program", "GET", "/bridge/socket", with(), 101, ""},
		{"socket without a token", "GET", "/bridge/socket", with(anonymous), 403, "needs its token"},
		{"socket of the page", "GET", page + "bridge/socket", with(own, header("Origin", s.url)), 101, ""},
		{"socket of another port's page", "GET", page + "bridge/socket", with(own, header("Origin", "http://127.0.0.1:1")), 403, refusedOrigin},
		{"socket under a foreign name", "GET", page + "bridge/socket", with(own, named("example.com"+port)), 403, refusedHost},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			resp := s.request(t, c.method, c.path, nil, c.change...)
			if resp.StatusCode != c.status {
				t.Errorf("status %d, want %d", resp.StatusCode, c.status)
			}
			if c.says != "" && !strings.Contains(text(t, resp), c.says) {
				t.Errorf("it does not say %q", c.says)
			}
			if policy := resp.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self' ") || !strings.Contains(policy, "'wasm-unsafe-eval';") {
				t.Errorf("policy %q", policy)
			}
		})
	}
}

func TestDoor_TurnsTheTokenIntoACookieThatScriptsCannotRead(t *testing.T) {
	s := open(t, t.TempDir())
	page := s.page()
	for path, want := range map[string]string{"/?token=" + token: page, "//example.com/x?token=" + token + "&a=b": page + "example.com/x?a=b"} {
		resp := s.request(t, "GET", path, nil, func(r *http.Request) { r.Header.Del("Authorization") })
		if got := resp.Header.Get("Location"); got != want {
			t.Errorf("%s leads to %q, want %q", path, got, want)
		}
		cookies := resp.Cookies()
		if len(cookies) != 1 || cookies[0].Value == token || cookies[0].Path != page || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
			t.Errorf("%s gives %v", path, cookies)
		}
	}
}

func TestInvite_LetsOneBrowserInOnce(t *testing.T) {
	s := open(t, t.TempDir())
	visit := func(code, host string) *http.Response {
		return s.request(t, "GET", "/?token="+code, nil, func(r *http.Request) {
			r.Header.Del("Authorization")
			if host != "" {
				r.Host = host
			}
		})
	}
	for _, code := range []string{"", "nonsense"} {
		if resp := visit(code, ""); resp.StatusCode != 403 {
			t.Errorf("before anybody is invited %q is answered with %s", code, resp.Status)
		}
	}
	old, code := s.Invite(), s.Invite()
	if resp := visit(old, ""); old == code || resp.StatusCode != 403 {
		t.Errorf("an older invitation is answered with %s", resp.Status)
	}
	if resp := visit(code, "example.com"); resp.StatusCode != 403 {
		t.Errorf("under another name: %s", resp.Status)
	}
	if resp := s.request(t, "GET", "/", nil, header("Authorization", "Bearer "+code)); resp.StatusCode != 403 {
		t.Errorf("as a bearer token: %s", resp.Status)
	}
	if resp := visit(code, ""); resp.StatusCode != 303 || len(resp.Cookies()) != 1 {
		t.Errorf("invited: %s, %v", resp.Status, resp.Cookies())
	}
	if resp := visit(code, ""); resp.StatusCode != 403 {
		t.Errorf("a second time: %s", resp.Status)
	}
	late := s.Invite()
	s.door.invitation.mu.Lock()
	s.door.invitation.ends = time.Now().Add(-time.Second)
	s.door.invitation.mu.Unlock()
	if resp := visit(late, ""); resp.StatusCode != 403 {
		t.Errorf("too late: %s", resp.Status)
	}
}

func TestListen_OnLoopbackAndAFreePort(t *testing.T) {
	first, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := Listen(0) // whoever has the usual port
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	for _, l := range []string{first.Addr().String(), second.Addr().String()} {
		if !strings.HasPrefix(l, "127.0.0.1:") {
			t.Errorf("listens on %s", l)
		}
	}
	taken := first.Addr().String()
	if _, err := Listen(portOf(t, taken)); err == nil {
		t.Errorf("two listen on %s", taken)
	}
}

func TestToken_IsKeptAndNobodyElseReadsIt(t *testing.T) {
	folder := t.TempDir()
	one, err := Token(folder)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Token(folder)
	if err != nil || one != two || len(one) < 26 {
		t.Errorf("%q, then %q (%v)", one, two, err)
	}
	other, err := Token(t.TempDir())
	if err != nil || other == one {
		t.Errorf("two libraries share the token %q (%v)", one, err)
	}
	privateFile(t, folder+"/"+tokenName)

	if runtime.GOOS == "windows" {
		return
	}
	if err := os.Chmod(folder+"/"+tokenName, 0o644); err != nil { // copied, or restored from elsewhere
		t.Fatal(err)
	}
	three, err := Token(folder)
	if err != nil || three == one {
		t.Errorf("a token that others could read is still %q (%v)", three, err)
	}
	privateFile(t, folder+"/"+tokenName)
}

// A browser sends the cookies of a computer to every port of it: two libraries served side by side must not log each other out.
func TestDoor_TwoServersShareABrowser(t *testing.T) {
	one := open(t, t.TempDir())
	other := openAt(t, t.TempDir(), 0, func(s *Server) { s.door.passes.token = func() string { return "the-token-of-the-other" } })
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	visit := func(address string) {
		t.Helper()
		resp, err := browser.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", address, resp.Status)
		}
	}
	visit(one.url + "/?token=" + token)
	visit(other.url + "/?token=the-token-of-the-other")
	visit(one.url + one.page() + "api/status")
	visit(other.url + other.page() + "api/status")
}
