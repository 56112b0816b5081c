package answer

import (
	"context"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// Name is the flow's name in the list of runs.
const Name = "answer"

// Tools are what the flow works with. Web is nil when the run is offline.
type Tools struct {
	Kit     *step.Kit
	Web     step.Web
	Reports flow.Reports
	Making  report.Making // engine, model, version: what the footer says
	Now     func() time.Time
	// Connections tells what left the computer for a run so far; nil is allowed.
	Connections func(ctx context.Context, run string) ([]report.Connection, error)
}

// New draws the graph.
func New(t Tools) *graph.Graph[State] {
	f := &run{t}
	g := graph.New[State](Name, StateVersion).
		Changes(&understood{}, &planned{}, &consented{}, &searched{}, &read{}, &evaluated{}, &synthesized{}, &finalized{}).
		Node("understand", f.timed("understand", f.understand), graph.Edges("plan")).
		Node("plan", f.timed("plan", f.plan), graph.Edges("consent")).
		Node("consent", f.timed("consent", f.consent), graph.Edges("search")).
		Node("search", f.timed("search", f.search), graph.Edges("read")).
		Node("read", f.timed("read", f.read), graph.Edges("evaluate")).
		Node("evaluate", f.timed("evaluate", f.evaluate), graph.Edges("consent", "synthesize")).
		Node("synthesize", f.timed("synthesize", f.synthesize), graph.Edges("finalize")).
		Node("finalize", f.timed("finalize", f.finalize)).
		Start("understand")
	return g.OnMessage(steer, "synthesize")
}

type run struct{ Tools }

// timed charges what a node spends to the change it returns.
func (f *run) timed(name string, node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return func(ctx context.Context, s State) (graph.Step[State], error) {
		before, began := f.Kit.Meter.Spent(), f.Now()
		out, err := node(ctx, s)
		if c, ok := out.Change.(interface{ charge(budget.Spend, string) }); ok {
			spend := f.Kit.Meter.Spent().Minus(before)
			spend.Time = f.Now().Sub(began)
			c.charge(spend, PhaseOf(name))
		}
		return out, err
	}
}
