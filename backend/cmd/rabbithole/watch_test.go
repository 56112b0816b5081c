package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestWatch_ListAndRun(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	signals(t)
	home, folder := t.TempDir(), t.TempDir()
	rabbithole(t, home, "watch", "add", folder).ok(t).has(t, folder)
	rabbithole(t, home, "watch", "list").ok(t).has(t, folder)
	if none := rabbithole(t, home, "watch", "add", filepath.Join(folder, "none")); none.code != 3 {
		t.Errorf("no such folder: %+v", none)
	}
	if err := os.WriteFile(filepath.Join(folder, "note.md"), []byte("# Note\nRadon in the cellar."), 0o600); err != nil {
		t.Fatal(err)
	}
	p := launch(t, home, "watch", "run", "--json")
	p.line(t, `"scanned"`)
	if added := p.line(t, `"added"`); !strings.Contains(added, `"note.md"`) {
		t.Errorf("it said %s", added)
	}
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if end := p.wait(t); end.code != 0 {
		t.Errorf("watch run ended with %+v", end)
	}
	rabbithole(t, home, "search", "radon").ok(t).has(t, "note.md")
	rabbithole(t, home, "watch", "remove", folder).ok(t)
	if list := one[[]string](t, rabbithole(t, home, "watch", "list", "--json")); len(list) != 0 {
		t.Errorf("still watched: %v", list)
	}
}

func TestRemove_JSON(t *testing.T) {
	if testing.Short() {
		t.Skip("copies the sample library")
	}
	home := library(t)
	removed := one[[]object](t, rabbithole(t, home, "remove", "Memo-Lindenhof-School.pdf", "--json"))
	if len(removed) != 1 || removed[0]["name"] != "Memo-Lindenhof-School.pdf" || removed[0]["state"] != "removed" {
		t.Errorf("removed: %v", removed)
	}
	if gone := rabbithole(t, home, "remove", "Memo-Lindenhof-School.pdf", "--json"); gone.code != 3 || !strings.Contains(gone.out, `"not_found"`) {
		t.Errorf("removed again: %+v", gone)
	}
}

func TestResearch_WithoutQuotes(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	rabbithole(t, home, "research", "--yes", "--engine", "extractive", "What", "is", "radon?").ok(t)
	rabbithole(t, home, "runs").ok(t).has(t, "What is radon?")
}
