package research

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/source"
)

const (
	mostHole    = 2  // passages in a row that were not kept
	mostBetween = 10 // passages that are read at a time because of what stands around them
)

// between returns passages that no search found and that belong to what was kept: in a section between two that were, or between its beginning and one that was: the
// rule that a kept exception belongs to, or the duty between two kept ones; and where an item is not answered, the passage right before and right behind what was kept
// for it. Those beside the best come first, each for the item of its neighbour. Where every item is answered only what is surely relevant counts as kept.
func (f *flow) between(ctx context.Context, s State, t *trail) ([]pendingReading, error) {
	type place struct{ document, section string }
	var order []place
	kept, in := map[string]Kept{}, map[place]bool{}
	for _, k := range s.Evidence {
		if !s.worksOn(k.Item) || t.sure && k.Score < sureScore {
			continue
		}
		p, err := f.Kit.Library.Passage(ctx, k.Passage)
		if err != nil {
			return nil, err
		}
		kept[p.ID] = k
		if at := (place{p.Document, p.Section}); p.Section != "" && !in[at] {
			in[at] = true
			order = append(order, at)
		}
	}
	type neighbour struct {
		id string
		of Kept
	}
	var found []neighbour
	for _, at := range order {
		passages, err := f.Kit.Library.SectionPassages(ctx, at.document, at.section)
		if err != nil {
			return nil, err
		}
		passages = slices.DeleteFunc(passages, func(p source.Passage) bool { return p.Section != at.section })
		take := func(list []source.Passage, of Kept) {
			for _, p := range list {
				if !t.seen[p.ID] && !t.queued[p.ID] && p.Citable() && !slices.ContainsFunc(found, func(n neighbour) bool { return n.id == p.ID }) {
					found = append(found, neighbour{p.ID, of})
				}
			}
		}
		var last Kept // before the hole
		from := 0
		for i, p := range passages {
			k, ok := kept[p.ID]
			if !ok {
				continue
			}
			hole := passages[from:i]
			if len(hole) <= mostHole {
				take(hole, k)
			} else {
				if s.lacks(last) {
					take(hole[:1], last)
				}
				if s.lacks(k) {
					take(hole[len(hole)-1:], k)
				}
			}
			last, from = k, i+1
		}
		if from < len(passages) && s.lacks(last) {
			take(passages[from:from+1], last)
		}
	}
	slices.SortStableFunc(found, func(a, b neighbour) int { return cmp.Compare(b.of.Score, a.of.Score) })
	var out []pendingReading
	for _, n := range found[:min(len(found), mostBetween)] {
		t.queued[n.id] = true
		out = append(out, pendingReading{id: n.id, item: s.item(n.of.Item), query: n.of.Query})
	}
	return out, nil
}

// acrossSections returns, for items that are not answered, the passages right behind and then those right before what was kept for them where a section ends or begins: with a
// heading over every paragraph what goes on is always in another one.
func (f *flow) acrossSections(ctx context.Context, s State, t *trail, most int) (out []pendingReading, err error) {
	var before []pendingReading
	best := slices.Clone(s.Evidence)
	slices.SortStableFunc(best, func(a, b Kept) int { return cmp.Compare(b.Score, a.Score) })
	for _, k := range best {
		if !s.worksOn(k.Item) || !s.lacks(k) {
			continue
		}
		p, err := f.Kit.Library.Passage(ctx, k.Passage)
		if err != nil {
			return nil, err
		}
		around, err := f.Kit.Library.Neighbours(ctx, p.Document, p.Ordinal)
		if err != nil {
			return nil, err
		}
		for _, n := range around {
			if n.Section == p.Section || n.Reading != p.Reading || !n.Citable() || t.seen[n.ID] || t.queued[n.ID] {
				continue
			}
			if slices.ContainsFunc(slices.Concat(out, before), func(o pendingReading) bool { return o.id == n.ID }) {
				continue
			}
			if one := (pendingReading{id: n.ID, item: s.item(k.Item), query: k.Query}); n.Ordinal > p.Ordinal {
				out = append(out, one)
			} else {
				before = append(before, one)
			}
		}
	}
	out = append(out, before...)
	out = out[:min(len(out), most)]
	for _, n := range out {
		t.queued[n.id] = true
	}
	return out, nil
}

// lacks reports whether the item that something was kept for is not answered.
func (s State) lacks(k Kept) bool { return k.ID != "" && !s.Sift.answered(k.Item) }
