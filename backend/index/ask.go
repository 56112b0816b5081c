package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Bounds of what is read of a query: a page pasted into the search box is a fair question, a book is cut.
const (
	maxQueryRunes = 20000
	maxWords      = 400 // different words looked at
	maxGroups     = 40  // groups searched for, the weightiest
	maxPhrases    = 8
	maxLanguages  = 4
)

// asked is a query taken apart, with what the library knows of its terms.
type asked struct {
	groups  []group
	phrases [][]string // folded words of each quoted phrase that hits must hold
	langs   languages
	stop    map[string]bool // stems that feedback must not add
	lib     collection
	names   names
	pages   []string // numbers or printed labels of pages that the query names
}

// ask takes a query apart: its words, stemmed in the languages it may be in, without those that only make it a sentence.
func (x *Index) ask(ctx context.Context, q Query) (asked, error) {
	text := cut(q.Text, maxQueryRunes)
	library, err := x.lexicon.SearchLanguages(ctx)
	if err != nil {
		return asked{}, err
	}
	a := asked{langs: languagesOf(text, q.Language, library)}
	p := newParser(a.langs)
	ws := p.read(text)
	a.groups, a.stop = p.groups(ws), p.stopStems()
	if !strings.Contains(text, "?") { // a question quotes what it asks about, and the answer may say it otherwise
		a.phrases = demanded(phrases(text), p.wordGroups(ws, p.stop))
	}
	a.names, a.pages = p.names(text, ws), pagesNamed(text)
	if a.lib, err = x.library(ctx); err != nil {
		return asked{}, err
	}
	a.groups = append(a.groups, p.implied(ws, a.groups, x.weights.implied)...)
	if err := x.weigh(ctx, &a.lib, a.groups); err != nil {
		return asked{}, err
	}
	if slices.Contains(a.langs.codes, "de") {
		if a.groups, err = x.takeApart(ctx, p, a.groups, a.lib); err != nil {
			return asked{}, err
		}
	}
	a.groups = weightiest(a.groups, a.lib)
	return a, nil
}

// unknown reports whether nothing asked for, or implied, stands in the library.
func (a asked) unknown() bool {
	return !slices.ContainsFunc(a.groups, func(g group) bool { return a.lib.spread(g) > 0 })
}

// library reads the sizes that ranking must know.
func (x *Index) library(ctx context.Context) (collection, error) {
	totals, err := x.lexicon.TermTotals(ctx)
	n := float64(max(totals.Passages, 1))
	return collection{passages: totals.Passages, head: float64(totals.Head) / n, body: float64(totals.Body) / n,
		count: map[string]int{}}, err
}

// weigh looks up how common the terms of groups are.
func (x *Index) weigh(ctx context.Context, lib *collection, groups []group) error {
	var terms []string
	for _, g := range groups {
		terms = append(terms, g.terms...)
	}
	counts, err := x.vocabulary.counts(ctx, terms)
	for t, n := range counts {
		lib.count[t] = n
	}
	return err
}

// takeApart adds the parts of German compounds to the groups.
func (x *Index) takeApart(ctx context.Context, p parser, groups []group, lib collection) ([]group, error) {
	c := compounds{stem: p.analyzer.stemmer("de")}
	var pieces []string
	have := map[string]bool{}
	for _, g := range groups {
		pieces = append(pieces, c.pieces(g.first)...)
		have[g.terms[0]] = true
	}
	counts, err := x.vocabulary.counts(ctx, pieces)
	if err != nil {
		return nil, err
	}
	c.count = func(stem string) int { return counts[stem] }
	for _, g := range groups {
		for _, part := range c.parts(g.first) {
			if have[part] {
				continue
			}
			have[part] = true
			lib.count[part] = counts[part]
			groups = append(groups, group{terms: []string{part}, weight: partWeight * g.weight, place: -1})
		}
	}
	return groups, nil
}

// weightiest returns the maxGroups groups that say the most, in their order.
func weightiest(groups []group, lib collection) []group {
	if len(groups) <= maxGroups {
		return groups
	}
	order := make([]int, len(groups))
	worth := make([]float64, len(groups))
	for i, g := range groups {
		order[i] = i
		if lib.spread(g) > 0 {
			worth[i] = g.weight * lib.rarity(g)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	order = order[:maxGroups]
	slices.Sort(order)
	out := make([]group, maxGroups)
	for i, o := range order {
		out[i] = groups[o]
	}
	return out
}
