package step

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/relevance"
	"rabbithole/prompts"
)

// digestCall is the most items of one call, as many as its schema lets through.
const digestCall = 24

// Digest makes the digest of one file from its passages in order. Sources are "name::S1", the number is that of the passage. An item whose
// quote does not stand in its passage is left out.
func (k *Kit) Digest(ctx context.Context, q ask.Question, name string, passages []extract.Reading) ([]extract.ContextItem, error) {
	parts, err := k.Asks(ctx, q)
	if err != nil {
		return nil, err
	}
	var out []extract.ContextItem
	room := k.room(prompts.Digest.NumPredict, q, name)
	for from := 0; from < len(passages); {
		n := max(1, len(fit(passages[from:], func(r extract.Reading) string { return r.Passage.Text }, room)))
		items, err := k.digestBatch(ctx, q, name, passages, from, from+n, parts)
		if err != nil {
			return nil, err
		}
		out, from = append(out, items...), from+n
	}
	if len(out) <= extract.DigestMost {
		return out, nil
	}
	weight := map[string]float64{}
	for _, x := range out {
		weight[x.Text] = extract.MostOf(parts, k.Lexicon.Terms(x.Text, q.Language))
	}
	slices.SortStableFunc(out, func(a, b extract.ContextItem) int { return cmp.Compare(weight[b.Text], weight[a.Text]) })
	return out[:extract.DigestMost], nil
}

func (k *Kit) digestBatch(ctx context.Context, q ask.Question, name string, passages []extract.Reading, from, to int, parts []relevance.Profile) ([]extract.ContextItem, error) {
	in := prompts.DigestIn{Asked: q.Asked(), File: name, Max: digestCall}
	for i, r := range passages[from:to] {
		in.Passages = append(in.Passages, prompts.FilePassage{Ref: "S" + strconv.Itoa(from+i+1), Heading: extract.Heading(r.Passage), Text: chunk.Clip(r.Passage.Text, k.room(prompts.Digest.NumPredict, q)*2)})
	}
	standing := func(out *prompts.DigestOut) error {
		if len(out.Items) > 0 && len(stand(name, out.Items, passages, from, to)) == 0 {
			return errors.New("no quote stands in the passage it is taken from")
		}
		return nil
	}
	out, err := do(ctx, k, prompts.Digest, in, standing, func() (prompts.DigestOut, error) {
		return k.Engine.Digest(q.Language, passages, from, to, parts), nil
	})
	return stand(name, out.Items, passages, from, to), err
}

// stand returns the items whose quotes stand in their passages.
func stand(name string, list []prompts.DigestItem, passages []extract.Reading, from, to int) []extract.ContextItem {
	var items []extract.ContextItem
	for _, x := range list {
		n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(x.Source), "S"))
		if err != nil || n <= from || n > to || strings.TrimSpace(x.Text) == "" {
			continue
		}
		p := passages[n-1].Passage
		if _, _, ok := cite.Find(p.Text, x.Quote); !ok {
			continue
		}
		items = append(items, extract.ContextItem{
			ContextItem: prompts.ContextItem{Kind: x.Kind, Text: strings.Join(strings.Fields(x.Text), " "), Sources: []string{fmt.Sprintf("%s::S%d", name, n)}},
			Quotes:      []extract.ContextQuote{{Passage: p.ID, Text: x.Quote}},
		})
	}
	return items
}

// Aggregate joins the digests of files into one: what says the same becomes one item with all its sources, and contradictions are named. Nothing
// else is left out.
func (k *Kit) Aggregate(ctx context.Context, q ask.Question, files [][]extract.ContextItem) ([]extract.ContextItem, error) {
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
func wordAlike(items []extract.ContextItem) []extract.ContextItem {
	var out []extract.ContextItem
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
func merged(into, x extract.ContextItem) extract.ContextItem {
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
func reconciled(items []extract.ContextItem, said prompts.AggregateOut) []extract.ContextItem {
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
	var conflicts []extract.ContextItem
	for _, c := range said.Conflicts {
		refs := numbers(c.Refs, len(items))
		if len(refs) < 2 || strings.TrimSpace(c.Text) == "" {
			continue
		}
		x := extract.ContextItem{ContextItem: prompts.ContextItem{Kind: "conflict", Text: strings.TrimSpace(c.Text)}}
		for _, i := range refs {
			x = merged(x, items[i])
		}
		conflicts = append(conflicts, x)
	}
	var out []extract.ContextItem
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
func contextItems(items []extract.ContextItem, room int) []prompts.ContextItem {
	out := make([]prompts.ContextItem, 0, len(items))
	for _, x := range items {
		x.Sources = x.Sources[:min(len(x.Sources), prompts.MostSources)]
		out = append(out, x.ContextItem)
	}
	return fit(out, contextText, room)
}

// Compact returns the beginning of a digest that takes at most room tokens: for safety alone, 0 is no limit.
func Compact(items []extract.ContextItem, room int) []extract.ContextItem {
	if room <= 0 {
		return items
	}
	return fit(items, func(x extract.ContextItem) string { return contextText(x.ContextItem) }, room)
}
