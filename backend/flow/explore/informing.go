package explore

import (
	"context"
	"slices"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// informed gives a node a lexicon that knows what the tree has read on the web and what the digest of the person's files stands on: the library may
// never have heard of either.
func informed(node func(*run, context.Context, State) (graph.Step[State], error)) func(*run, context.Context, State) (graph.Step[State], error) {
	return func(f *run, ctx context.Context, s State) (graph.Step[State], error) {
		ids, err := f.outside(ctx, s)
		if err != nil {
			return graph.Step[State]{}, err
		}
		own := *f
		if own.Tools.Tools, err = f.Informed(ctx, ids); err != nil {
			return graph.Step[State]{}, err
		}
		return node(&own, ctx, s)
	}
}

// knowing returns the flow with a lexicon that knows those of the passages that are not of the library.
func (f *run) knowing(ctx context.Context, passages []source.Passage) (*run, error) {
	if len(passages) == 0 {
		return f, nil
	}
	own := *f
	var err error
	own.Kit, err = flow.Knowing(ctx, f.Kit, passages)
	return &own, err
}

// outside returns the passages that may be known to the run alone: those that the digest quotes and, where the web is allowed, those that the
// questions have read.
func (f *run) outside(ctx context.Context, s State) ([]string, error) {
	items, _, err := get[[]extract.ContextItem](ctx, f.Rows, s.Runs, aggregateKey)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, x := range items {
		for _, quote := range x.Quotes {
			out = append(out, quote.Passage)
		}
	}
	if f.Web != nil {
		err = f.each(ctx, s, func(_ Node, r Record) { out = append(out, r.Read...) })
	}
	slices.Sort(out)
	return slices.Compact(out), err
}
