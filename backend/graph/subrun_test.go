package graph_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/graph"
)

// family is a parent whose only node runs a child graph as a sub-run, as the application injects it.
func family(t *testing.T, child bench) *graph.Graph[diary] {
	return newDiary("parent").Start("delegate").Node("delegate", func(ctx context.Context, s diary) (dstep, error) {
		id := graph.RunID(ctx) + "/" + graph.TaskID(ctx)
		_, err := child.Create(ctx, graph.Begin{ID: id, Parent: graph.RunID(ctx)}, diary{})
		if err != nil && !errors.Is(err, graph.ErrExists) {
			return dstep{}, err
		}
		run, err := child.Resume(ctx, id)
		switch {
		case errors.Is(err, graph.ErrFinished):
		case err != nil:
			return dstep{}, err
		case run.Status == graph.Waiting:
			return dstep{}, graph.ErrSuspended
		case run.Status != graph.Finished:
			return dstep{}, context.Cause(ctx)
		}
		result, err := child.State(ctx, id, 0)
		if err != nil {
			return dstep{}, err
		}
		return did1(result.Lines[len(result.Lines)-1])
	})
}

func TestSubRun_WaitsWithItsParent(t *testing.T) {
	store := shelf.Empty(t)
	child := benchOver(t, newDiary("child").Start("a").Node("a", func(ctx context.Context, s diary) (dstep, error) {
		name, err := graph.Ask[string](ctx, graph.Question{ID: "q"})
		return dstep{Change: did{name}}, err
	}), store)
	parent := benchOver(t, family(t, child), store)
	run := parent.start(t, graph.Waiting)
	sub := run.ID + "/delegate-1"
	child.send(t, sub, graph.Answer("q", "from below"))
	child.resume(t, sub, graph.Finished)
	parent.resume(t, run.ID, graph.Finished)
	parent.expectLines(t, run.ID, "from below")
	if got, err := store.Run(t.Context(), sub); err != nil || got.Parent != run.ID {
		t.Errorf("sub-run %+v, %v; want its parent to be known", got, err)
	}
}

func TestSubRun_IsCancelledWithItsParent(t *testing.T) {
	store, w := shelf.Empty(t), newWorkshop()
	child := benchOver(t, newDiary("child").Start("work").
		Node("work", w.work, graph.Edges("write")).Node("write", note("write")), store)
	parent := benchOver(t, family(t, child), store)
	run, err := parent.Create(t.Context(), graph.Begin{}, diary{})
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_, _ = parent.Resume(t.Context(), run.ID)
	}()
	<-w.started
	parent.send(t, run.ID, graph.Note(graph.MessageCancel, nil))
	within(t, time.Second, "cancel", stopped)
	parent.status(t, run.ID, graph.Cancelled)
	child.status(t, run.ID+"/delegate-1", graph.Cancelled)
	close(w.release)
	parent.resume(t, run.ID, graph.Finished)
	parent.expectLines(t, run.ID, "write")
}

func TestWake_IsNotLostOnATaskThatIsAboutToWait(t *testing.T) {
	looked, tell := make(chan struct{}, 10), make(chan struct{})
	runs := &tally{}
	b := newBench(t, newDiary("wake").Start("a").Node("a", func(ctx context.Context, s diary) (dstep, error) {
		if runs.add("a") == 1 {
			looked <- struct{}{}
			<-tell
			return dstep{}, graph.ErrSuspended
		}
		return did1("woken")
	}))
	run, err := b.Create(t.Context(), graph.Begin{}, diary{})
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_, _ = b.Resume(t.Context(), run.ID)
	}()
	<-looked
	b.send(t, run.ID, graph.Note(graph.MessageWake, nil))
	for count(b.kinds(t, run.ID), graph.MessageHandled) == 0 {
		time.Sleep(time.Millisecond)
	}
	close(tell)
	within(t, time.Second, "the end", stopped)
	b.status(t, run.ID, graph.Finished)
}
