package server

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// stranger is a program of somebody else at an address where the program was.
type stranger struct {
	http *http.Server
	mu   sync.Mutex
	got  strings.Builder // everything that it was sent
}

// strangerAt listens at address. What it is asked it passes on to behind, if that is not empty: a relay.
func strangerAt(t *testing.T, address, behind string) *stranger {
	t.Helper()
	l, err := net.Listen("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	s := &stranger{}
	answer := http.NotFoundHandler()
	if behind != "" {
		answer = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: behind})
			r.Out.Header.Set("Origin", "http://"+behind)
		}}
	}
	s.http = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		s.got.WriteString(r.Method + " " + r.URL.String() + "\n")
		r.Header.Write(&s.got)
		s.got.Write(append(body, '\n'))
		s.mu.Unlock()
		answer.ServeHTTP(w, r)
	})}
	go s.http.Serve(l)
	return s
}

// The script runs in Node, over the real socket: testdata/bridge.mjs says what it sees.
func TestBridge_ComesBackByItselfAndTellsStrangersNothing(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	s, m := standIn(t)
	behind := open(t, t.TempDir()) // the same token, another port
	address := strings.TrimPrefix(s.url, "http://")
	cmd := exec.CommandContext(t.Context(), node, "--experimental-websocket", "--no-warnings", "testdata/bridge.mjs", s.url+"/?token="+s.Code())
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	secrets := []string{token, s.Code(), s.door.passes.current().cookie}
	var strangers []*stranger
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		switch word, rest, _ := strings.Cut(line, " "); {
		case line == "waiting":
			s.close()
			close(m.release) // too late for who waits for it
		case word == "key":
			secrets = append(secrets, rest)
		case line == "a stranger":
			strangers = append(strangers, strangerAt(t, address, ""))
		case line == "a relay":
			strangers[0].http.Close()
			strangers = append(strangers, strangerAt(t, address, strings.TrimPrefix(behind.url, "http://")))
		case line == "lost":
			strangers[1].http.Close()
			s, _ := standInAt(t, portOf(t, address))
			defer s.close()
		default:
			seen = append(seen, line)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	want := []string{`echo [1,["ü"]]`, "told before the result 1", "told after the end of listening 1", `refused {"message":"no","kind":"internal","hint":""}`,
		"sent 3145736 0",
		"under way unavailable", "connection false", "meanwhile unavailable", "a file unavailable", "a file unavailable", "connection true", "again [2,[]]", "moved true"}
	if !slices.Equal(seen, want) {
		t.Errorf("the page saw\n%s\nwant\n%s", strings.Join(seen, "\n"), strings.Join(want, "\n"))
	}
	for _, x := range strangers {
		got := x.got.String()
		if !strings.Contains(got, provePath) || strings.Contains(got, enterPath) || strings.Contains(got, "socket") {
			t.Errorf("a stranger was asked\n%s", got)
		}
		if i := slices.IndexFunc(secrets, func(secret string) bool { return strings.Contains(got, secret) }); i >= 0 {
			t.Errorf("a stranger was told secret %d:\n%s", i, got)
		}
	}
}
