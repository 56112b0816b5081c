package graph_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

func lineGraph() *graph.Graph[diary] {
	return newDiary("line").Start("a").
		Node("a", note("a"), graph.Edges("ask")).
		Node("ask", func(ctx context.Context, s diary) (dstep, error) {
			name, err := graph.Ask[string](ctx, graph.Question{ID: "q"})
			return dstep{Change: did{name}}, err
		}, graph.Edges("c")).
		Node("c", note("c"))
}

func TestFork_FromACheckpointLeavesTheRunAlone(t *testing.T) {
	b := newBench(t, lineGraph())
	run := b.start(t, graph.Waiting)
	before, err := b.store.Checkpoint(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.send(t, run.ID, graph.Answer("q", "one"))
	b.resume(t, run.ID, graph.Finished)

	fork, err := b.Fork(t.Context(), run.ID, before.Seq)
	if err != nil || fork.ID == run.ID || fork.ForkedFrom != run.ID || fork.Status != graph.Queued {
		t.Fatalf("fork %+v, %v", fork, err)
	}
	b.resume(t, fork.ID, graph.Waiting)
	b.send(t, fork.ID, graph.Answer("q", "two"))
	b.resume(t, fork.ID, graph.Finished)
	b.expectLines(t, run.ID, "a", "one", "c")
	b.expectLines(t, fork.ID, "a", "two", "c")
	if kinds := b.kinds(t, fork.ID); kinds[0] != string(graph.RunForked) || count(kinds, graph.NodeFinished) != 2 {
		t.Errorf("events of the fork %v, want only its own nodes", kinds)
	}
	if _, err := b.Fork(t.Context(), run.ID, 99); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("fork of checkpoint 99: %v, want ErrNotFound", err)
	}
}

func TestCheckpoint_AfterEveryNode(t *testing.T) {
	b := newBench(t, newDiary("three").Start("a").
		Node("a", spread("a", "b", 1, 2, 3), graph.Edges("b")).Node("b", note("b")))
	run := b.start(t, graph.Finished)
	all, err := b.store.Checkpoints(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range all {
		s, err := b.State(t.Context(), run.ID, c.Seq)
		if err != nil || s.Count != i {
			t.Errorf("checkpoint %d (%s): %d nodes in its state, %v; want %d", c.Seq, c.Task, s.Count, err, i)
		}
	}
	if len(all) != 5 || all[1].Node != "a" || all[4].Node != "b" {
		t.Errorf("checkpoints %+v, want the start and one per node", all)
	}
}

func TestPrune_KeepsTheChosenAndTheLast(t *testing.T) {
	b := newBench(t, lineGraph())
	run := b.start(t, graph.Waiting)
	b.send(t, run.ID, graph.Answer("q", "x"))
	b.resume(t, run.ID, graph.Finished)
	if err := b.Prune(t.Context(), run.ID, func(c graph.Checkpoint) bool { return c.Node == "a" }); err != nil {
		t.Fatal(err)
	}
	all, err := b.store.Checkpoints(t.Context(), run.ID)
	if err != nil || len(all) != 2 || all[0].Node != "a" || all[1].Node != "c" {
		t.Errorf("checkpoints %+v, %v; want that of a and the last", all, err)
	}
	b.expectLines(t, run.ID, "a", "x", "c")
	if fork, err := b.Fork(t.Context(), run.ID, all[0].Seq); err != nil {
		t.Errorf("fork of a kept checkpoint: %v", err)
	} else {
		b.resume(t, fork.ID, graph.Waiting)
	}
}

func TestResume_RefusesAnotherVersion(t *testing.T) {
	old := newBench(t, lineGraph())
	run := old.start(t, graph.Waiting)
	note := func(context.Context, diary) (dstep, error) { return dstep{}, nil }
	later := benchOver(t, graph.New[diary]("line", 2).Start("a").Node("a", note, graph.Edges("ask")).Node("ask", note), old.store)
	if _, err := later.Resume(t.Context(), run.ID); err == nil || !strings.Contains(err.Error(), "version 1") {
		t.Errorf("Resume of an older version = %v, want the versions", err)
	}
	newer, err := later.Create(t.Context(), graph.Begin{}, diary{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.State(t.Context(), newer.ID, 0); fault.KindOf(err) != fault.Usage || fault.Hint(err) == "" {
		t.Errorf("the old program reads the new state: %v, want a fault that says to update", err)
	}
}

func TestResume_Refuses(t *testing.T) {
	b := newBench(t, lineGraph())
	run := b.start(t, graph.Waiting)
	other := benchOver(t, newDiary("other").Start("a").Node("a", note("a")), b.store)
	if _, err := other.Resume(t.Context(), run.ID); err == nil {
		t.Error("a run was resumed with another flow's graph")
	}
	if _, err := b.Resume(t.Context(), "none"); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Resume of an unknown run = %v, want ErrNotFound", err)
	}
	renamed := benchOver(t, newDiary("line").Start("a").Node("a", note("a")), b.store)
	if _, err := renamed.Resume(t.Context(), run.ID); err == nil || !strings.Contains(err.Error(), `"ask"`) {
		t.Errorf("Resume at a node that is gone = %v, want its name", err)
	}
	if _, err := b.Start(t.Context(), graph.Begin{ID: run.ID}, diary{}); !errors.Is(err, graph.ErrExists) {
		t.Errorf("Start with an ID that is taken = %v, want ErrExists", err)
	}
}

func TestResume_TwiceAtTheSameTime(t *testing.T) {
	w := newWorkshop()
	b, run, stopped := w.begun(t, t.Context())
	if _, err := b.Resume(t.Context(), run); !errors.Is(err, graph.ErrLive) {
		t.Errorf("Resume of a live run = %v, want ErrLive", err)
	}
	if err := b.Prune(t.Context(), run, func(graph.Checkpoint) bool { return false }); !errors.Is(err, graph.ErrLive) {
		t.Errorf("Prune of a live run = %v, want ErrLive", err)
	}
	elsewhere := benchOver(t, w.graph(), b.store) // another process: its checkpoint and ours cannot both be the next
	lost := make(chan struct{})
	go func() {
		defer close(lost)
		close(w.release)
		_, _ = elsewhere.Resume(context.Background(), run)
	}()
	within(t, 5*time.Second, "one of them", stopped)
	within(t, 5*time.Second, "the other", lost)
	all, err := b.store.Checkpoints(t.Context(), run)
	for i, c := range all {
		if c.Seq != i+1 {
			t.Fatalf("checkpoint %d has number %d, %v", i, c.Seq, err)
		}
	}
}
