package desk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// openedDesk is a desk of an empty library, closed when the test ends.
func openedDesk(t *testing.T) *Desk {
	t.Helper()
	d, closing := New(core.Config{Home: t.TempDir(), Env: func(string) string { return "" }}, told{make(chan string, 1000)})
	t.Cleanup(func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	})
	if err := AwaitOpen(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	return d
}

// queued stores a run that nobody executes.
func queued(t *testing.T, d *Desk) graph.Run {
	t.Helper()
	return queuedAs(t, d, core.Begin{Question: "What is radon?", Engine: settings.Extractive, Unattended: true})
}

func queuedAs(t *testing.T, d *Desk, b core.Begin) graph.Run {
	t.Helper()
	note := filepath.Join(t.TempDir(), "note.md")
	if err := os.WriteFile(note, []byte("# Radon\n\nRadon is a gas.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.core.Add(t.Context(), []string{note}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	run, err := d.core.StartResearch(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestDelete_ARunThatIsAboutToBegin(t *testing.T) {
	d := openedDesk(t)
	run := queued(t, d)
	done, free := d.alive.claim(run.ID)
	if !free {
		t.Fatal("somebody has it")
	}
	for _, id := range []string{run.ID, run.ID[:len(run.ID)-1], "last"} {
		if err := d.DeleteRun(id); err == nil || !strings.Contains(err.Error(), `"kind":"locked"`) {
			t.Errorf("delete %s: %v", id, err)
		}
	}
	d.alive.rest(run.ID, done)
	if err := d.DeleteRun(run.ID); err != nil || d.alive.has(run.ID) {
		t.Errorf("at rest it cannot be deleted: %v", err)
	}
}

func TestDelete_AFinishedRunWhoseReportIsBeingWritten(t *testing.T) {
	d := openedDesk(t)
	run, err := d.core.Resume(t.Context(), queued(t, d).ID)
	if err != nil || run.Status != graph.Finished {
		t.Fatal(run, err)
	}
	done, _ := d.alive.claim(run.ID)
	time.AfterFunc(50*time.Millisecond, func() { d.alive.rest(run.ID, done) })
	if err := d.DeleteRun(run.ID); err != nil {
		t.Error(err)
	}
}

// A wish that comes while a run settles down to wait for its person is read: the run was read as running, and is at rest when it is told.
func TestMessage_WhatComesWhileARunSettlesDownIsRead(t *testing.T) {
	d := openedDesk(t)
	id := queuedAs(t, d, core.Begin{Question: "What is radon?", Engine: settings.Extractive}).ID
	run, err := d.core.Resume(t.Context(), id)
	if err != nil || run.Status != graph.Waiting {
		t.Fatal(run, err)
	}
	run.Status = graph.Running // as it was a moment ago
	if err := d.handTo(d.core, t.Context(), run, graph.Note(research.MessageAdd, extract.Task{Task: "who measures it"}), nil); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if unread, err := d.core.Unread(t.Context(), id); err == nil && !unread {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nobody reads what the run was told")
		}
	}
	d.alive.await(t.Context(), id)
}

func TestHalt_ARunThatNotedNothingIsCancelledAllTheSame(t *testing.T) {
	d := openedDesk(t)
	run := queued(t, d)
	done, _ := d.alive.claim(run.ID)
	time.AfterFunc(50*time.Millisecond, func() { d.alive.rest(run.ID, done) }) // it was cancelled before it had read itself
	if err := d.CancelRun(run.ID); err != nil {
		t.Fatal(err)
	}
	if run, err := d.core.Run(t.Context(), run.ID); err != nil || run.Status != graph.Cancelled {
		t.Errorf("it is %s, %v", run.Status, err)
	}
}

func TestExecute_ARunThatStumblesIsAtRest(t *testing.T) {
	d := openedDesk(t)
	d.execute(nil, "run") // no core: the first thing done with it panics
	for deadline := time.Now().Add(10 * time.Second); d.alive.has("run"); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it is taken to be executed for ever: it can be neither stopped, resumed nor deleted")
		}
	}
}

func TestAtRest_ARunThatCouldNotGoOnIsNotTriedForEver(t *testing.T) {
	d := openedDesk(t)
	done := make(chan struct{})
	d.alive.runs = map[string]chan struct{}{"run": done}
	// Whatever waits to be read: the next try would fail as this one did, at once.
	if !d.atRest(context.Background(), nil, "run", graph.Run{Status: graph.Waiting}, errors.New("the disk is full")) {
		t.Error("it is tried again")
	}
}

func TestWorkOff_AfterACallThatStumbledOthersAreMade(t *testing.T) {
	d := openedDesk(t)
	d.enqueue(nil, addCall{paths: []string{"a.pdf"}}) // no core: the first thing done with it panics
	for deadline := time.Now().Add(10 * time.Second); d.addingNow().Busy; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("adding is taken to go on for ever: nothing can be added any more")
		}
	}
	if now := d.addingNow(); now.Problem == nil || !strings.Contains(now.Problem.Message, "stumbled") {
		t.Errorf("the person is told %+v", now.Problem)
	}
}

func TestClosing_DoesNotWaitForEverForADiskThatDoesNotAnswer(t *testing.T) {
	home := t.TempDir()
	cfg := core.Config{Home: home, Env: func(string) string { return "" }}
	d, closing := New(cfg, told{make(chan string, 1000)})
	if err := AwaitOpen(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	answer := make(chan struct{})
	d.behind(func(context.Context) { <-answer })
	d.grace = 50 * time.Millisecond
	ended := make(chan error, 1)
	go func() { ended <- closing() }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("it says that everything came to rest")
		}
	case <-time.After(10 * time.Second):
		t.Error("the program cannot be ended")
	}
	close(answer)
	d.work.Wait()
	if err := d.core.Close(); err != nil {
		t.Error(err)
	}
}
