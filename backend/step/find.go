package step

import (
	"context"
	"slices"
	"strings"
)

// How many hits are looked at for what a query of a kind looks for: a long list of definitions names many things, and its passages are found for each of them alike.
const (
	definingLook = 100
	tellingLook  = 30
)

// Find searches as the library does; a query that a model wrote in the language that it is written in. Of what queries find that look for something of a kind, definitions or rules on who has to be told, the passages that have it come first;
// such queries are known by the words that defined and told put into them.
func (k *Kit) Find(ctx context.Context, question Question, q Query) ([]Hit, error) {
	if thing, ok := strings.CutSuffix(q.Text, " "+wordsFor(question.Language).defineList); ok {
		return k.findDefinitions(ctx, question, q, thing)
	}
	if ForTelling(q.Text, question.Language) {
		return k.findTelling(ctx, q)
	}
	if k.Model != nil {
		var err error
		if q.Language, err = k.LanguageOf(ctx, q.Text, ""); err != nil {
			return nil, err
		}
	}
	return k.Search.Search(ctx, q)
}

// findDefinitions puts the passages first that define what the question asks for, be it in a list of definitions or where the thing itself is found.
func (k *Kit) findDefinitions(ctx context.Context, question Question, q Query, thing string) ([]Hit, error) {
	things, err := k.thingsAsked(ctx, question.athome())
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	q.Limit = max(limit, definingLook)
	inLists, err := k.Search.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	q.Text = thing
	elsewhere, err := k.Search.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	var first, rest []Hit
	for i, h := range slices.Concat(inLists, elsewhere) {
		switch {
		case k.defines(things, heading(h.Passage), h.Passage.Text) >= entryBonus:
			if !slices.ContainsFunc(first, func(o Hit) bool { return o.Passage.ID == h.Passage.ID }) {
				first = append(first, h)
			}
		case i < len(inLists):
			rest = append(rest, h)
		}
	}
	hits := append(first, rest...)
	return hits[:min(limit, len(hits))], nil
}

// findTelling puts the passages first that stand under a heading on telling, then those that speak of it.
func (k *Kit) findTelling(ctx context.Context, q Query) ([]Hit, error) {
	limit := q.Limit
	q.Limit = max(limit, tellingLook)
	hits, err := k.Search.Search(ctx, q)
	worth := func(h Hit) int {
		switch {
		case informing.states.MatchString(heading(h.Passage)):
			return 2
		case informing.states.MatchString(h.Passage.Text):
			return 1
		}
		return 0
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return worth(b) - worth(a) })
	return hits[:min(limit, len(hits))], err
}
