package graph_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/graph"
)

func TestEvents_InOrderDurableAndBroadcast(t *testing.T) {
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	store, bus := shelf.Empty(t), &event.Bus{}
	g := newDiary("events").Start("a").
		Node("a", func(ctx context.Context, s diary) (dstep, error) {
			graph.Record(ctx, event.New("deep", nil))
			graph.Emit(ctx, event.New("token", "x"))
			return dstep{Change: did{"a"}, Events: []event.Event{event.New("kept", 1)}}, nil
		}, graph.Edges("b")).
		Node("b", func(ctx context.Context, s diary) (dstep, error) {
			graph.Record(ctx, event.New("before the question", nil))
			_, err := graph.Ask[int](ctx, graph.Question{ID: "q"})
			return dstep{}, err
		})
	r, err := graph.NewRunner(g, store, graph.Options{Bus: bus, Now: func() time.Time { return clock }, NewID: func() string { return "run1" }})
	if err != nil {
		t.Fatal(err)
	}
	sub := bus.Subscribe(100)
	if _, err := r.Start(t.Context(), graph.Begin{Title: "Why?"}, diary{}); err != nil {
		t.Fatal(err)
	}
	if err := r.Send(t.Context(), "run1", graph.Answer("q", 7)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resume(t.Context(), "run1"); err != nil {
		t.Fatal(err)
	}
	sub.Close()
	stored, err := store.Events(t.Context(), "run1", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range stored {
		kinds = append(kinds, string(e.Kind))
		if e.Run != "run1" || !e.At.Equal(clock) {
			t.Errorf("event %+v, want its run and time", e)
		}
	}
	want := "run.started node.started deep kept node.finished node.started question.asked run.waiting " +
		"run.resumed question.answered message.handled node.started before the question node.finished run.finished"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("events\n got %s\nwant %s", got, want)
	}
	var live []event.Event
	for e := range sub.C {
		if e.Seq > 0 {
			live = append(live, e)
		} else if e.Kind != "token" || e.Run != "run1" || string(e.Data) != `"x"` {
			t.Errorf("ephemeral event %+v", e)
		}
	}
	same := func(a, b event.Event) bool { return a.Seq == b.Seq && a.Kind == b.Kind }
	if !slices.EqualFunc(live, stored, same) {
		t.Errorf("broadcast %v, stored %v", live, stored)
	}
	var data graph.RunEvent
	if err := json.Unmarshal(stored[0].Data, &data); err != nil || data.Title != "Why?" || data.Status != graph.Running {
		t.Errorf("data of run.started %+v, %v", data, err)
	}
}

func TestEvents_PanicTellsWhere(t *testing.T) {
	b := newBench(t, newDiary("panic").Start("a").Node("a", func(context.Context, diary) (dstep, error) { panic("ouch") }))
	run := b.start(t, graph.Failed)
	all, err := b.store.Events(t.Context(), run.ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var data graph.RunEvent
	last := all[len(all)-1]
	if err := json.Unmarshal(last.Data, &data); err != nil || last.Kind != graph.RunFailed || !strings.Contains(data.Stack, "events_test.go") {
		t.Errorf("last event %s %+v, want run.failed with the stack", last.Kind, data)
	}
}
