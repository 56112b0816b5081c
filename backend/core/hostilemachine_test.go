package core_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

// TestHostile_ClockJumps runs with a clock that leaps by hours and years, forwards and backwards: the report is the same, and no limit
// of time ends the run.
func TestHostile_ClockJumps(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	undisturbed, jumped := twins(t, core.Begin{Question: kb.Question, Engine: settings.Extractive}, nil)
	if _, err := undisturbed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	leaps := []time.Duration{0, 26 * time.Hour, -48 * time.Hour, 400 * 24 * time.Hour, -9000 * 24 * time.Hour, time.Minute}
	var ticks atomic.Int64
	begun := time.Now()
	clock := func() time.Time { return begun.Add(leaps[int(ticks.Add(1))%len(leaps)]) }
	c, err := core.Open(t.Context(), core.Config{Home: jumped.Home, Env: env("MAX_MINUTES", "500000"), Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.Resume(t.Context(), jumped.Run)
	if err != nil || run.Status != graph.Finished {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	same(t, jumped, undisturbed)
}

// TestHostile_Sleep stops the process in the middle of a run, as a computer that sleeps does, and lets it go on.
func TestHostile_Sleep(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("stops a process with a signal")
	}
	undisturbed, slept := twins(t, core.Begin{Question: kb.Question, Engine: settings.Extractive}, nil)
	if _, err := undisturbed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	db := slept.look(t)
	child, exit := slept.start(t)
	for happened(t, db, slept.Run) < 40 {
		time.Sleep(time.Millisecond)
	}
	if err := sleep(child.Process, 1500*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if err := <-exit; err != nil {
		t.Errorf("the run that slept ended with %v", err)
	}
	same(t, slept, undisturbed)
}

// TestHostile_HomeAtAnOddPlace works in a folder whose name has blanks, umlauts and what shells, addresses and SQLite take for their own.
func TestHostile_HomeAtAnOddPlace(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := filepath.Join(t.TempDir(), "Über den Wölken 100% #1 & 'so' (2)? ; $HOME 图书馆")
	if runtime.GOOS == "windows" {
		home = filepath.Join(t.TempDir(), "Über den Wölken 100% #1 & 'so' (2); $HOME 图书馆")
	}
	if err := os.CopyFS(home, os.DirFS(library(t))); err != nil {
		t.Fatal(err)
	}
	c := open(t, home, noEnv)
	run, r := finish(t, c, core.Begin{Question: kb.Question, Engine: settings.Extractive})
	page, err := c.Render(t.Context(), r, "html")
	if err != nil || strings.Contains(string(page.Data), "#1 &") {
		t.Errorf("links of the report are not escaped (%v)", err)
	}
	saved := filepath.Join(filepath.Dir(home), "Sicherung vom 1. März?.zip")
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Error(err)
	}
	if _, err := c.WriteReport(t.Context(), run.ID); err != nil {
		t.Error(err)
	}
}

// TestHostile_ReadOnlyHome opens a library that cannot be written: looking works, everything else says why not.
func TestHostile_ReadOnlyHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions of folders are others there")
	}
	home := library(t)
	lockAway(t, home)
	_, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
	if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "permissions") {
		t.Errorf("Open = %v (hint %q)", err, fault.Hint(err))
	}
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if hits, err := c.Search(t.Context(), "radon", core.SearchOptions{}); err != nil || len(hits) == 0 {
		t.Errorf("search: %d hits, %v", len(hits), err)
	}
	if _, err := c.Backup(t.Context(), filepath.Join(t.TempDir(), "backup"), backup.Options{}); err != nil {
		t.Errorf("Backup: %v", err)
	}
	if _, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{}); err != nil {
		t.Errorf("Check: %v", err)
	}
}

// TestHostile_LockOfAKilledProcess kills the owner of a library: the next process takes over, while a second writer beside a living
// owner is told who it is, and a reader reads.
func TestHostile_LockOfAKilledProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes that would be very slow under the race detector")
	}
	_, v := twins(t, core.Begin{Question: kb.Question, Engine: settings.Extractive}, nil)
	db := v.look(t)
	child, exit := v.start(t)
	for happened(t, db, v.Run) < 5 {
		time.Sleep(time.Millisecond)
	}
	if runtime.GOOS != "windows" {
		if err := freeze(child.Process); err != nil { // it lives, and stays where it is
			t.Fatal(err)
		}
		_, err := core.Open(t.Context(), core.Config{Home: v.Home, Env: noEnv})
		if fault.KindOf(err) != fault.Locked || !strings.Contains(fault.Hint(err), "process ") {
			t.Errorf("a second writer: %v (hint %q)", err, fault.Hint(err))
		}
		r, err := core.Open(t.Context(), core.Config{Home: v.Home, Env: noEnv, ReadOnly: true})
		if err != nil {
			t.Fatalf("a reader: %v", err)
		}
		if _, err := r.Search(t.Context(), "radon", core.SearchOptions{}); err != nil {
			t.Errorf("a reader searches: %v", err)
		}
		r.Close()
	}
	if err := child.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	<-exit
	if run, err := v.resume(t.Context()); err != nil || run.Status != graph.Finished {
		t.Errorf("the run is %s, %v", run.Status, err)
	}
}
