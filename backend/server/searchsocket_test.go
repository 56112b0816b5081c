package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
)

// dialSearch opens a socket as a program does; change does something about the request.
func dialSearch(t *testing.T, s *site, path string, change ...func(http.Header)) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	h := http.Header{"Authorization": {"Bearer " + token}}
	for _, c := range change {
		c(h)
	}
	conn, resp, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(s.url, "http")+path, &websocket.DialOptions{HTTPHeader: h})
	if err == nil {
		conn.SetReadLimit(1 << 20)
		t.Cleanup(func() { conn.CloseNow() })
	}
	return conn, resp, err
}

func socketTo(t *testing.T, s *site) *websocket.Conn {
	t.Helper()
	conn, _, err := dialSearch(t, s, searchPath)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func sendText(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// frame reads one message.
func frame(t *testing.T, conn *websocket.Conn) map[string]any {
	t.Helper()
	ctx, done := context.WithTimeout(t.Context(), 2*time.Minute)
	defer done()
	kind, data, err := conn.Read(ctx)
	if err != nil || kind != websocket.MessageText {
		t.Fatalf("%v, %v", kind, err)
	}
	var out map[string]any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// frames reads until a query ends.
func frames(t *testing.T, conn *websocket.Conn) (out []map[string]any) {
	t.Helper()
	for {
		m := frame(t, conn)
		out = append(out, m)
		if m["type"] == "done" || m["type"] == "error" {
			return out
		}
	}
}

// checkFields holds messages to the fields of the specification's, counts them by type.
func checkFields(t *testing.T, all []map[string]any) (counts map[any]int) {
	t.Helper()
	fields := map[string][]string{"headline": {"caption", "title", "type"}, "summary_chunk": {"text", "type"}, "image": {"mime_type", "path", "type"}, "done": {"type"},
		"error": {"hint", "message", "type"}}
	counts = map[any]int{}
	for _, m := range all {
		kind, _ := m["type"].(string)
		if got := slices.Sorted(maps.Keys(m)); !slices.Equal(got, fields[kind]) {
			t.Errorf("%s has the fields %q", kind, got)
		}
		counts[m["type"]]++
	}
	return counts
}

// dot is a picture of one point.
func dot(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSearchSocket_SpeaksTheSpecificationsMessages(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	conn := socketTo(t, s)
	picture := base64.StdEncoding.EncodeToString(dot(t))
	for in, images := range map[string]int{`{"text": "What was measured at the school?", "image": null, "source": "home"}`: 0,
		`{"text": "radon in the cellar", "image": "` + picture + `", "source": "home"}`: 1} {
		sendText(t, conn, in)
		all := frames(t, conn)
		counts := checkFields(t, all)
		if n := counts["headline"]; n < discover.FewestCards || n > discover.MostCards || counts["done"] != 1 || counts["summary_chunk"] == 0 || counts["image"] != images {
			t.Errorf("%.40s: %v, %v", in, counts, all[len(all)-1])
		}
		for _, m := range all {
			if m["type"] != "image" {
				continue
			}
			if got := s.request(t, "GET", m["path"].(string), nil); got.Header.Get("Content-Type") != m["mime_type"] || text(t, got) != string(dot(t)) {
				t.Errorf("%v is served as %s, %s", m, got.Status, got.Header.Get("Content-Type"))
			}
		}
	}
}

func TestSearchSocket_WhoMayCome(t *testing.T) {
	s := open(t, t.TempDir())
	without := func(h http.Header) { h.Del("Authorization") }
	with := func(name, value string) func(http.Header) { return func(h http.Header) { h.Set(name, value) } }
	for name, c := range map[string]struct {
		path   string
		change []func(http.Header)
		in     bool
	}{
		"bearer":              {searchPath, nil, true},
		"token in address":    {searchPath + "?token=" + token, []func(http.Header){without}, true},
		"cookie":              {s.page() + searchPath[1:], []func(http.Header){without, with("Cookie", s.cookie())}, true},
		"cookie elsewhere":    {searchPath, []func(http.Header){without, with("Cookie", s.cookie())}, false},
		"own page":            {searchPath, []func(http.Header){with("Origin", s.url)}, true},
		"no token":            {searchPath, []func(http.Header){without}, false},
		"wrong token":         {searchPath + "?token=" + token + "x", []func(http.Header){without}, false},
		"other page":          {searchPath + "?token=" + token, []func(http.Header){with("Origin", "http://evil.example")}, false},
		"other port":          {searchPath, []func(http.Header){with("Origin", "http://127.0.0.1:1")}, false},
		"sandboxed page":      {searchPath, []func(http.Header){with("Origin", "null")}, false},
		"sent by other site":  {searchPath, []func(http.Header){with("Sec-Fetch-Site", "cross-site")}, false},
		"token for elsewhere": {"/bridge/socket?token=" + token, []func(http.Header){without}, false},
	} {
		_, resp, err := dialSearch(t, s, c.path, c.change...)
		if (err == nil) != c.in {
			t.Errorf("%s: %v", name, err)
		}
		if !c.in && name != "token for elsewhere" && resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", name, resp.Status)
		}
	}
}

// One client may have so many sockets open, all together so many; who closes one makes room, and who is refused is told so in the words of the protocol.
func TestSearchSocket_NoMoreThanSoManyAreOpen(t *testing.T) {
	s := openAt(t, t.TempDir(), 0, func(s *Server) { s.sockets.each, s.sockets.all = 2, 3 })
	refused := func(conn *websocket.Conn) {
		t.Helper()
		if counts := checkFields(t, []map[string]any{frame(t, conn)}); counts["error"] != 1 {
			t.Errorf("refused with %v", counts)
		}
		if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusTryAgainLater {
			t.Errorf("closed with %v", err)
		}
	}
	first, second := socketTo(t, s), socketTo(t, s)
	refused(socketTo(t, s))
	served := func(conn *websocket.Conn) {
		t.Helper()
		sendText(t, conn, "{")
		if m := frame(t, conn); !strings.Contains(m["hint"].(string), "text message") {
			t.Errorf("%v", m)
		}
	}
	served(first)
	served(second)
	first.CloseNow()
	until(t, "there is room again", func() bool {
		s.sockets.mu.Lock()
		defer s.sockets.mu.Unlock()
		return s.sockets.sum == 1
	})
	for _, of := range []string{"127.0.0.2", "127.0.0.3"} {
		if err := s.sockets.take(of); err != nil {
			t.Errorf("another client: %v", err)
		}
	}
	refused(socketTo(t, s)) // it has one, and all have three
	s.sockets.leave("127.0.0.2")
	served(socketTo(t, s))
}

func TestSearchSocket_GarbageIsAnsweredAndTheNextQueryToo(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	conn := socketTo(t, s)
	for _, in := range []string{"", "{", "[]", `"radon"`, `{"text": 7}`, `{"text": ""}`, `{"text": "???"}`, `{"text": "radon", "image": "no picture"}`,
		`{"text": "radon", "image": "` + base64.StdEncoding.EncodeToString([]byte("%PDF-1.7 this is no picture")) + `"}`, `{"text": "radon", "image": "/etc/passwd"}`,
		`{"text": "` + strings.Repeat("r", 5000) + `"}`} {
		sendText(t, conn, in)
		all := frames(t, conn)
		if counts := checkFields(t, all); counts["error"] != 1 || len(all) != 1 || all[0]["message"] == "" {
			t.Errorf("%.40s: %v", in, all)
		}
	}
	if err := conn.Write(t.Context(), websocket.MessageBinary, []byte(`{"text": "radon"}`)); err != nil {
		t.Fatal(err)
	}
	if all := frames(t, conn); all[0]["type"] != "error" {
		t.Errorf("binary: %v", all)
	}
	other, _, err := dialSearch(t, s, searchPath+"?web=everything")
	if err != nil {
		t.Fatal(err)
	}
	sendText(t, other, `{"text": "radon"}`)
	if m := frame(t, other); m["type"] != "error" || !strings.Contains(m["message"].(string), "everything") {
		t.Errorf("a web that there is not: %v", m)
	}
	if runs := ask[[]desk.Run](t, s, "GET", "/api/runs", "", 200); len(runs) != 1 { // that of the library
		t.Errorf("garbage began %d runs", len(runs)-1)
	}
	if files := ask[[]core.Attachment](t, s, "GET", "/api/context", "", 200); len(files) != 0 {
		t.Errorf("garbage left %+v", files)
	}
	sendText(t, conn, `{"text": "radon in schools", "source": "home", "unknown": {"is": "passed over"}}`)
	if all := frames(t, conn); all[len(all)-1]["type"] != "done" {
		t.Errorf("after garbage: %v", all)
	}
}

func TestSearchSocket_OneQueryAtATime(t *testing.T) {
	home, _ := library(t)
	conn := socketTo(t, open(t, home))
	sendText(t, conn, `{"text": "What was measured at the school?"}`)
	sendText(t, conn, `{"text": "What is a dose?"}`)
	if first := frame(t, conn); first["type"] != "error" || !strings.Contains(first["message"].(string), "answered") {
		t.Errorf("the second query: %v", first)
	}
	if all := frames(t, conn); all[len(all)-1]["type"] != "done" {
		t.Errorf("the first query: %v", all[len(all)-1])
	}
	sendText(t, conn, `{"text": "What is a dose?"}`)
	if all := frames(t, conn); all[len(all)-1]["type"] != "done" {
		t.Errorf("the third query: %v", all[len(all)-1])
	}
}

func TestSearchSocket_TooMuchClosesIt(t *testing.T) {
	s := open(t, t.TempDir())
	conn := socketTo(t, s)
	err := conn.Write(t.Context(), websocket.MessageText, []byte(`{"text": "radon", "image": "`+strings.Repeat("A", searchLimit)+`"}`))
	if err == nil {
		_, _, err = conn.Read(t.Context())
	}
	if err == nil {
		t.Error("a message over the limit was taken")
	}
	if runs := ask[[]desk.Run](t, s, "GET", "/api/runs", "", 200); len(runs) != 0 {
		t.Errorf("it began %d runs", len(runs))
	}
}

func TestSearchSocket_WhoGoesAwayEndsTheRun(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	for name, leave := range map[string]func(*websocket.Conn){
		"closed":  func(c *websocket.Conn) { c.Close(websocket.StatusNormalClosure, "") },
		"dropped": func(c *websocket.Conn) { c.CloseNow() },
	} {
		conn := socketTo(t, s)
		sendText(t, conn, `{"text": "What was measured at the school, and how is a dose calculated from it?"}`)
		run := func() desk.Run {
			for _, r := range ask[[]desk.Run](t, s, "GET", "/api/runs", "", 200) {
				if r.Flow == discover.Name {
					return r // the newest
				}
			}
			return desk.Run{}
		}
		until(t, "it has begun", func() bool { return run().Status == graph.Running })
		leave(conn)
		until(t, name+": its run is at rest", func() bool { r := run(); return r.Status == graph.Cancelled && !r.Live })
		ask[any](t, s, "DELETE", "/api/sessions/"+run().ID, "", 204)
	}
}

// The program ends while a query is answered: its run is paused, not given up, and the client is told that nothing more comes.
func TestSearchSocket_TheEndOfTheProgramPausesTheRun(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	conn := socketTo(t, s)
	sendText(t, conn, `{"text": "What was measured at the school, and how is a dose calculated from it?"}`)
	run := func() desk.Run { return ask[[]desk.Run](t, s, "GET", "/api/runs", "", 200)[0] }
	until(t, "it has begun", func() bool { r := run(); return r.Flow == discover.Name && r.Status == graph.Running })
	s.close()
	for {
		if _, _, err := conn.Read(t.Context()); err != nil {
			break
		}
	}
	s = open(t, home)
	if r := run(); r.Status != graph.Paused {
		t.Fatalf("the run is %s", r.Status)
	}
	ask[any](t, s, "POST", "/api/sessions/"+run().ID+"/resume", "", 200)
	until(t, "it is finished", func() bool { return run().Status == graph.Finished })
}
