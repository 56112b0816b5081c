package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

// small is a library of one page, and a run over it that nobody executes.
func small(t *testing.T) (*Core, graph.Run) {
	t.Helper()
	c, err := Open(t.Context(), Config{Home: t.TempDir(), Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	path := filepath.Join(t.TempDir(), "rules.md")
	if err := os.WriteFile(path, []byte("# Rules\n\nA lamp on a boat shines 300 metres.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Add(t.Context(), []string{path}, AddOptions{}); err != nil {
		t.Fatal(err)
	}
	run, err := c.StartResearch(t.Context(), Begin{Question: "How far does a lamp on a boat shine?", Engine: settings.Extractive, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	return c, run
}

// interrupted leaves a run as a process that died does.
func interrupted(t *testing.T, c *Core, run graph.Run) {
	t.Helper()
	run.Status = graph.Running
	if _, err := c.db.Commit(t.Context(), graph.Commit{Run: run}); err != nil {
		t.Fatal(err)
	}
}

func TestStop_OfARunThatNobodyExecutes(t *testing.T) {
	c, run := small(t)
	interrupted(t, c, run)
	g, err := c.Glance(t.Context(), run.ID)
	if err != nil || g.Live || g.Status != graph.Running {
		t.Fatalf("an interrupted run is listed as %+v, %v", g, err)
	}
	if err := c.Stop(t.Context(), run.ID, graph.Cancelled); err != nil {
		t.Fatal(err)
	}
	if run, err = c.Run(t.Context(), run.ID); err != nil || run.Status != graph.Cancelled {
		t.Fatalf("cancelled as %s, %v", run.Status, err)
	}
	events, err := c.EventsSince(t.Context(), run.ID, 0, 0)
	if err != nil || len(events) == 0 || events[len(events)-1].Kind != graph.RunCancelled {
		t.Errorf("events %v, %v", events, err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("resumed to %s, %v", run.Status, err)
	}
	if err := c.Stop(t.Context(), run.ID, graph.Paused); err != nil {
		t.Fatal(err)
	}
	if run, err = c.Run(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Errorf("a finished run is %s after a pause, %v", run.Status, err)
	}
}

func TestResume_WhatIsMissingEndsUpInTheRun(t *testing.T) {
	c, run := small(t)
	c.embedding.missing = fault.New("use the embedder", fault.NotFound, "Install it again.", errors.New("it is gone"))
	if _, err := c.Resume(t.Context(), run.ID); fault.KindOf(err) != fault.NotFound {
		t.Fatalf("resumed without an embedder: %v", err)
	}
	run, err := c.Run(context.Background(), run.ID)
	if err != nil || run.Status != graph.Failed || run.Error == "" || run.Hint != "Install it again." {
		t.Errorf("the run is %+v, %v", run, err)
	}
}
