package server

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever sends file after file and has none added does not fill the disk; what was added makes room.
func TestUpload_NoMoreBytesWaitThanTheDiskBears(t *testing.T) {
	home := t.TempDir()
	s := openAt(t, home, 0, func(s *Server) { s.waiting.limit = 1000 })
	body := func(letter string) string { return "# Radon\n\n" + strings.Repeat(letter+"adon is a gas. ", 25) } // some 400 bytes
	first, second := send(t, s, "batch-0001", "a.md", body("A")), send(t, s, "batch-0002", "b.md", body("B"))
	refused := func(name string) {
		t.Helper()
		out := ask[map[string]problem](t, s, "PUT", "/bridge/upload/"+name+"?batch=batch-0003", body("C"), http.StatusInsufficientStorage)
		if p := out["error"]; !strings.Contains(p.Message, "wait to be added") || !strings.Contains(p.Hint, "rabbithole add") {
			t.Errorf("refused with %+v", p)
		}
	}
	refused("c.md")
	refused("c.md") // the first refusal left nothing behind, of its bytes or of its name
	if left, err := filepath.Glob(filepath.Join(home, "uploads", "batch-0003", "*")); err != nil || len(left) != 0 {
		t.Errorf("left of what was refused: %v, %v", left, err)
	}
	added(t, s, first.Top, second.Top)
	send(t, s, "batch-0003", "c.md", body("C"))
}

// What waited before the program was started counts.
func TestUpload_CountsWhatWaitsAlready(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	send(t, s, "batch-0001", "a.md", strings.Repeat("Radon is a gas. ", 55)) // 880 bytes
	s.close()
	s = openAt(t, home, 0, func(s *Server) { s.waiting.limit = 1000 })
	ask[map[string]problem](t, s, "PUT", "/bridge/upload/b.md?batch=batch-0002", strings.Repeat("Radon is a gas. ", 10), http.StatusInsufficientStorage)
	send(t, s, "batch-0002", "c.md", "Radon.")
}
