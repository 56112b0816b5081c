package answer

import (
	"context"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// Name is the flow's name in the list of runs.
const Name = "answer"

// Tools are what the flow works with.
type Tools = flow.Tools

// New draws the graph.
func New(t Tools) *graph.Graph[State] {
	f := &run{t}
	g := graph.New[State](Name, StateVersion).
		Node("understand", f.timed(f.understand), graph.Edges("plan", "summarise", "finalize")).
		Node("plan", f.timed(f.inTime((*run).plan, planned)), graph.Edges("consent")).
		Node("consent", f.timed(f.consent), graph.Edges("search")).
		Node("search", f.timed(f.inTime((*run).search, searched)), graph.Edges("read")).
		Node("summarise", f.timed(f.summarise), graph.Edges("synthesize")).
		Node("read", f.timed(f.inTime((*run).read, hasRead)), graph.Edges("evaluate")).
		Node("evaluate", f.timed(f.inTime((*run).evaluate, evaluated)), graph.Edges("consent", "synthesize")).
		Node("synthesize", f.timed(f.synthesize), graph.Edges("finalize")).
		Node("finalize", f.timed(f.finalize)).
		Start("understand")
	return g.OnMessage(steer, "synthesize")
}

type run struct{ Tools }

// inTime gives a node of the loop the time that is left for searching; after says how it leaves the state, whatever became of it, and what comes next.
// A failure that leaves nothing else to try ends the loop: what there is is written, and the answer says what happened. When the person stopped the run,
// that is its error.
func (f *run) inTime(node func(*run, clock, *State, *trouble) ([]event.Event, error), after func(*State) []graph.Task) graph.NodeFunc[State] {
	return func(ctx context.Context, s State) (graph.Step[State], error) {
		c, cancel := f.searching(ctx, s)
		defer cancel()
		var t trouble
		events, err := node(f, c, &s, &t)
		if err != nil {
			if ctx.Err() != nil {
				return graph.Step[State]{}, ctx.Err()
			}
			t.broken(s, err)
			events = append(events, t.events()...)
		}
		t.applied(&s)
		return graph.Step[State]{State: &s, Events: events, Next: after(&s)}, nil
	}
}

// timed charges what a node spends to the state that it leaves.
func (f *run) timed(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return flow.Timed(f.Kit, f.Now, node)
}
