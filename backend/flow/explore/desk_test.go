package explore_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// desk is where one run is worked on.
type desk struct {
	t      *testing.T
	world  *world
	tools  explore.Tools
	store  *store.DB
	runner *graph.Runner[explore.State]
}

func newDesk(t *testing.T, w *world, change ...func(*explore.Tools)) *desk {
	t.Helper()
	d := &desk{t: t, world: w, store: shelf.Empty(t)}
	d.tools = explore.Tools{Tools: flow.Tools{Kit: &step.Kit{Engine: extract.Engine{Search: w, Library: w, Lexicon: w}, Caller: reason.Caller{Meter: &budget.Meter{}}}, Reports: w, Now: func() time.Time { return noon }}, Attached: w, Rows: w}
	for _, c := range change {
		c(&d.tools)
	}
	d.runner = d.on(d.store, 4)
	return d
}

func (d *desk) on(store graph.Store, parallel int) *graph.Runner[explore.State] {
	d.t.Helper()
	r, err := graph.NewRunner(explore.New(d.tools), store, graph.Options{Now: d.tools.Now, Poll: 5 * time.Millisecond, Parallel: parallel})
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// run works on a question to the end.
func (d *desk) run(s explore.State) (explore.State, string) {
	d.t.Helper()
	run, err := d.runner.Start(context.Background(), graph.Begin{Title: s.Question}, s)
	if err != nil || run.Status != graph.Finished {
		d.t.Fatalf("run %s: %v", run.Status, err)
	}
	return d.state(run.ID), run.ID
}

func (d *desk) state(run string) explore.State {
	d.t.Helper()
	s, err := d.runner.State(context.Background(), run, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

func (d *desk) events(run string, kind event.Kind) []event.Event {
	d.t.Helper()
	all, err := d.store.Events(context.Background(), run, 0, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	var out []event.Event
	for _, e := range all {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

func data[T any](t *testing.T, e event.Event) (v T) {
	t.Helper()
	if err := json.Unmarshal(e.Data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (d *desk) record(s explore.State, id string) explore.Record {
	d.t.Helper()
	for _, n := range s.Tree {
		if n.ID == id {
			r, err := explore.Read(context.Background(), d.world, s, n)
			if err != nil {
				d.t.Fatal(err)
			}
			return r
		}
	}
	d.t.Fatalf("the tree has no question %s: %+v", id, s.Tree)
	return explore.Record{}
}

// model answers steps by script; what has no script, or answers "", gets what no step can use.
type model struct {
	mu     sync.Mutex
	script map[string]func(call prompts.Call) string
	calls  []prompts.Call
}

func (m *model) Card() prompts.Card { return prompts.Card{Name: "scripted", NumCtx: 16384} }

func (m *model) Generate(_ context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, call)
	text := "I cannot say."
	if say := m.script[call.Step]; say != nil {
		text = say(call)
	}
	return prompts.Reply{Text: text, DoneReason: "stop"}, nil
}

// of returns the first tries of a step.
func (m *model) of(step string) []prompts.Call {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []prompts.Call
	for _, c := range m.calls {
		if c.Step == step && c.Attempt == 0 {
			out = append(out, c)
		}
	}
	return out
}

func say(v any) func(prompts.Call) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return func(prompts.Call) string { return string(raw) }
}

// lanterns is a library on two things, and notes of the person's own on the same.
func lanterns() *world {
	return newWorld([2]string{"handbook.md", strings.Join([]string{
		"The harbour lantern burns rape oil and must be trimmed every 6 hours.",
		"The keeper of the pier repairs the harbour gate after each storm.",
	}, "\n")})
}

const notes = "The lantern oil costs 14 crowns per barrel this winter.\nThe pier keeper must report storm damage within 3 days.\nIt is unclear whether the lantern oil price will rise."
