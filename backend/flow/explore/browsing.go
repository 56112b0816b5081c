package explore

import (
	"context"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// How much of the web a question may see.
const (
	pagesOffered    = 6
	pagesRead       = 2
	passagesPerPage = 8
)

// browse asks the web what the library and the context leave open. Before anything leaves the person is asked, unless the run is allowed what it
// needs; a failure is a warning.
func (f *run) browse(ctx context.Context, s State) (graph.Step[State], error) {
	n, r, ok, err := f.here(ctx, s, NodeSearched)
	if err != nil || !ok || f.Web == nil {
		return graph.Step[State]{Next: done()}, err
	}
	a, _, err := get[extract.Analysis](ctx, f.Rows, s.Runs, analysisKey)
	if err != nil {
		return graph.Step[State]{}, err
	}
	query := extract.Outward(s.asks(s.Question), s.said(), a, extract.Task{Task: r.Question})
	allow, queries, err := f.Consent(ctx, s.Language, s.Allow, flow.ConsentData{Queries: []string{query}, Loop: n.Depth() + 1, Node: n.ID})
	if err != nil {
		return graph.Step[State]{}, err
	}
	change, before := &browsed{Allow: allow, Sent: len(queries)}, len(r.Read)
	for _, q := range queries {
		if err := f.look(ctx, s, &r, q, change); err != nil {
			return graph.Step[State]{}, err
		}
		r.Queries = append(r.Queries, q)
	}
	n.Rev++
	change.worked = worked{at: at{n.ID, n.Gen}, Rev: n.Rev, Kept: len(r.Evidence)}
	change.Passages = len(r.Read) - before
	out := graph.Step[State]{Change: change, Next: []graph.Task{n.task("suffice")}}
	for _, w := range change.Warnings {
		out.Events = append(out.Events, warning(w))
	}
	return out, put(ctx, f.Rows, n.key(), r)
}

// said are the questions in the person's own words: no other words leave.
func (s State) said() []string {
	out := []string{s.Question}
	for _, n := range s.Tree {
		if n.Question != "" {
			out = append(out, n.Question)
		}
	}
	return out
}

// look puts a query to the web and reads what it offers first.
func (f *run) look(ctx context.Context, s State, r *Record, query string, change *browsed) error {
	hits, err := f.Web.Search(ctx, query, pagesOffered)
	if err != nil {
		if ctx.Err() == nil {
			change.Warnings = append(change.Warnings, saySearchFailed.In(s.Language, query, flow.Reason(err)))
		}
		return ctx.Err()
	}
	var addresses []string
	for _, h := range hits {
		addresses = append(addresses, h.URL)
	}
	pages := f.Open(ctx, addresses, pagesRead, pagesRead, func(i int, p flow.Fetched) {
		if p.Err != nil {
			change.Warnings = append(change.Warnings, sayReadFailed.In(s.Language, addresses[i], flow.Reason(p.Err)))
		}
	})
	for _, passages := range pages {
		if err := f.page(ctx, s, r, passages); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// page keeps what a page says on the question.
func (f *run) page(ctx context.Context, s State, r *Record, passages []source.Passage) error {
	f, err := f.knowing(ctx, passages)
	if err != nil {
		return err
	}
	readings, err := flow.Window{Most: passagesPerPage, Web: true}.Choose(ctx, f.Kit, passages, func(list []extract.Reading) ([]extract.Judgement, error) {
		return f.Kit.Engine.Judge(ctx, s.asks(r.Question), r.Question, list)
	})
	if err != nil {
		return err
	}
	return f.keep(ctx, s, r, readings)
}
