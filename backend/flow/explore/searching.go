package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// How much a question brings.
const (
	passagesPerQuery = 8
	mostJudged       = 16  // passages of the library that are judged for one question
	leastRelevant    = 0.6 // what is kept is above it
	contextInQueries = 3   // items of the slice that take part in making queries, when a setting says so
)

// search enters a question: it gets its context, then queries are made and put to the library, and what is relevant is kept.
func (f *run) search(ctx context.Context, s State) (graph.Step[State], error) {
	n, ok, err := here(ctx, s, NodeOpen)
	if err != nil || !ok {
		return graph.Step[State]{Next: done()}, err
	}
	r, err := Read(ctx, f.Rows, s, n)
	if err != nil {
		return graph.Step[State]{}, err
	}
	slice, err := f.slice(ctx, s, n, r)
	if err != nil {
		return graph.Step[State]{}, err
	}
	r.Slice = &slice
	if r.Queries, err = f.queries(ctx, s, r); err != nil {
		return graph.Step[State]{}, err
	}
	readings, err := f.found(ctx, s, r)
	if err != nil {
		return graph.Step[State]{}, err
	}
	if err := f.keep(ctx, s, &r, readings); err != nil {
		return graph.Step[State]{}, err
	}
	change := &searched{worked: worked{at: at{n.ID, n.Gen}, Rev: n.Rev + 1, Kept: len(r.Evidence)}, Queries: len(r.Queries), Passages: len(r.Read)}
	next, err := f.afterLibrary(ctx, s, r)
	if err != nil {
		return graph.Step[State]{}, err
	}
	n.Rev++
	out := graph.Step[State]{Change: change, Next: []graph.Task{n.task(next)}, Events: []event.Event{s.ready(n, slice), s.tell(EventSearched, n, r, NodeSearched)}}
	return out, put(ctx, f.Rows, n.key(), r)
}

// tell is an event on a question.
func (s State) tell(kind event.Kind, n Node, r Record, status string) event.Event {
	d := NodeData{NodeID: n.ID, Depth: n.Depth(), Question: r.Question, Status: status, Queries: r.Queries, Kept: len(r.Evidence)}
	words := phrasesFor(s.Language)
	d.Text = fmt.Sprintf(words.searched, n.ID, words.aFinding.of(d.Kept))
	if kind == EventJudged && r.Judgement != nil {
		d.Gaps = r.Judgement.Gaps
		d.Text = fmt.Sprintf(words.judgedNo, n.ID, r.Judgement.Reasoning)
		if r.Judgement.IsSufficient {
			d.Text = fmt.Sprintf(words.judgedYes, n.ID, r.Judgement.Reasoning)
		}
	}
	return event.New(kind, d)
}

// afterLibrary says where a question goes on: to the web when it may be asked and the library and the context leave something open.
func (f *run) afterLibrary(ctx context.Context, s State, r Record) (string, error) {
	if f.Web == nil || s.Allow == flow.AllowLibrary {
		return "suffice", nil
	}
	rule := *f.Kit
	rule.Model = nil
	evidence, err := flow.Evidence(ctx, f.Kit.Library, r.Evidence)
	if err != nil {
		return "", err
	}
	enough, err := rule.Suffices(ctx, s.asks(s.Question), r.Question, evidence, r.Slice.SelectedItems)
	if err != nil || enough.IsSufficient {
		return "suffice", err
	}
	return "browse", nil
}

// queries makes what is searched for a question. The person's files take no part in it, unless a setting says so.
func (f *run) queries(ctx context.Context, s State, r Record) ([]string, error) {
	a, _, err := get[step.Analysis](ctx, f.Rows, s.Runs, analysisKey)
	if err != nil {
		return nil, err
	}
	task := step.Task{Task: r.Question}
	if s.Settings.ContextQueries {
		for _, x := range r.Slice.SelectedItems[:min(contextInQueries, len(r.Slice.SelectedItems))] {
			task.Context += x.Text + " "
			a.KeyConcepts = append([]string{x.Text}, a.KeyConcepts...)
		}
	}
	return f.Kit.Queries(ctx, s.asks(r.Question), a, task, nil)
}

// found searches the library; the hits that promise most by rule come back, in the order of their scores.
func (f *run) found(ctx context.Context, s State, r Record) ([]step.Reading, error) {
	best := map[string]step.Hit{}
	var order []string
	for _, q := range r.Queries {
		hits, err := f.Kit.Search.Search(ctx, step.Query{Text: q, Limit: passagesPerQuery, Scope: s.Scope, Language: s.Language})
		if err != nil && !errors.Is(err, step.ErrNoMeaning) {
			return nil, fmt.Errorf("search the library for %q: %w", q, err)
		}
		for _, h := range hits {
			old, ok := best[h.Passage.ID]
			if !ok {
				order = append(order, h.Passage.ID)
			}
			if !ok || h.Score > old.Score {
				best[h.Passage.ID] = h
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(best[b].Score, best[a].Score) })
	var out []step.Reading
	for _, id := range order {
		p := best[id].Passage
		if len(out) == mostJudged || !flow.Citable(p) {
			continue
		}
		d, err := f.Kit.Library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		out = append(out, step.Reading{Passage: p, Document: d})
	}
	return out, nil
}

// keep judges passages for a question and keeps what is relevant, as far as its quotes stand on their pages.
func (f *run) keep(ctx context.Context, s State, r *Record, readings []step.Reading) error {
	readings = slices.DeleteFunc(slices.Clone(readings), func(x step.Reading) bool { return slices.Contains(r.Read, x.Passage.ID) })
	judged, err := f.Kit.Judge(ctx, s.asks(r.Question), r.Question, readings)
	if err != nil {
		return err
	}
	for i, j := range judged {
		r.Read = append(r.Read, readings[i].Passage.ID)
		if j.Relevance <= leastRelevant {
			continue
		}
		k, ok, err := flow.Keep(ctx, f.Kit.Library, readings[i], j)
		if err != nil {
			return err
		}
		if ok {
			k.ID = fmt.Sprintf("E%d", len(r.Evidence)+1) // within the question; the report numbers all
			r.Evidence = append(r.Evidence, k)
		}
	}
	return nil
}
