package research

import (
	"context"
	"slices"

	shared "rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// Shared is evidence kept before that answers an item of the person's too, and the quotes that do.
type Shared struct {
	Passage string          `json:"passage"`
	Item    int             `json:"item"`
	Quotes  [][]source.Span `json:"quotes,omitempty"`
}

func (x Shared) with(k Kept) Kept {
	k.Also = append(slices.Clone(k.Also), x.Item)
	k.Quotes = slices.Clone(k.Quotes)
	for _, quote := range x.Quotes {
		if !slices.ContainsFunc(k.Quotes, func(have []source.Span) bool { return slices.Equal(have, quote) }) {
			k.Quotes = append(k.Quotes, quote)
		}
	}
	return k
}

// sharing returns evidence with what is shared of it.
func sharing(evidence []Kept, also []Shared) []Kept {
	out := slices.Clone(evidence)
	for i := range out {
		for _, x := range also {
			if x.Passage == out[i].Passage {
				out[i] = x.with(out[i])
			}
		}
	}
	return out
}

// share gives evidence that was kept before to an item of the person's that it answers too, with the quotes that do; what only words are
// shared with answers nothing. Where a model reads, the item's queries decide: it reads a passage once.
func (f *flow) share(ctx context.Context, s State, item *Item, before []pendingReading, change *read) error {
	readings, err := f.readings(ctx, before)
	if err != nil {
		return err
	}
	judged, err := f.Kit.JudgeItem(ctx, s.questionFor(item), readings)
	if err != nil {
		return err
	}
	for i, j := range judged {
		answers := j.Relevance > s.Settings.RelevanceThreshold
		if !answers && f.Kit.Model == nil {
			continue
		}
		also := Shared{Passage: before[i].id, Item: item.ID}
		if answers {
			k, _, err := shared.Keep(ctx, f.Kit.Library, readings[i].Passage, j)
			if err != nil {
				return err
			}
			also.Quotes = k.Quotes
		}
		change.Shared = append(change.Shared, also)
	}
	return nil
}
