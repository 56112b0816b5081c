package discover

import (
	"context"
	"fmt"
	"sync"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// Tools are what the flow works with. A run without an image needs no Picture; the functions that may be nil say so.
type Tools struct {
	flow.Tools
	Inquire flow.Inquire

	// Summary is the text of a report as an answer prints it, with its citations as [1], [2], ... (flow/answer: Text).
	Summary func(r report.Report) string
	// Picture returns the kept bytes of an image, and where they lie.
	Picture func(ctx context.Context, hash string) (path string, image []byte, err error)
	// Drawing is held while a picture is drawn.
	Drawing sync.Locker
	// Recognise reads what is written in a picture (PNG); nil where nothing that could is installed.
	Recognise func(ctx context.Context, png []byte, language string) (string, error)
	// Cited returns the pages of a document that reports of other runs cite, with how many claims rest on each; nil is allowed.
	Cited func(ctx context.Context, document string) (map[int]int, error)
}

// New draws the graph.
func New(t Tools) *graph.Graph[State] {
	f := &run{t}
	return graph.New[State](Name, StateVersion).
		Node("look", f.timed(f.look), graph.Edges("research")).
		Node("research", f.timed(f.research), graph.Edges("surface")).
		Node("surface", f.timed(f.surface), graph.Edges("finish")).
		Node("finish", f.timed(f.finish)).
		Start("look").
		OnMessage(steer)
}

type run struct{ Tools }

// timed charges what a node spends to the change it returns.
func (f *run) timed(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return flow.Timed(f.Kit, f.Now, flow.Bounded(node, func(s State) (budget.Limits, budget.Spend) { return s.Limits, s.Spend }))
}

// Charge takes what a node spent into the state.
func (s *State) Charge(_ context.Context, spend budget.Spend) { s.Spend = s.Spend.Plus(spend) }

// PhaseOf returns the phase that a node belongs to; "" for no node: where a run begins.
func PhaseOf(node string) string { return phases[node] }

var phases = map[string]string{"look": PhaseLooking, "research": PhaseResearching, "surface": PhaseSurfacing, "finish": PhaseSurfacing}

// steer applies a message at a node boundary.
func steer(s *State, m graph.Message) ([]graph.Task, error) {
	if m.Kind != flow.MessageAttend {
		return nil, fmt.Errorf("a run that discovers does not understand %q", m.Kind)
	}
	s.Allow.Attend()
	return nil, nil
}
