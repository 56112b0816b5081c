package answer

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/step"
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
	readings, err := f.Kit.Readings(ctx, step.PassagesOf(found.Nearest[:min(nearestRead, len(found.Nearest))])...)
	if err != nil {
		return err
	}
	judged, err := f.byParts(ctx, s, readings)
	if err != nil {
		return err
	}
	order := make([]int, len(readings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(judged[b].Relevance, judged[a].Relevance) })
	p := &pool{known: s.Sources, at: map[string]int{}}
	for _, i := range order {
		r := readings[i]
		twice := slices.ContainsFunc(change.Kept, func(k Kept) bool { return k.Passage == r.Passage.ID })
		if judged[i].Relevance < leastNear || twice || len(change.Kept) == nearestKept || !f.mayOpen(s, p, r.Document.Hash) {
			continue
		}
		id, err := f.keep(ctx, s, r, judged[i], "", change)
		if err != nil {
			return err
		}
		if id == "" {
			continue
		}
		if x := s.source(r.Document.Hash); x == nil || x.Status != statusRead {
			p.library(r.Document, r.Passage.ID, step.Found{}, judged[i].Relevance, s.round())
			p.get(r.Document.Hash, nil).Status = statusRead
		}
		if !slices.Contains(s.Read, r.Passage.ID) {
			change.Read = append(change.Read, r.Passage.ID)
		}
	}
	change.Sources = p.fresh
	return nil
}

// mayOpen reports whether a document was read already, or may be within the budget.
func (f *run) mayOpen(s State, p *pool, document string) bool {
	_, opened := p.at[document]
	x := s.source(document)
	return opened || x != nil && x.Status == statusRead || s.Stats.SourcesRead+len(p.fresh) < s.budget().Sources
}
