package answer

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
)

// What is looked at and kept where nothing was relevant enough to be kept: the nearest there is, if it has something to do with the question.
const (
	nearestRead = 8
	nearestKept = 3
	leastNear   = leastRelevant / 2
)

// nearest keeps what comes nearest to the question in the documents when the rules kept nothing, though they see the words of the question stand
// together: a threshold is no reason to say that the documents do not say. A model that kept nothing is believed, unless it did not pass its test.
func (f *run) nearest(ctx context.Context, s State, change *read) error {
	if len(s.Evidence) > 0 || f.judged(s) && f.Making.Weak == nil {
		return nil
	}
	known, err := f.passages(ctx, s.Read)
	if err != nil {
		return err
	}
	found, err := f.Kit.Sweep(ctx, s.question(), known)
	if err != nil || found.Nothing() {
		return err
	}
	p := &pool{known: s.Sources, at: map[string]int{}}
	err = f.near(ctx, s, found.Nearest, func(r extract.Reading, j extract.Judgement) (bool, error) {
		twice := slices.ContainsFunc(change.Kept, func(k Kept) bool { return k.Passage == r.Passage.ID })
		if twice || !f.mayOpen(s, p, r.Document.Hash) {
			return false, nil
		}
		id, err := f.keep(ctx, s, r, j, 0, "", change)
		if err != nil || id == "" {
			return false, err
		}
		if x := s.source(r.Document.Hash); x == nil || x.Status != statusRead {
			p.library(r.Document, r.Passage.ID, extract.Found{}, j.Relevance, s.round())
			p.get(r.Document.Hash, nil).Status = statusRead
		}
		if !slices.Contains(s.Read, r.Passage.ID) {
			change.Read = append(change.Read, r.Passage.ID)
		}
		return true, nil
	})
	change.Sources = p.fresh
	return err
}

// near hands those of hits to take that have something to do with the question by rule, the most relevant first, until it has taken enough.
func (f *run) near(ctx context.Context, s State, hits []extract.Hit, take func(extract.Reading, extract.Judgement) (bool, error)) error {
	readings, err := f.Kit.Readings(ctx, extract.PassagesOf(hits[:min(nearestRead, len(hits))])...)
	if err != nil {
		return err
	}
	judged, err := f.byParts(ctx, s, readings)
	if err != nil {
		return err
	}
	order := make([]int, len(judged))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(judged[b].Relevance, judged[a].Relevance) })
	taken := 0
	for _, i := range order {
		if judged[i].Relevance < leastNear || taken == nearestKept {
			break
		}
		ok, err := take(readings[i], judged[i])
		if err != nil {
			return err
		}
		if ok {
			taken++
		}
	}
	return nil
}

// atOnce tells which passages of the documents come nearest to the question by rule, each with its words: what a person can read while a model reads
// what it was found. Nothing is kept of it, and what fails here the run meets again.
func (f *run) atOnce(ctx context.Context, s State) []event.Event {
	hits, err := f.Kit.Search.Search(ctx, extract.Query{Text: s.Subject, Limit: nearestRead, Language: s.Language})
	if err != nil {
		return nil
	}
	var list []KeptData
	err = f.near(ctx, s, hits, func(r extract.Reading, j extract.Judgement) (bool, error) {
		k, ok, err := flow.Keep(ctx, f.Kit.Library, r.Passage, j)
		if err != nil || !ok {
			return false, err
		}
		e, err := flow.Hydrate(ctx, f.Kit.Library, k)
		list = append(list, keptData(e, 0))
		return true, err
	})
	if err != nil || len(list) == 0 {
		return nil
	}
	return []event.Event{event.New(EventNear, list)}
}

// Nearest returns of what a run has kept so far what a person is shown as long as nothing is written: the best of it, best first.
func Nearest(kept []KeptData) []KeptData {
	best := slices.Clone(kept)
	slices.SortStableFunc(best, func(a, b KeptData) int { return cmp.Compare(b.Score, a.Score) })
	return best[:min(nearestKept, len(best))]
}

// mayOpen reports whether a document was read already, or may be within the budget.
func (f *run) mayOpen(s State, p *pool, document string) bool {
	_, opened := p.at[document]
	x := s.source(document)
	return opened || x != nil && x.Status == statusRead || s.Stats.SourcesRead+len(p.fresh) < s.budget().Sources
}
