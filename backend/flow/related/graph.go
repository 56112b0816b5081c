package related

import (
	"context"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// Name is the flow's name in the list of runs.
const Name = "related"

// Tools are what the flow works with.
type Tools struct {
	flow.Tools // Web was opened with the Bytes and Fetch of LimitsOf
	Shelf      Shelf
	// Article returns the hash of the document with a number, a fault of kind NotFound when there is none.
	Article func(ctx context.Context, number int64) (document string, err error)
	// Readable returns the readable text of a page's HTML; nil is allowed.
	Readable func(ctx context.Context, html string) (string, error)
	// Yield returns when the run may go on: at once, or once no other run wants the model; waiting is called before it waits. nil is allowed.
	Yield func(ctx context.Context, waiting func()) error
	// Log takes a line for whoever looks for the cause of a failure; nil is allowed.
	Log func(format string, args ...any)
}

// Shelf is what the flow reads of the library beyond what a kit can, and where it holds on to what it cites.
type Shelf interface {
	// PassagesOf returns all passages of a document in order.
	PassagesOf(ctx context.Context, document string) ([]source.Passage, error)
	// MentionsTo returns the references of live documents that lead to a section of a document; to section "" those to the whole of it.
	MentionsTo(ctx context.Context, document, section string) ([]refs.Mention, error)
	// Cite holds on to pages that a run uses as evidence: they stay, whatever is removed or replaced meanwhile.
	Cite(ctx context.Context, run, document string, pages ...int) error
}

// New draws the graph.
func New(t Tools) *graph.Graph[State] {
	f := &run{t}
	return graph.New[State](Name, StateVersion).
		Node("open", f.timed(f.open), graph.Edges("gather")).
		Node("gather", f.timed(f.gather), graph.Edges("consult", "consent")).
		Node("consult", f.timed(f.consult), graph.Edges("consult", "consent", "summarize")).
		Node("consent", f.timed(f.consent), graph.Edges("browse")).
		Node("browse", f.timed(f.browse), graph.Edges("consult", "summarize")).
		Node("summarize", f.timed(f.summarize)).
		Start("open")
}

type run struct{ Tools }

// Charge takes what a node spent into the state.
func (s *State) Charge(_ context.Context, spend budget.Spend) { s.Spend = s.Spend.Plus(spend) }

// timed has a node wait for its turn, and charges what it spends to the change it returns.
func (f *run) timed(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	timed := flow.Timed(f.Kit, f.Now, node)
	return func(ctx context.Context, s State) (graph.Step[State], error) {
		if err := f.yield(ctx, s); err != nil {
			return graph.Step[State]{}, err
		}
		return timed(ctx, s)
	}
}
