package step

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// Aggregate joins the digests of files into one: what says the same becomes one item with all its sources, and contradictions are named. Nothing
// else is left out.
func (k *Kit) Aggregate(ctx context.Context, q Question, files [][]ContextItem) ([]ContextItem, error) {
	items := wordAlike(slices.Concat(files...))
	if len(files) < 2 || len(items) < 2 {
		return items, nil
	}
	in := prompts.AggregateIn{Asked: q.Asked()}
	for i, x := range items {
		in.Items = append(in.Items, prompts.AggregateItem{Ref: "D" + strconv.Itoa(i+1), ContextItem: x.ContextItem})
	}
	in.Items = fit(in.Items, func(x prompts.AggregateItem) string { return contextText(x.ContextItem) }, k.room(prompts.Aggregate.NumPredict, q))
	out, err := do(ctx, k, prompts.Aggregate, in, nil, func() (prompts.AggregateOut, error) { return prompts.AggregateOut{}, nil })
	if err != nil {
		return nil, err
	}
	return reconciled(items, out), nil
}

// wordAlike makes one item of those with the same words.
func wordAlike(items []ContextItem) []ContextItem {
	var out []ContextItem
	at := map[string]int{}
	for _, x := range items {
		i, ok := at[ask.Fold(x.Text)]
		if !ok {
			at[ask.Fold(x.Text)] = len(out)
			out = append(out, x)
			continue
		}
		out[i] = merged(out[i], x)
	}
	return out
}

// merged adds the sources of an item to one that says the same.
func merged(into, x ContextItem) ContextItem {
	into.Sources, into.Quotes = slices.Clone(into.Sources), slices.Clone(into.Quotes)
	for _, s := range x.Sources {
		if !slices.Contains(into.Sources, s) {
			into.Sources = append(into.Sources, s)
		}
	}
	for _, quote := range x.Quotes {
		if !slices.Contains(into.Quotes, quote) {
			into.Quotes = append(into.Quotes, quote)
		}
	}
	return into
}

// reconciled does what a model said, as far as code agrees: items with other numbers never say the same.
func reconciled(items []ContextItem, said prompts.AggregateOut) []ContextItem {
	items = slices.Clone(items)
	gone := map[int]bool{}
	for _, group := range said.Same {
		refs := numbers(group.Refs, len(items))
		for _, i := range refs[min(1, len(refs)):] {
			first := refs[0]
			if i != first && !gone[i] && !gone[first] && slices.Equal(ask.Numeral.FindAllString(items[first].Text, -1), ask.Numeral.FindAllString(items[i].Text, -1)) {
				items[first], gone[i] = merged(items[first], items[i]), true
			}
		}
	}
	var conflicts []ContextItem
	for _, c := range said.Conflicts {
		refs := numbers(c.Refs, len(items))
		if len(refs) < 2 || strings.TrimSpace(c.Text) == "" {
			continue
		}
		x := ContextItem{ContextItem: prompts.ContextItem{Kind: "conflict", Text: strings.TrimSpace(c.Text)}}
		for _, i := range refs {
			x = merged(x, items[i])
		}
		conflicts = append(conflicts, x)
	}
	var out []ContextItem
	for i, x := range items {
		if !gone[i] {
			out = append(out, x)
		}
	}
	return append(out, conflicts...)
}

// numbers reads refs such as "D3" as positions below n, each once.
func numbers(refs []string, n int) []int {
	var out []int
	for _, ref := range refs {
		if i, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(ref), "D")); err == nil && i >= 1 && i <= n && !slices.Contains(out, i-1) {
			out = append(out, i-1)
		}
	}
	return out
}

// contextText is what an item takes of a prompt.
func contextText(x prompts.ContextItem) string {
	return x.Kind + strings.Join(x.Sources, ", ") + x.Text
}

// contextItems returns the beginning of a digest that fits into room tokens, as prompts show it.
func contextItems(items []ContextItem, room int) []prompts.ContextItem {
	out := make([]prompts.ContextItem, 0, len(items))
	for _, x := range items {
		x.Sources = x.Sources[:min(len(x.Sources), prompts.MostSources)]
		out = append(out, x.ContextItem)
	}
	return fit(out, contextText, room)
}

// Compact returns the beginning of a digest that takes at most room tokens: for safety alone, 0 is no limit.
func Compact(items []ContextItem, room int) []ContextItem {
	if room <= 0 {
		return items
	}
	return fit(items, func(x ContextItem) string { return contextText(x.ContextItem) }, room)
}
