package server

import (
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

func portOf(t *testing.T, address string) int {
	t.Helper()
	_, text, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// privateFile fails for a file that others may read.
func privateFile(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%s has mode %v", path, info.Mode())
	}
}

func TestPage_HasTheBridgeAsItsFirstScript(t *testing.T) {
	s := open(t, t.TempDir())
	for _, path := range []string{"/", "/index.html"} {
		html := text(t, s.request(t, "GET", path, nil))
		ours, theirs := strings.Index(html, `src="bridge.js"`), strings.Index(html, "index-1.js")
		if ours < 0 || theirs < ours {
			t.Errorf("%s: bridge at %d, page's script at %d", path, ours, theirs)
		}
	}
	script := s.request(t, "GET", "/bridge.js", nil)
	if kind := script.Header.Get("Content-Type"); kind != "text/javascript; charset=utf-8" || !strings.Contains(text(t, script), "window.go") {
		t.Errorf("the bridge is %s", kind)
	}
	if resp := s.request(t, "GET", "/assets/index-1.js", nil); resp.StatusCode != 200 || !strings.Contains(resp.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("an asset: %s, %s", resp.Status, resp.Header.Get("Cache-Control"))
	}
	if resp := s.request(t, "GET", "/nowhere", nil); resp.StatusCode != 404 {
		t.Errorf("nowhere: %s", resp.Status)
	}
}

func TestPage_SaysThatItWasNotBuilt(t *testing.T) {
	s := openAt(t, t.TempDir(), 0, func(s *Server) { s.http.Handler = &door{passes: newPasses(fixed), next: s.routes(fstest.MapFS{})} })
	if html := text(t, s.request(t, "GET", "/", nil)); !strings.Contains(html, "without its user interface") {
		t.Errorf("it says %s", html)
	}
}
