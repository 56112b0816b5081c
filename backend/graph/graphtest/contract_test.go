// Package graphtest holds the contract that every graph.Store keeps: the library, and any other. A store that keeps it carries a
// Runner through crashes and restarts. It refuses to know how a store keeps anything.
package graphtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// Store is a graph.Store whose runs and events can be listed.
type Store interface {
	graph.Store
	Runs(ctx context.Context, f graph.Filter) ([]graph.Run, error)
	Events(ctx context.Context, run string, since int64, limit int) ([]event.Event, error)
}

func TestLibrary_KeepsTheContract(t *testing.T) {
	contract(t, func(t *testing.T) Store {
		db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	})
}

// contract checks a store; open returns an empty one for each of its parts.
func contract(t *testing.T, open func(t *testing.T) Store) {
	for name, part := range map[string]func(*testing.T, Store){
		"Create": create, "Update": update, "Checkpoints": checkpoints, "Atomic": atomic,
		"Inbox": inbox, "Events": events, "Runs": runs, "Missing": absent, "Concurrent": concurrent,
	} {
		t.Run(name, func(t *testing.T) { part(t, open(t)) })
	}
}

var noon = time.Date(2026, 3, 4, 12, 0, 0, 123456789, time.UTC)

func newRun(id string) graph.Run {
	return graph.Run{ID: id, Flow: "flow", Title: "Why? — „warum“", Status: graph.Queued, Meta: json.RawMessage(`{"a":1}`), Created: noon, Updated: noon}
}

func point(run string, seq int) *graph.Checkpoint {
	return &graph.Checkpoint{Run: run, Seq: seq, Node: "n", Task: fmt.Sprintf("n-%d", seq), Version: 3,
		State: json.RawMessage(fmt.Sprintf(`{"seq":%d}`, seq)), Tasks: json.RawMessage(`[]`), At: noon.Add(time.Duration(seq) * time.Second)}
}

// begin creates a run with checkpoint 1.
func begin(t *testing.T, s Store, run graph.Run) {
	t.Helper()
	if _, err := s.Commit(t.Context(), graph.Commit{Run: run, New: true, Checkpoint: point(run.ID, 1)}); err != nil {
		t.Fatal(err)
	}
}

func commit(t *testing.T, s Store, c graph.Commit) []event.Event {
	t.Helper()
	out, err := s.Commit(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func must[T any](t *testing.T, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// same compares through JSON: times by their instant and numbers by value.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if string(a) != string(b) {
		t.Errorf("%s:\n got %s\nwant %s", what, a, b)
	}
}

func create(t *testing.T, s Store) {
	run := newRun("a")
	run.Parent, run.ForkedFrom = "p", "f"
	begin(t, s, run)
	got, err := s.Run(t.Context(), "a")
	same(t, "run", must(t, got, err), run)
	if _, err := s.Commit(t.Context(), graph.Commit{Run: run, New: true}); !errors.Is(err, graph.ErrExists) {
		t.Errorf("second run with the ID: %v, want ErrExists", err)
	}
}

func update(t *testing.T, s Store) {
	begin(t, s, newRun("a"))
	want := newRun("a")
	want.Status, want.Error, want.Hint, want.Updated = graph.Failed, "boom", "do this", noon.Add(time.Hour)
	changed := want
	changed.Title, changed.Flow, changed.Created, changed.Meta = "other", "other", noon.Add(time.Minute), nil
	commit(t, s, graph.Commit{Run: changed})
	got, err := s.Run(t.Context(), "a")
	same(t, "run", must(t, got, err), want)
}

func checkpoints(t *testing.T, s Store) {
	begin(t, s, newRun("a"))
	begin(t, s, newRun("b"))
	for seq := 2; seq <= 5; seq++ {
		commit(t, s, graph.Commit{Run: newRun("a"), Checkpoint: point("a", seq)})
	}
	for seq, want := range map[int]int{0: 5, 1: 1, 3: 3, 5: 5} {
		got, err := s.Checkpoint(t.Context(), "a", seq)
		same(t, fmt.Sprint("checkpoint ", seq), must(t, got, err), point("a", want))
	}
	for _, seq := range []int{5, 7} {
		if _, err := s.Commit(t.Context(), graph.Commit{Run: newRun("a"), Checkpoint: point("a", seq)}); !errors.Is(err, graph.ErrConflict) {
			t.Errorf("checkpoint %d after 5: %v, want ErrConflict", seq, err)
		}
	}
	if err := s.DropCheckpoints(t.Context(), "a", []int{2, 4, 99}); err != nil {
		t.Fatal(err)
	}
	var want []graph.Checkpoint
	for _, seq := range []int{1, 3, 5} {
		c := *point("a", seq)
		c.State, c.Tasks = nil, nil
		want = append(want, c)
	}
	got, err := s.Checkpoints(t.Context(), "a")
	same(t, "headers", must(t, got, err), want)
	commit(t, s, graph.Commit{Run: newRun("a"), Checkpoint: point("a", 6)})
}
