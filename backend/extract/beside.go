package extract

import (
	"context"
	"maps"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/source"
)

// Beside puts a query of a question that names several documents once more to each of those that the query names, or else to all of them, without their names, and
// takes what the searches find by turns: within a document its own name stands everywhere but where the answer is, and of four companies one has all the places
// of a query that fits them all. Where a question names one document, a search finds what it says of that as well.
func (g *Engine) Beside(ctx context.Context, q Query, hits []Hit) ([]Hit, error) {
	docs, err := g.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	targets, err := g.targetsIn(ctx, q.About, ask.Language(q.About), docs)
	if err != nil || len(targets) < 2 {
		return hits, err
	}
	own, err := g.targetsIn(ctx, q.Text, q.Language, docs)
	if err != nil {
		return nil, err
	}
	if len(own) > 0 {
		targets = own
	}
	lists := [][]Hit{hits}
	for i := range targets {
		target, within := targets[(i+q.Turn)%len(targets)], q
		within.Text, within.Documents = q.Text, target.Documents
		for _, h := range targets {
			within.Text = h.Without(within.Text, q.Language)
		}
		found, err := g.Search.Search(ctx, within)
		if err != nil {
			return nil, err
		}
		lists = append(lists, found)
	}
	return byTurns(lists, q.Limit), nil
}

// targetsIn returns the documents that a text names, for every name one or several; none that all documents carry.
func (g *Engine) targetsIn(ctx context.Context, text, language string, docs []source.Document) (targets []ask.Targets, err error) {
	runs := ask.ProperNames(ask.Question{Text: text, Language: language})
	if len(runs) == 0 || len(docs) < 2 {
		return nil, nil
	}
	of, _, err := g.bearers(ctx, language, runs, docs)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		same := slices.IndexFunc(targets, func(h ask.Targets) bool { return slices.Equal(h.Documents, of[name]) })
		switch {
		case len(of[name]) == len(docs):
		case same >= 0:
			targets[same].Names = append(targets[same].Names, name)
		default:
			targets = append(targets, ask.Targets{Names: []string{name}, Documents: of[name]})
		}
	}
	return targets, nil
}

// byTurns returns at most so many hits: the first of every list, then the second, each passage once.
func byTurns(lists [][]Hit, most int) (out []Hit) {
	seen := map[string]bool{}
	for rank := range most {
		for _, list := range lists {
			if rank < len(list) && len(out) < most && !seen[list[rank].Passage.ID] {
				seen[list[rank].Passage.ID] = true
				out = append(out, list[rank])
			}
		}
	}
	return out
}
