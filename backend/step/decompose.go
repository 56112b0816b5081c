package step

import (
	"context"
	"errors"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// Decompose takes a question apart into at most Max children that ask for different things; none when there is nothing narrower to ask.
func (k *Kit) Decompose(ctx context.Context, q ask.Question, a extract.Apart) ([]extract.Child, error) {
	in := prompts.DecomposeIn{Asked: q.Asked(), Task: a.Task, Gaps: a.Gaps, Known: a.Known[:min(len(a.Known), 30)], Max: a.Max}
	in.Context = contextItems(a.Context, k.room(prompts.Decompose.NumPredict, q, append([]string{a.Task}, append(in.Known, a.Gaps...)...)...))
	parts := slices.Concat(ask.Question{Text: a.Task, Language: q.Language}.Standalone(), ask.Each(a.Task, q.Language))
	some := func(out *prompts.DecomposeOut) error {
		if len(k.Different(q.Language, out.Children, a, parts)) == 0 {
			return errNothing
		}
		return nil
	}
	out, err := do(ctx, k, prompts.Decompose, in, some, func() (prompts.DecomposeOut, error) { return k.Engine.Decompose(ctx, q, a) })
	return k.Different(q.Language, out.Children, a, parts), err
}

// errNoChild says that a split names none of the children.
var errNoChild = errors.New("no child_question is one of the child questions listed")

// Split hands the context of a question out to its children, in one call. Items that the parent does not have are thrown away; children that
// the split leaves out, all of them when it is malformed, get theirs by the overlap of words.
func (k *Kit) Split(ctx context.Context, q ask.Question, items []extract.ContextItem, children []string) ([]extract.ContextSlice, error) {
	byRule := k.Engine.Split(q.Language, items, children)
	if len(items) == 0 || len(children) == 0 {
		return byRule, nil
	}
	in := prompts.SplitIn{Asked: q.Asked(), Children: children}
	in.Items = contextItems(items, k.room(prompts.Split.NumPredict, q, children...))
	assigned := func(out *prompts.SplitOut) map[int]extract.ContextSlice { return k.assigned(*out, items, children) }
	some := func(out *prompts.SplitOut) error {
		if len(assigned(out)) == 0 {
			return errNoChild
		}
		return nil
	}
	out, _, err := only(ctx, k, prompts.Split, in, some)
	if err != nil {
		return nil, err
	}
	given := assigned(&out)
	rest := k.Engine.Split(q.Language, items[len(in.Items):], children)
	slicesOf := make([]extract.ContextSlice, len(children))
	for i := range children {
		s, ok := given[i]
		if !ok {
			slicesOf[i] = byRule[i]
			slicesOf[i].Fallback = k.Model != nil
			continue
		}
		s.Items = append(s.Items, rest[i].Items...) // what the prompt had no room for
		slicesOf[i] = s
	}
	return slicesOf, nil
}

// assigned reads a split: by child, the parent's own items that it names.
func (k *Kit) assigned(out prompts.SplitOut, items []extract.ContextItem, children []string) map[int]extract.ContextSlice {
	given := map[int]extract.ContextSlice{}
	for _, c := range out.ChildContexts {
		i := slices.IndexFunc(children, func(q string) bool { return ask.Fold(q) == ask.Fold(c.ChildQuestion) })
		if _, twice := given[i]; i < 0 || twice {
			continue
		}
		s := extract.ContextSlice{Reason: c.SelectionReason}
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
