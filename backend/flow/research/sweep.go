package research

import (
	"context"
	"slices"
	"sort"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// nearestKept is how many passages below the threshold are kept where nothing is above it: the nearest there is.
const nearestKept = 3

// nearestRead is the number of passages looked at where no task found anything.
const nearestRead = 8

// sweep looks at the whole scope before anything is written: what no task found may still stand there, and "the documents do not say" must
// rest on more than the tasks' own queries. Where nothing was kept it reads what came nearest.
func (f *flow) sweep(ctx context.Context, s State) (graph.Step[State], error) {
	change := &swept{}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("summarise")}}
	if f.summarises(s) {
		return out, nil
	}
	known, err := shared.Passages(ctx, f.Kit.Library, s.readInLibrary())
	if err != nil {
		return out, err
	}
	found, err := f.Kit.Sweep(ctx, s.question(), known)
	if err != nil {
		return out, err
	}
	change.Swept = Swept{Sweeps: found.Sweeps, Silent: found.Silent, Nothing: found.Nothing()}
	if change.Gaps = f.clausesForWeb(s, found.Silent); len(change.Gaps) > 0 {
		out.Next = []graph.Task{graph.To("next")}
	}
	if len(s.Plan) == 0 || slices.ContainsFunc(s.Evidence, func(k Kept) bool { return !s.ofWeb(k) }) {
		return out, nil
	}
	err = f.readNearest(ctx, s, found, change, &out)
	return out, err
}

// readNearest reads what came nearest: what was not read yet is judged like any other find; where nothing is above the threshold, though the
// words asked for stand together somewhere, the best of all of it is kept.
func (f *flow) readNearest(ctx context.Context, s State, found extract.Swept, change *swept, out *graph.Step[State]) error {
	item := &s.Plan[0]
	change.Query = &Searched{Query: s.Question}
	var fresh, again []pendingReading
	seen := ask.Set(s.Read)
	for _, h := range found.Nearest {
		p := pendingReading{id: h.Passage.ID, item: item, query: len(s.Queries)}
		switch {
		case slices.Contains(change.Query.Hits, p.id) || len(change.Query.Hits) == nearestRead:
			continue
		case seen[p.id]:
			again = append(again, p)
		default:
			fresh = append(fresh, p)
			change.Read = append(change.Read, p.id)
		}
		change.Query.Hits = append(change.Query.Hits, p.id)
	}
	readings, err := f.readings(ctx, append(fresh, again...))
	if err != nil {
		return err
	}
	judged, err := f.Kit.Judge(ctx, s.question(), item.Task, readings[:len(fresh)])
	if err != nil {
		return err
	}
	f.Kit.Meter.Add(budget.Spend{Passages: len(fresh)})
	if err := f.takeAll(ctx, s, fresh, readings[:len(fresh)], judged, &change.read, &out.Events); err != nil {
		return err
	}
	// Where nothing answers, what is below the threshold shares chance words and is not even near; a model that found nothing is believed.
	if len(change.Kept)+len(change.Gaps)+len(s.Evidence) > 0 || f.Kit.Model != nil || found.Nothing() {
		return nil
	}
	if len(found.Silent) > 0 { // one clause is silent, and no passage was relevant to the others: what is kept now is near, and no answer
		change.Swept.Silent, change.Swept.Nothing = found.All(), true
	}
	pending := append(fresh, again...)
	if judged, err = f.Kit.Engine.Judge(ctx, s.question(), item.Task, readings); err != nil {
		return err
	}
	for _, i := range nearest(judged, s.Settings.RelevanceThreshold/2) {
		if err := f.take(ctx, s, pending[i], readings[i], judged[i], &change.read, &out.Events); err != nil {
			return err
		}
	}
	return nil
}

// unanswered reports whether the question has no answer: nothing in scope speaks of what it asks, and a model, where there is one, kept
// nothing as relevant either.
func (f *flow) unanswered(s State) bool {
	relevant := slices.ContainsFunc(s.Evidence, func(k Kept) bool { return k.Score > s.Settings.RelevanceThreshold })
	return s.Swept.Nothing && (f.Kit.Model == nil || !relevant)
}

// nearest returns the positions of the most relevant judgements that have something to quote and something to do with the question.
func nearest(judged []extract.Judgement, least float64) []int {
	var order []int
	for i, j := range judged {
		if len(j.Quotes) > 0 && j.Relevance >= least {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return judged[order[a]].Relevance > judged[order[b]].Relevance })
	return order[:min(nearestKept, len(order))]
}
