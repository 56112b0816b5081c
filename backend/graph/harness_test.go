package graph_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// diary is the state of most tests: what was done, in the order in which it was applied.
type diary struct {
	Lines []string
	Count int
	Told  string `json:",omitempty"` // by a message
}

// did is a change whose result depends on the order of application.
type did struct{ Line string }

func (d did) Apply(s *diary) { s.Lines, s.Count = append(s.Lines, d.Line), s.Count+1 }

type dstep = graph.Step[diary]

func did1(line string, next ...graph.Task) (dstep, error) {
	return dstep{Change: did{line}, Next: next}, nil
}

// note returns a node that writes its name and argument down and goes on to next.
func note(name string, next ...graph.Task) graph.NodeFunc[diary] {
	return func(ctx context.Context, s diary) (dstep, error) {
		arg, err := graph.Arg[any](ctx)
		if err != nil {
			return dstep{}, err
		}
		if arg == nil {
			return did1(name, next...)
		}
		return did1(fmt.Sprint(name, " ", arg), next...)
	}
}

// spread returns a node that fans out to node once per argument.
func spread[T any](name, node string, args ...T) graph.NodeFunc[diary] {
	var next []graph.Task
	for _, a := range args {
		next = append(next, graph.With(node, a))
	}
	return note(name, next...)
}

func newDiary(name string) *graph.Graph[diary] { return graph.New[diary](name, 1).Changes(did{}) }

// bench is a runner over a memory store.
type bench struct {
	*graph.Runner[diary]
	store *store.DB
	bus   *event.Bus
}

func newBench(t *testing.T, g *graph.Graph[diary]) bench {
	t.Helper()
	return benchOver(t, g, shelf.Empty(t))
}

// benchOver returns another runner over the store, as a new process would make.
func benchOver(t *testing.T, g *graph.Graph[diary], store *store.DB) bench {
	t.Helper()
	bus := &event.Bus{}
	r, err := graph.NewRunner(g, store, graph.Options{Bus: bus, Poll: 5 * time.Millisecond, Grace: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return bench{r, store, bus}
}

func (b bench) start(t *testing.T, want graph.Status) graph.Run {
	t.Helper()
	run, err := b.Start(t.Context(), graph.Begin{}, diary{})
	return b.expect(t, run, err, want)
}

func (b bench) resume(t *testing.T, id string, want graph.Status) graph.Run {
	t.Helper()
	run, err := b.Resume(t.Context(), id)
	return b.expect(t, run, err, want)
}

func (b bench) expect(t *testing.T, run graph.Run, err error, want graph.Status) graph.Run {
	t.Helper()
	if run.Status != want || (err != nil) != (want == graph.Failed) {
		t.Fatalf("run is %s, %v; want %s", run.Status, err, want)
	}
	if stored, err := b.store.Run(t.Context(), run.ID); err != nil || stored.Status != want {
		t.Fatalf("stored run is %s, %v; want %s", stored.Status, err, want)
	}
	return run
}

func (b bench) lines(t *testing.T, run string) []string {
	t.Helper()
	s, err := b.State(t.Context(), run, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s.Lines
}

func (b bench) expectLines(t *testing.T, run string, want ...string) {
	t.Helper()
	if got := b.lines(t, run); !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

func (b bench) send(t *testing.T, run string, m graph.Message) {
	t.Helper()
	if err := b.Send(t.Context(), run, m); err != nil {
		t.Fatal(err)
	}
}

// kinds returns the kinds of the run's durable events.
func (b bench) kinds(t *testing.T, run string) []string {
	t.Helper()
	all, err := b.store.Events(t.Context(), run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range all {
		out = append(out, string(e.Kind))
	}
	return out
}

func count(kinds []string, kind event.Kind) (n int) {
	for _, k := range kinds {
		if k == string(kind) {
			n++
		}
	}
	return n
}

// tally counts calls by name.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *tally) add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[name]++
	return c.n[name]
}

func (c *tally) of(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[name]
}

// within fails the test when the channel is not closed in time.
func within(t *testing.T, d time.Duration, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(d):
		t.Fatalf("%s: not within %v", what, d)
	}
}
