package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/graph"
)

// refusedWith sends what nobody should, and expects the status and an error in the shape that is described.
func refusedWith(t *testing.T, s *site, method, path, body string, status int, change ...func(*http.Request)) {
	t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	resp := s.request(t, method, path, in, change...)
	raw := text(t, resp)
	var out struct{ Error *problem }
	decoder := json.NewDecoder(strings.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&out); err != nil || out.Error == nil || out.Error.Message == "" || out.Error.Kind == "" || out.Error.Hint == "" {
		t.Errorf("%s %s %.40q: %s, %s", method, path, body, resp.Status, raw)
	}
	if resp.StatusCode != status || resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %s %.40q: %s, want %d; %s", method, path, body, resp.Status, status, resp.Header.Get("Content-Type"))
	}
}

// Whatever nonsense is sent to whatever address takes something: the answer says what is wrong, and nothing begins.
func TestAPI_NonsenseIsRefusedInOneShape(t *testing.T) {
	s := open(t, t.TempDir())
	takers := []string{"/api/runs", "/api/runs/estimate", "/api/explorations", "/api/discoveries", "/api/documents", "/api/context", "/api/models", "/v1/chat/messages"}
	for _, body := range []string{"{", "[]", `"radon"`, "7", "\x00", `{"colour": "red"}`, `{} {}`, `{}]`, `{"question": {}, "query": {}, "message": {}, "paths": {}, "name": {}}`,
		strings.Repeat("[", 50_000), `{"question": "` + strings.Repeat("a", bodyLimit) + `"}`} {
		for _, path := range takers {
			if path == "/api/discoveries" && len(body) > bodyLimit {
				continue // pictures may have as much
			}
			refusedWith(t, s, "POST", path, body, 400)
		}
		refusedWith(t, s, "PUT", "/api/settings/MODEL", body, 400)
	}
	refusedWith(t, s, "POST", "/api/runs", `{"question": "What is radon?"}`, 400, header("Content-Type", "text/plain"))
	for path, methods := range map[string][]string{
		"/api/runs": {"PUT", "DELETE", "PATCH", "BREW"}, "/api/nothing": {"GET", "POST"}, "/v1/chat/messages": {"GET", "PUT"}, "/v1/": {"GET"}, "/ws/search": {"POST", "DELETE"},
		"/bridge/upload/a.md": {"GET", "POST", "DELETE"}, "/bridge/nothing": {"GET"}, "/files/abc": {"POST", "DELETE"}, "/files/": {"GET"}, "/files/a/b": {"GET"},
	} {
		for _, method := range methods {
			refusedWith(t, s, method, path, "", 404)
		}
	}
	for _, path := range []string{"/ws/search", "/bridge/socket"} {
		refusedWith(t, s, "GET", path, "", 426)
		refusedWith(t, s, "GET", path, "", 400, header("Connection", "Upgrade"), header("Upgrade", "websocket"), header("Sec-WebSocket-Version", "12"))
	}
	if runs := ask[[]desk.Run](t, s, "GET", "/api/runs", "", 200); len(runs) > 0 {
		t.Errorf("nonsense began %+v", runs)
	}
}

// A form that is no form, or breaks off, is the sender's mistake.
func TestAPI_BrokenFormsAreRefused(t *testing.T) {
	s := open(t, t.TempDir())
	for _, path := range []string{"/api/documents", "/api/context"} {
		form := func(kind string) func(*http.Request) { return header("Content-Type", "multipart/form-data"+kind) }
		refusedWith(t, s, "POST", path, "abc", 400, form(""))
		refusedWith(t, s, "POST", path, "--x\r\nContent-Dispos", 400, form("; boundary=x"))
		refusedWith(t, s, "POST", path, "--x--\r\n", 400, form("; boundary=x"))
		refusedWith(t, s, "POST", path, "--x\r\nContent-Disposition: form-data; name=\"collection\"\r\n\r\nradon", 400, form("; boundary=x"))
		field := "--x\r\nContent-Disposition: form-data; name=\"collection\"\r\n\r\n" + strings.Repeat("r", bodyLimit+1) + "\r\n--x--\r\n"
		refusedWith(t, s, "POST", path, field, 400, form("; boundary=x"))
		refusedWith(t, s, "POST", path, "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.md\"\r\n\r\n# Rad", 409, form("; boundary=x"))
	}
	if files := ask[[]core.Attachment](t, s, "GET", "/api/context", "", 200); len(files) > 0 {
		t.Errorf("left %+v", files)
	}
}

// An answer to what a run does not ask is refused, and sets nothing going that was stopped.
func TestAPI_AnswersToNothingAreRefused(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	run := ask[desk.Run](t, s, "POST", "/api/runs", `{"question": "What was measured at the school?"}`, 201).ID
	at := "/api/sessions/" + run
	until(t, "it asks", func() bool { return ask[desk.Snapshot](t, s, "GET", at, "", 200).Run.Status == graph.Waiting })
	ask[any](t, s, "POST", at+"/cancel", "", 204)
	for path, body := range map[string]string{"/answers": `{"question": "q9", "answers": []}`, "/plan": `{"question": "q9", "items": []}`, "/consent": `{"question": "q9", "decision": "run"}`} {
		refusedWith(t, s, "POST", at+path, body, 404)
	}
	refusedWith(t, s, "POST", at+"/consent", `{"question": "q9", "decision": "perhaps"}`, 400)
	if now := ask[desk.Snapshot](t, s, "GET", at, "", 200); now.Run.Status != graph.Cancelled || len(now.Unread) > 0 {
		t.Errorf("the run is %s and is told %+v", now.Run.Status, now.Unread)
	}
}

// Who sends more than is taken reads why, although the connection is closed upon it.
func TestAPI_WhoSendsTooMuchReadsWhy(t *testing.T) {
	s := open(t, t.TempDir())
	address := strings.TrimPrefix(s.url, "http://")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const size = 64 << 20
	fmt.Fprintf(conn, "POST /api/runs HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{\"question\": \"", address, token, size)
	go io.Copy(conn, strings.NewReader(strings.Repeat("r", size))) // until the connection is closed
	answer := make([]byte, 2<<10)
	n, err := io.ReadAtLeast(conn, answer, 500)
	if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 400 ")) {
		t.Errorf("%s, %v", answer[:n], err)
	}
}

// A client that breaks off in the middle of what it sends leaves nothing behind.
func TestAPI_AClientThatBreaksOffLeavesNothing(t *testing.T) {
	s := open(t, t.TempDir())
	address := strings.TrimPrefix(s.url, "http://")
	for _, path := range []string{"/api/runs", "/v1/chat/messages", "/api/discoveries"} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"question\": \"What", path, address, token)
		conn.(*net.TCPConn).CloseWrite()
		answer, err := io.ReadAll(conn)
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 400 ")) || !bytes.Contains(answer, []byte(`{"error":{"message":"read the request`)) {
			t.Errorf("%s: %s, %v", path, answer, err)
		}
		conn.Close()
	}
	if runs := ask[[]desk.Run](t, s, "GET", "/api/runs", "", 200); len(runs) > 0 {
		t.Errorf("it began %+v", runs)
	}
}
