package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
)

// workshop is a graph whose node "work" lasts until release is closed or its context ends.
type workshop struct {
	started, release chan struct{}
	deaf             bool
	runs             tally
}

func newWorkshop() *workshop {
	return &workshop{started: make(chan struct{}, 10), release: make(chan struct{})}
}

func (w *workshop) work(ctx context.Context, s diary) (dstep, error) {
	w.runs.add("work")
	w.started <- struct{}{}
	stop := ctx.Done()
	if w.deaf {
		stop = nil
	}
	select {
	case <-w.release:
		return did1("work", graph.To("write"))
	case <-stop:
		return dstep{}, ctx.Err()
	}
}

func (w *workshop) graph() *graph.Graph[diary] {
	steer := func(s *diary, m graph.Message) ([]graph.Task, error) {
		s.Lines = append(s.Lines, "told "+m.Kind)
		switch m.Kind {
		case "finish":
			return graph.Instead(graph.To("write")), nil
		case "dig":
			var where string
			err := json.Unmarshal(m.Data, &where)
			return []graph.Task{graph.With("dig", where)}, err
		case "stray":
			return []graph.Task{graph.To("work")}, nil
		case "panic":
			panic("in handler")
		}
		return nil, errors.New("what?")
	}
	return newDiary("workshop").Start("plan").
		Node("plan", note("plan", graph.To("quick"), graph.To("work"), graph.To("ask")), graph.Edges("quick", "work", "ask")).
		Node("quick", note("quick", graph.To("write")), graph.Edges("write")).
		Node("work", w.work, graph.Edges("write")).
		Node("ask", func(ctx context.Context, s diary) (dstep, error) {
			_, err := graph.Ask[bool](ctx, graph.Question{ID: "q"})
			return dstep{Change: did{"asked"}}, err
		}, graph.Edges("write")).
		Node("dig", note("dig")).
		Join("write", note("write")).
		OnMessage(steer, "write", "dig").
		OnHeard(func(s diary, m graph.Message) []event.Event {
			return []event.Event{event.New("heard."+event.Kind(m.Kind), s.Lines[len(s.Lines)-1])}
		})
}

// begun starts the workshop's run and returns when its node works and its question is open; the channel is closed when the
// run has stopped.
func (w *workshop) begun(t *testing.T, ctx context.Context) (bench, string, <-chan struct{}) {
	t.Helper()
	b := newBench(t, w.graph())
	run, err := b.Create(ctx, graph.Begin{}, diary{})
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_, _ = b.Resume(ctx, run.ID)
	}()
	<-w.started
	for {
		if q, err := b.Questions(ctx, run.ID); err != nil || len(q) == 1 {
			return b, run.ID, stopped
		}
		time.Sleep(time.Millisecond)
	}
}

func (b bench) status(t *testing.T, run string, want graph.Status) {
	t.Helper()
	got, err := b.store.Run(t.Context(), run)
	if err != nil || got.Status != want {
		t.Errorf("run is %s, %v; want %s", got.Status, err, want)
	}
}

func TestMessage_FinishReplacesEverything(t *testing.T) {
	w := newWorkshop()
	b, run, stopped := w.begun(t, t.Context())
	for len(b.lines(t, run)) < 2 { // until quick's change is in a checkpoint
		time.Sleep(time.Millisecond)
	}
	b.send(t, run, graph.Note("finish", nil))
	within(t, time.Second, "finish", stopped)
	b.status(t, run, graph.Finished)
	b.expectLines(t, run, "plan", "told finish", "quick", "write [<nil>]")
	if q, err := b.Questions(t.Context(), run); err != nil || len(q) != 0 {
		t.Errorf("questions %v, %v; want none to be open", q, err)
	}
}

