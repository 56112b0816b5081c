package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"rabbithole/kb"
)

// served is what `serve --json` prints, with a browser that has opened the address.
type served struct {
	URL, Address, Token string
	browser             *http.Client
	page                string // where the browser is
}

func serve(t *testing.T, home string, args ...string) (*process, served) {
	t.Helper()
	p := launch(t, home, append([]string{"serve", "--no-open", "--json"}, args...)...)
	var s served
	if err := json.Unmarshal([]byte(p.line(t, "token")), &s); err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.browser = &http.Client{Jar: jar}
	s.visit(t, s.URL)
	return p, s
}

// visit opens an address that lets in.
func (s *served) visit(t *testing.T, url string) {
	t.Helper()
	resp, err := s.browser.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(page), "<title>Rabbithole</title>") {
		t.Fatalf("the page is %s, %v: %s", resp.Status, err, page)
	}
	s.page = resp.Request.URL.String()
}

func (s served) ask(t *testing.T, method, url, body string) string {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := s.browser.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		t.Fatalf("%s %s: %s, %v: %s", method, url, resp.Status, err, raw)
	}
	return string(raw)
}

func TestServe_SaysWhereItIsAndWhoHasTheLibrary(t *testing.T) {
	signals(t)
	home := t.TempDir()
	p, first := serve(t, home)
	if !strings.HasPrefix(first.Address, "127.0.0.1:") || !strings.Contains(first.URL, first.Address+"/?token=") || strings.Contains(first.URL, first.Token) {
		t.Errorf("it is at %+v", first)
	}
	if s := rabbithole(t, home, "serve", "--no-open"); s.code != 4 || !strings.Contains(s.err, fmt.Sprintf("process %d at %s", p.cmd.Process.Pid, first.Address)) {
		t.Errorf("a second server: exit code %d\n%s", s.code, s.err)
	}
	_, port, _ := strings.Cut(first.Address, ":")
	if s := rabbithole(t, t.TempDir(), "serve", "--no-open", "--port", port, "--json"); s.code != 2 || !strings.Contains(s.out, "--port") {
		t.Errorf("a port that is taken: exit code %d\n%s", s.code, s.out)
	}
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		if err := p.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if s := p.wait(t); s.code != 0 {
			t.Errorf("%v: exit code %d\n%s", signal, s.code, s.err)
		}
		var next served
		p, next = serve(t, home, "--port", port)
		if next.Address != first.Address || next.Token != first.Token {
			t.Errorf("started again it is at %s, not at %s, or its token is another: open pages are lost", next.Address, first.Address)
		}
		if next.URL == first.URL || next.page == first.page {
			t.Errorf("what let in before it was started again lets in now: %s", next.page)
		}
	}
}

// Everybody on a machine may read what a browser was started with: it must not be worth anything once the browser is there.
func TestServe_TheBrowserIsNotHandedTheToken(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the stand-in for the browser is a script of Linux")
	}
	folder := t.TempDir()
	told := filepath.Join(folder, "told")
	script := "#!/bin/sh\necho \"$1\" > " + told + ".new && mv " + told + ".new " + told + "\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	t.Setenv("DISPLAY", ":77")
	p := launch(t, t.TempDir(), "serve", "--json")
	var s served
	if err := json.Unmarshal([]byte(p.line(t, "token")), &s); err != nil {
		t.Fatal(err)
	}
	var url []byte
	for deadline := time.Now().Add(time.Minute); len(url) == 0; time.Sleep(10 * time.Millisecond) {
		if url, _ = os.ReadFile(told); time.Now().After(deadline) {
			t.Fatal("no browser was started")
		}
	}
	if strings.Contains(string(url), s.Token) {
		t.Error("the browser was started with the token")
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.browser = &http.Client{Jar: jar}
	s.visit(t, strings.TrimSpace(string(url)))
	resp, err := http.Get(strings.TrimSpace(string(url)))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("the address lets in a second time: %s", resp.Status)
	}
}

func TestServe_PausesRunsWhenItEnds(t *testing.T) {
	signals(t)
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	t.Setenv("MAX_ITERATIONS", "1")
	model := stalled(t, 4)
	t.Setenv("OLLAMA_HOST", model.URL.String())
	home := library(t)
	p, s := serve(t, home)
	question, err := json.Marshal(map[string]any{"question": kb.Question, "unattended": true, "engine": "ollama"})
	if err != nil {
		t.Fatal(err)
	}
	s.ask(t, "POST", s.page+"api/runs", string(question))
	for len(model.Chats()) < 4 {
		time.Sleep(time.Millisecond)
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if s := p.wait(t); s.code != 0 {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
	runs := one[[]object](t, rabbithole(t, home, "runs", "--json"))
	if len(runs) != 1 || runs[0]["status"] != "paused" {
		t.Fatalf("runs %v", runs)
	}
	model.Break(nil)
	rabbithole(t, home, "resume", "last", "--yes").ok(t).has(t, "Report: ")
}

func TestToken_IsPrintedAndRenewedBesideTheServer(t *testing.T) {
	home := t.TempDir()
	_, s := serve(t, home)
	if shown := rabbithole(t, home, "token").ok(t); strings.TrimSpace(shown.out) != s.Token {
		t.Errorf("it shows %q, the server has %q", shown.out, s.Token)
	}
	renewed := strings.TrimSpace(rabbithole(t, home, "token", "renew").ok(t).out)
	status := func(token string) int {
		r, err := http.NewRequest("GET", "http://"+s.Address+"/api/status", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if old, fresh := status(s.Token), status(renewed); renewed == s.Token || old != 403 || fresh != 200 {
		t.Errorf("the old token: %d, the new one: %d", old, fresh)
	}
	if s := rabbithole(t, filepath.Join(home, "none"), "token"); s.code != 3 {
		t.Errorf("without a library: exit code %d\n%s", s.code, s.err)
	}
}
