package graphtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
)

func atomic(t *testing.T, s Store) {
	begin(t, s, newRun("a"))
	m, err := s.Send(t.Context(), graph.Message{Run: "a", Kind: "k", At: noon})
	must(t, m, err)
	failed := newRun("a")
	failed.Status = graph.Failed
	_, err = s.Commit(t.Context(), graph.Commit{Run: failed, Checkpoint: point("a", 9), Handled: []int64{m.ID},
		Events: []event.Event{{Run: "a", Kind: "e", At: noon}}})
	if !errors.Is(err, graph.ErrConflict) {
		t.Fatalf("Commit = %v, want ErrConflict", err)
	}
	run, err := s.Run(t.Context(), "a")
	same(t, "status", must(t, run, err).Status, graph.Queued)
	box, err := s.Inbox(t.Context(), "a")
	same(t, "messages", len(must(t, box, err)), 1)
	all, err := s.Events(t.Context(), "", 0, 0)
	same(t, "events", len(must(t, all, err)), 0)
}

func inbox(t *testing.T, s Store) {
	begin(t, s, newRun("a"))
	begin(t, s, newRun("b"))
	var sent []graph.Message
	for i := range 4 {
		run := []string{"a", "b"}[i/3]
		m, err := s.Send(t.Context(), graph.Message{Run: run, Kind: fmt.Sprint("k", i), Data: json.RawMessage(`"d"`), At: noon})
		sent = append(sent, must(t, m, err))
		if m.ID == 0 || i > 0 && m.ID <= sent[i-1].ID {
			t.Errorf("message %d has ID %d, want ascending IDs", i, m.ID)
		}
	}
	commit(t, s, graph.Commit{Run: newRun("a"), Handled: []int64{sent[1].ID, sent[3].ID}})
	got, err := s.Inbox(t.Context(), "a")
	same(t, "inbox of a", must(t, got, err), []graph.Message{sent[0], sent[2]})
	got, err = s.Inbox(t.Context(), "b")
	same(t, "inbox of b, whose message another run cannot handle", must(t, got, err), []graph.Message{sent[3]})
}

func events(t *testing.T, s Store) {
	begin(t, s, newRun("a"))
	begin(t, s, newRun("b"))
	var want []event.Event
	for i := range 6 {
		run := []string{"a", "b"}[i%2]
		e := event.Event{Run: run, Kind: event.Kind(fmt.Sprint("k", i)), At: noon, Data: json.RawMessage(`{"x":[1]}`)}
		got := commit(t, s, graph.Commit{Run: newRun(run), Events: []event.Event{e}})
		e.Seq = int64(i + 1)
		want = append(want, e)
		same(t, "written", got, want[i:])
	}
	got, err := s.Events(t.Context(), "", 2, 0)
	same(t, "all since 2", must(t, got, err), want[2:])
	got, err = s.Events(t.Context(), "b", 2, 0)
	same(t, "b since 2", must(t, got, err), []event.Event{want[3], want[5]})
	got, err = s.Events(t.Context(), "", 1, 2)
	same(t, "two since 1", must(t, got, err), want[1:3])
}

func runs(t *testing.T, s Store) {
	for i := range 6 {
		run := newRun(fmt.Sprint("r", i))
		run.Flow = []string{"x", "y"}[i%2]
		run.Parent = []string{"", "", "p"}[i%3]
		run.Status = []graph.Status{graph.Running, graph.Running, graph.Finished}[i/2]
		begin(t, s, run)
	}
	none := ""
	for name, c := range map[string]struct {
		filter graph.Filter
		want   []string
	}{
		"all, newest first": {graph.Filter{}, []string{"r5", "r4", "r3", "r2", "r1", "r0"}},
		"limit":             {graph.Filter{Limit: 2}, []string{"r5", "r4"}},
		"flow":              {graph.Filter{Flow: "x"}, []string{"r4", "r2", "r0"}},
		"status":            {graph.Filter{Status: []graph.Status{graph.Finished, graph.Failed}}, []string{"r5", "r4"}},
		"nobody's":          {graph.Filter{Parent: &none}, []string{"r4", "r3", "r1", "r0"}},
		"together":          {graph.Filter{Parent: &none, Flow: "x", Limit: 1}, []string{"r4"}},
		"nothing":           {graph.Filter{Flow: "z"}, nil},
	} {
		got, err := s.Runs(t.Context(), c.filter)
		var ids []string
		for _, r := range must(t, got, err) {
			ids = append(ids, r.ID)
		}
		if !slices.Equal(ids, c.want) {
			t.Errorf("%s: %v, want %v", name, ids, c.want)
		}
	}
}

func absent(t *testing.T, s Store) {
	begin(t, s, newRun("a"))
	_, run := s.Run(t.Context(), "no")
	_, last := s.Checkpoint(t.Context(), "no", 0)
	_, other := s.Checkpoint(t.Context(), "a", 2)
	_, send := s.Send(t.Context(), graph.Message{Run: "no", Kind: "k", At: noon})
	_, commit := s.Commit(t.Context(), graph.Commit{Run: newRun("no")})
	for name, err := range map[string]error{"Run": run, "last Checkpoint": last, "Checkpoint 2": other, "Send": send, "Commit": commit} {
		if !errors.Is(err, graph.ErrNotFound) {
			t.Errorf("%s = %v, want ErrNotFound", name, err)
		}
	}
	box, err := s.Inbox(t.Context(), "no")
	same(t, "inbox", len(must(t, box, err)), 0)
}

// concurrent runs of one store get distinct, gapless event numbers.
func concurrent(t *testing.T, s Store) {
	const writers, each = 4, 8
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			run := newRun(fmt.Sprint("w", w))
			for seq := 1; seq <= each; seq++ {
				_, err := s.Commit(t.Context(), graph.Commit{Run: run, New: seq == 1, Checkpoint: point(run.ID, seq),
					Events: []event.Event{{Run: run.ID, Kind: "k", At: noon}}})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	all, err := s.Events(t.Context(), "", 0, 0)
	for i, e := range must(t, all, err) {
		if e.Seq != int64(i+1) {
			t.Fatalf("event %d has Seq %d", i, e.Seq)
		}
	}
	same(t, "events", len(all), writers*each)
}