func TestMessage_SteersWhileNodesRun(t *testing.T) {
	w := newWorkshop()
	b, run, stopped := w.begun(t, t.Context())
	b.send(t, run, graph.Note("dig", "deeper"))
	for _, kind := range []string{"stray", "panic", "unknown"} {
		b.send(t, run, graph.Note(kind, nil))
	}
	b.send(t, run, graph.Answer("q", true))
	for count(b.kinds(t, run), graph.MessageRefused) < 3 {
		time.Sleep(time.Millisecond)
	}
	close(w.release)
	within(t, 5*time.Second, "the end", stopped)
	b.status(t, run, graph.Finished)
	if kinds := b.kinds(t, run); count(kinds, "heard.dig") != 1 || count(kinds, "heard.stray")+count(kinds, "heard.panic")+count(kinds, "heard.unknown") > 0 {
		t.Errorf("told of %v, want what was carried out alone", kinds)
	}
	got := strings.Join(b.lines(t, run), ", ")
	if want := "plan, told dig, quick, work, asked, dig deeper, write [<nil> <nil> <nil>]"; got != want {
		t.Errorf("lines\n got %s\nwant %s", got, want)
	}
	if box, err := b.store.Inbox(t.Context(), run); err != nil || len(box) != 0 {
		t.Errorf("inbox %v, %v; want it to be handled", box, err)
	}
}

func TestMessage_PauseLetsNodesFinish(t *testing.T) {
	w := newWorkshop()
	b, run, stopped := w.begun(t, t.Context())
	b.send(t, run, graph.Note(graph.MessagePause, nil))
	select {
	case <-stopped:
		t.Fatal("the run did not wait for its node")
	case <-time.After(30 * time.Millisecond):
	}
	close(w.release)
	within(t, time.Second, "pause", stopped)
	b.status(t, run, graph.Paused)
	b.send(t, run, graph.Note(graph.MessagePause, nil)) // stale when the run is resumed
	b.send(t, run, graph.Answer("q", true))
	b.resume(t, run, graph.Finished)
	if w.runs.of("work") != 1 {
		t.Errorf("work ran %d times, want 1", w.runs.of("work"))
	}
}

func TestCancel_WithinASecondAndResumable(t *testing.T) {
	for name, c := range map[string]struct {
		deaf bool
		how  func(b bench, run string, cancel context.CancelCauseFunc) error
		want graph.Status
	}{
		"message": {false, func(b bench, run string, _ context.CancelCauseFunc) error {
			return b.Send(context.Background(), run, graph.Note(graph.MessageCancel, nil))
		}, graph.Cancelled},
		"message from elsewhere": {false, func(b bench, run string, _ context.CancelCauseFunc) error {
			_, err := b.store.Send(context.Background(), graph.Message{Run: run, Kind: graph.MessageCancel})
			return err
		}, graph.Cancelled},
		"message to a deaf node": {true, func(b bench, run string, _ context.CancelCauseFunc) error {
			return b.Send(context.Background(), run, graph.Note(graph.MessageCancel, nil))
		}, graph.Cancelled},
		"context":  {false, func(_ bench, _ string, cancel context.CancelCauseFunc) error { cancel(nil); return nil }, graph.Cancelled},
		"shutdown": {false, func(_ bench, _ string, cancel context.CancelCauseFunc) error { cancel(graph.ErrShutdown); return nil }, graph.Paused},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkshop()
			w.deaf = c.deaf
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			b, run, stopped := w.begun(t, ctx)
			if err := c.how(b, run, cancel); err != nil {
				t.Fatal(err)
			}
			within(t, time.Second, "cancel", stopped)
			b.status(t, run, c.want)
			close(w.release)
			b.send(t, run, graph.Answer("q", true))
			b.resume(t, run, graph.Finished)
			if got := b.lines(t, run); len(got) != 5 {
				t.Errorf("lines %q, want all five nodes", got)
			}
		})
	}
}

func TestCancel_OfARunThatWaitsOrIsQueued(t *testing.T) {
	b := newBench(t, interview(&tally{}))
	waiting := b.start(t, graph.Waiting)
	b.send(t, waiting.ID, graph.Note(graph.MessageCancel, nil))
	b.resume(t, waiting.ID, graph.Cancelled)
	queued, err := b.Create(t.Context(), graph.Begin{}, diary{})
	if err != nil {
		t.Fatal(err)
	}
	b.send(t, queued.ID, graph.Note(graph.MessageCancel, nil))
	b.resume(t, queued.ID, graph.Cancelled)
	b.expectLines(t, queued.ID)
}

func TestCancel_IsNeverTakenForAFailure(t *testing.T) {
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		b := newBench(t, newDiary("quick").Start("a").Node("a", func(ctx context.Context, s diary) (dstep, error) {
			cancel() // at the moment at which the node ends
			return dstep{}, ctx.Err()
		}))
		run, err := b.Start(ctx, graph.Begin{}, diary{})
		b.expect(t, run, err, graph.Cancelled)
	}
}
