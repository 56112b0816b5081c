package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rabbithole/backend/private"
)

// visitor is a page that proves itself, as the bridge does.
type visitor struct {
	site   *site
	ticket ticket
}

func (v visitor) post(t *testing.T, path string, body any) *http.Response {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return v.site.request(t, "POST", path, strings.NewReader(string(raw)), func(r *http.Request) { r.Header.Del("Authorization") })
}

func (v visitor) host() string { return strings.TrimPrefix(v.site.url, "http://") }

func (v visitor) prove(t *testing.T, challenge string) (out proveReply) {
	t.Helper()
	resp := v.post(t, provePath, proveRequest{v.ticket.name, challenge})
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v", resp.Status, err)
	}
	return out
}

func TestProve_OnlyWhoKnowsTheTokenCan(t *testing.T) {
	s := open(t, t.TempDir())
	v := visitor{s, s.door.passes.current().newTicket()}
	theirs := v.prove(t, "the page's")
	if want := sign([]byte(v.ticket.key), "server", v.host(), "the page's"); theirs.Proof != want {
		t.Errorf("the server signs %s, want %s", theirs.Proof, want)
	}
	other := newPasses(func() string { return "another token" }).current()
	if other.keyOf(v.ticket.name) == v.ticket.key {
		t.Error("another library has the same key")
	}
	entering := func(challenge, key, host string) enterRequest {
		return enterRequest{v.ticket.name, challenge, sign([]byte(key), "page", host, challenge)}
	}
	late := fmt.Sprint(time.Now().Add(-2 * challengeTime).Unix())
	late += "." + s.door.passes.current().challenge(v.ticket.name, late)
	bad := map[string]enterRequest{
		"wrong key":                  entering(theirs.Challenge, "nonsense", v.host()),
		"signature for another port": entering(theirs.Challenge, v.ticket.key, "127.0.0.1:1"),
		"a challenge of its own":     entering("1.x", v.ticket.key, v.host()),
		"no challenge":               entering("", v.ticket.key, v.host()),
		"a challenge from earlier":   entering(late, v.ticket.key, v.host()),
		"the server's own signature": {v.ticket.name, theirs.Challenge, v.prove(t, theirs.Challenge).Proof},
		"another ticket's challenge": {"other", theirs.Challenge, sign([]byte(s.door.passes.current().keyOf("other")), "page", v.host(), theirs.Challenge)},
		"nothing":                    {},
	}
	for name, in := range bad {
		if resp := v.post(t, enterPath, in); resp.StatusCode != http.StatusForbidden || len(resp.Cookies()) != 0 {
			t.Errorf("%s: %s, %v", name, resp.Status, resp.Cookies())
		}
	}
	resp := v.post(t, enterPath, entering(theirs.Challenge, v.ticket.key, v.host()))
	if resp.StatusCode != http.StatusOK || len(resp.Cookies()) != 1 || resp.Cookies()[0].Path != s.page() {
		t.Errorf("the page is answered %s, %v", resp.Status, resp.Cookies())
	}
	for _, body := range []string{"", "[]", "{", strings.Repeat(" ", 5000) + "{}"} {
		for _, path := range []string{provePath, enterPath} {
			resp := s.request(t, "POST", path, strings.NewReader(body), func(r *http.Request) { r.Header.Del("Authorization") })
			if resp.StatusCode != http.StatusForbidden {
				t.Errorf("%s with %.10q: %s", path, body, resp.Status)
			}
		}
	}
}

