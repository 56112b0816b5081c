package step

import (
	"context"
	"errors"
	"slices"

	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// ContextSlice is the part of a question's context that one of its children gets.
type ContextSlice struct {
	Items    []ContextItem
	Reason   string
	Fallback bool // assigned by the overlap of words, because a model's split could not be used for this child
}

// errNoChild says that a split names none of the children.
var errNoChild = errors.New("no child_question is one of the child questions listed")

// Split hands the context of a question out to its children, in one call. Items that the parent does not have are thrown away; children that
// the split leaves out, all of them when it is malformed, get theirs by the overlap of words.
func (k *Kit) Split(ctx context.Context, q Question, items []ContextItem, children []string) ([]ContextSlice, error) {
	byRule := k.overlap(q.Language, items, children)
	if len(items) == 0 || len(children) == 0 {
		return byRule, nil
	}
	in := prompts.SplitIn{Asked: q.Asked(), Children: children}
	in.Items = contextItems(items, k.room(prompts.Split.NumPredict, q, children...))
	assigned := func(out *prompts.SplitOut) map[int]ContextSlice { return k.assigned(*out, items, children) }
	some := func(out *prompts.SplitOut) error {
		if len(assigned(out)) == 0 {
			return errNoChild
		}
		return nil
	}
	fellBack := false
	out, err := do(ctx, k, prompts.Split, in, some, func() (prompts.SplitOut, error) {
		fellBack = k.Model != nil
		return prompts.SplitOut{}, nil
	})
	if err != nil {
		return nil, err
	}
	given := assigned(&out)
	rest := k.overlap(q.Language, items[len(in.Items):], children)
	slicesOf := make([]ContextSlice, len(children))
	for i := range children {
		s, ok := given[i]
		if !ok {
			slicesOf[i] = byRule[i]
			slicesOf[i].Fallback = fellBack || k.Model != nil
			continue
		}
		s.Items = append(s.Items, rest[i].Items...) // what the prompt had no room for
		slicesOf[i] = s
	}
	return slicesOf, nil
}

// assigned reads a split: by child, the parent's own items that it names.
func (k *Kit) assigned(out prompts.SplitOut, items []ContextItem, children []string) map[int]ContextSlice {
	given := map[int]ContextSlice{}
	for _, c := range out.ChildContexts {
		i := slices.IndexFunc(children, func(q string) bool { return ask.Fold(q) == ask.Fold(c.ChildQuestion) })
		if _, twice := given[i]; i < 0 || twice {
			continue
		}
		s := ContextSlice{Reason: c.SelectionReason}
		for _, x := range items {
			if slices.ContainsFunc(c.SelectedItems, func(y prompts.ContextItem) bool { return ask.Fold(x.Text) == ask.Fold(y.Text) }) {
				s.Items = append(s.Items, x)
			}
		}
		if len(s.Items) == 0 && len(c.SelectedItems) > 0 {
			continue // nothing of it is the parent's
		}
		given[i] = s
	}
	return given
}

// overlap hands items out by the words they share with the children: to the child with which an item shares most of those words that tell the
// children apart, and to those close to it. What shares only words that all children have goes to all; what shares none goes to nobody.
func (k *Kit) overlap(language string, items []ContextItem, children []string) []ContextSlice {
	const close = 0.8
	terms := make([]map[string]bool, len(children))
	count := map[string]int{}
	for i, c := range children {
		terms[i] = ask.Set(k.Lexicon.Terms(c, language))
		for t := range terms[i] {
			count[t]++
		}
	}
	out := make([]ContextSlice, len(children))
	files := make([][]string, len(children)) // that a child names: all they say is for it
	for i, c := range children {
		out[i].Reason = ask.WordsOfTree(language).ByWords
		files[i], _ = k.ownFiles(c, language, filesOf(items))
	}
	for _, x := range items {
		scores := make([]float64, len(children))
		best, general := 0.0, false
		for t := range ask.Set(k.Lexicon.Terms(x.Text, language)) {
			if len(children) > 1 && count[t] == len(children) {
				general = true
				continue
			}
			for i := range children {
				if terms[i][t] {
					scores[i]++
					best = max(best, scores[i])
				}
			}
		}
		for i := range children {
			if best > 0 && scores[i] >= close*best || best == 0 && general || slices.Contains(files[i], fileOf(x)) {
				out[i].Items = append(out[i].Items, x)
			}
		}
	}
	return out
}
