package server

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/kb"
)

func TestMain(m *testing.M) {
	core.RunWorkerIfAsked()
	code := m.Run()
	if researched.home != "" {
		os.RemoveAll(researched.home)
	}
	os.Exit(code)
}

// environment is that of a machine that has neither Tesseract nor Ollama.
func environment(name string) string {
	return map[string]string{"RABBITHOLE_TESSERACT": "none", "OLLAMA_HOST": "127.0.0.1:9"}[name]
}

// ui stands in for the built user interface.
var ui = fstest.MapFS{
	"index.html":        {Data: []byte(`<!doctype html><html><head><title>Rabbithole</title><script src="./assets/index-1.js"></script></head><body></body></html>`)},
	"assets/index-1.js": {Data: []byte(`console.log(1)`)},
}

const token = "the-token-of-the-tests"

func fixed() string { return token }

// site is a server with a real library, and a client that it lets in.
type site struct {
	*Server
	url   string
	close func() // ends the server and the desk; the library stays
}

// open serves the library in home until the test ends.
func open(t *testing.T, home string) *site {
	t.Helper()
	return openAt(t, home, 0, func(*Server) {})
}

// openAt serves on a port, what change makes of the server.
func openAt(t *testing.T, home string, port int, change func(*Server)) *site {
	t.Helper()
	return openIn(t, environment, home, port, change)
}

// openBeside serves the library in home on a machine that has an Ollama.
func openBeside(t *testing.T, host, home string) *site {
	t.Helper()
	return openIn(t, func(name string) string {
		if name == "OLLAMA_HOST" {
			return host
		}
		return environment(name)
	}, home, 0, func(*Server) {})
}

func openIn(t *testing.T, env func(string) string, home string, port int, change func(*Server)) *site {
	t.Helper()
	hub := &Hub{}
	d, closing := desk.New(core.Config{Home: home, Env: env}, hub)
	if err := desk.AwaitOpen(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	l, err := Listen(port)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{Server: New(d, hub, fixed, ui), url: "http://" + l.Addr().String()}
	change(s.Server)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	s.close = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := closing(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.close)
	return s
}

// page is the path of the page, cookie what a browser sends there.
func (s *site) page() string   { return s.door.passes.current().path }
func (s *site) cookie() string { return cookieName + "=" + s.door.passes.current().cookie }

// request is a request that is let in, unless change does something about it.
func (s *site) request(t *testing.T, method, path string, body io.Reader, change ...func(*http.Request)) *http.Response {
	t.Helper()
	r, err := http.NewRequest(method, s.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range change {
		c(r)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// ask sends JSON, expects the status and reads JSON.
func ask[T any](t *testing.T, s *site, method, path, body string, status int) (out T) {
	t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	resp := s.request(t, method, path, in)
	raw := text(t, resp)
	if resp.StatusCode != status {
		t.Fatalf("%s %s: %s, want %d: %s", method, path, resp.Status, status, raw)
	}
	if raw != "" {
		if err := json.Unmarshal([]byte(raw), &out); err != nil {
			t.Fatalf("%s %s: %v in %s", method, path, err, raw)
		}
	}
	return out
}

func text(t *testing.T, resp *http.Response) string {
	t.Helper()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// researched is a library with the sample documents and a finished run, made once and copied for each test.
var researched struct {
	once sync.Once
	home string
	run  string
}

const question = "What was measured at the school, and how is a dose calculated from it?"

// library returns a copy of the library with its documents and the ID of its finished run.
func library(t *testing.T) (home, run string) {
	t.Helper()
	researched.once.Do(func() { makeLibrary(t) })
	if researched.run == "" {
		t.Fatal("the library could not be made")
	}
	home = filepath.Join(t.TempDir(), "library")
	if err := os.CopyFS(home, os.DirFS(researched.home)); err != nil {
		t.Fatal(err)
	}
	return home, researched.run
}

func makeLibrary(t *testing.T) {
	t.Helper()
	home, err := os.MkdirTemp("", "rabbithole-server-")
	if err != nil {
		t.Fatal(err)
	}
	researched.home = home
	c, err := core.Open(context.Background(), core.Config{Home: home, Env: environment})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Add(context.Background(), []string{samples(t)}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	run, err := c.StartResearch(context.Background(), core.Begin{Question: question, Unattended: true})
	if err == nil {
		run, err = c.Resume(context.Background(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	researched.run = run.ID
}

// samples writes two of the sample documents into a folder, and one that is HTML.
func samples(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "radon")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"Straße über Öl.html": []byte("<html><body><h1>Oil</h1><p>Radon dissolves in oil.</p><script>alert(1)</script></body></html>")}
	for _, name := range []string{"Memo-Lindenhof-School.pdf", "TN-3-From-Concentration-to-Dose.pdf"} {
		data, err := kb.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// until waits for something to become true.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain until " + what)
		}
	}
}