// What a browser kept of one start lets nobody in at the next; a page that stayed open proves itself and gets in.
func TestProve_AStartKnowsNoCookieOfTheOneBefore(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	port, page, cookie, code := portOf(t, strings.TrimPrefix(s.url, "http://")), s.page(), s.cookie(), s.Code()
	old := s.door.passes.current().newTicket()
	s.close()
	s = openAt(t, home, port, func(*Server) {})
	kept := []func(*http.Request){header("Cookie", cookie), func(r *http.Request) { r.Header.Del("Authorization") }}
	for _, path := range []string{page, page + "api/status", s.page(), s.page() + "api/status", "/?token=" + code} {
		if resp := s.request(t, "GET", path, nil, kept...); resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	v := visitor{s, old}
	theirs := v.prove(t, "x")
	resp := v.post(t, enterPath, enterRequest{old.name, theirs.Challenge, sign([]byte(old.key), "page", v.host(), theirs.Challenge)})
	if resp.StatusCode != http.StatusOK {
		t.Errorf("the page that stayed open: %s", resp.Status)
	}
}

func TestRenewToken_EndsEverythingThatTheOldOneLetIn(t *testing.T) {
	folder := t.TempDir()
	current, err := CurrentToken(folder)
	if err != nil {
		t.Fatal(err)
	}
	first := current()
	s := openAt(t, t.TempDir(), 0, func(s *Server) { s.door.passes.token = current })
	as := func(token string) func(*http.Request) { return header("Authorization", "Bearer "+token) }
	page, cookie, ticket := s.page(), s.cookie(), s.door.passes.current().newTicket()
	conn, _, err := websocket.Dial(t.Context(), s.url+page+"bridge/socket", &websocket.DialOptions{HTTPHeader: http.Header{"Cookie": {cookie}}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	stream := s.request(t, "GET", "/api/articles/events", nil, as(first), header("Accept", "text/event-stream"))
	if stream.StatusCode != http.StatusOK {
		t.Fatal(stream.Status)
	}

	second, err := RenewToken(folder)
	if err != nil || second == first {
		t.Fatal(second, err)
	}
	privateFile(t, filepath.Join(folder, tokenName))
	ctx, done := context.WithTimeout(t.Context(), 30*time.Second)
	defer done()
	for err == nil {
		_, _, err = conn.Read(ctx)
	}
	if ctx.Err() != nil {
		t.Error("the socket of the old token stays open")
	}
	if _, err := io.ReadAll(stream.Body); err != nil && ctx.Err() != nil {
		t.Error("the stream of the old token stays open")
	}
	for name, change := range map[string]func(*http.Request){"token": as(first), "cookie": header("Cookie", cookie)} {
		for _, path := range []string{"/api/status", page, page + "api/status"} {
			if resp := s.request(t, "GET", path, nil, header("Authorization", ""), change); resp.StatusCode != http.StatusForbidden {
				t.Errorf("the old %s at %s: %s", name, path, resp.Status)
			}
		}
	}
	v := visitor{s, ticket}
	if theirs := v.prove(t, "x"); theirs.Proof == sign([]byte(ticket.key), "server", v.host(), "x") {
		t.Error("an old page still believes the server")
	}
	if resp := s.request(t, "GET", "/api/status", nil, as(second)); resp.StatusCode != http.StatusOK {
		t.Errorf("the new token: %s", resp.Status)
	}
	if err := os.Remove(filepath.Join(folder, tokenName)); err != nil {
		t.Fatal(err)
	}
	if resp := s.request(t, "GET", "/api/status", nil, as(second)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a token whose file was deleted: %s", resp.Status)
	}
	for name, spoil := range map[string]func(path string) error{
		"an empty token":            func(path string) error { return os.WriteFile(path, []byte("\n"), 0o600) },
		"a token others could read": func(path string) error { return os.Chmod(path, 0o644) },
	} {
		before, err := Token(folder)
		if err != nil || private.KeepsModes && spoil(filepath.Join(folder, tokenName)) != nil {
			t.Fatal(name, err)
		}
		for _, old := range []string{before, ""} {
			if resp := s.request(t, "GET", "/api/status", nil, as(old)); resp.StatusCode != http.StatusForbidden && private.KeepsModes {
				t.Errorf("%s: %q: %s", name, old, resp.Status)
			}
		}
	}
}

// A request whose body was held back until the token was renewed does nothing.
func TestRenewToken_TakesNoBodyThatComesLater(t *testing.T) {
	folder := t.TempDir()
	current, err := CurrentToken(folder)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	s := openAt(t, home, 0, func(s *Server) { s.door.passes.token = current })
	for path, change := range map[string]struct{ method, body string }{
		"/api/settings/OLLAMA_HOST":               {"PUT", `{"value":"http://127.0.0.1:6666"}`},
		"/bridge/upload/evil.md?batch=batch-0001": {"PUT", note},
		"/api/documents":                          {"POST", `{"paths":["/etc/hostname"]}`},
	} {
		token := current()
		held, rest := io.Pipe()
		var answer *http.Response
		done := make(chan struct{})
		go func() {
			defer close(done)
			answer = s.request(t, change.method, path, held, header("Authorization", "Bearer "+token), header("Content-Type", "application/json"))
		}()
		rest.Write([]byte(change.body[:1]))
		if _, err := RenewToken(folder); err != nil {
			t.Fatal(err)
		}
		rest.Write([]byte(change.body[1:]))
		rest.Close()
		<-done
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s: %s", path, answer.Status, text(t, answer))
		}
	}
	if left, _ := filepath.Glob(filepath.Join(home, "uploads", "*", "*")); len(left) > 0 {
		t.Errorf("it took %q", left)
	}
}
