package answer

import (
	"context"
	"time"

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
		Node("understand", f.timed(f.understand), graph.Edges("plan", "summarise", "finalize")).
		Node("plan", f.timed(f.plan), graph.Edges("consent")).
		Node("consent", f.timed(f.consent), graph.Edges("search")).
		Node("search", f.timed(f.search), graph.Edges("read")).
		Node("summarise", f.timed(f.summarise), graph.Edges("synthesize")).
		Node("read", f.timed(f.read), graph.Edges("evaluate")).
		Node("evaluate", f.timed(f.evaluate), graph.Edges("consent", "synthesize")).
		Node("synthesize", f.timed(f.synthesize), graph.Edges("finalize")).
		Node("finalize", f.timed(f.finalize)).
		Start("understand")
	return g.OnMessage(steer, "synthesize")
}

type run struct{ Tools }

// timed charges what a node spends to the change it returns.
func (f *run) timed(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return flow.Timed(f.Kit, f.Now, node)
}
