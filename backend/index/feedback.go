package index

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// widen returns the query with the words added that mark its best passages (relevance model 3: Lavrenko and Croft 2001, Abdul-Jaleel
// et al. 2004), nil when there is nothing to learn from. pool is sorted by the query's own score.
func (x *Index) widen(ctx context.Context, a asked, own *query, pool []candidate) (*query, error) {
	w := x.weights
	best := pool[:min(len(pool), w.feedbackPassages)]
	sums := marks(best)
	terms := strongest(sums, 3*w.feedbackTerms, func(t string) bool { return a.stop[t] || utf8.RuneCountInString(t) < 2 })
	if len(terms) == 0 {
		return nil, nil
	}
	counts, err := x.vocabulary.counts(ctx, terms)
	if err != nil {
		return nil, err
	}
	lib := a.lib
	lib.count = maps.Clone(a.lib.count)
	maps.Copy(lib.count, counts)
	return newQuery(w, lib, append(slices.Clip(own.groups), added(own, sums, terms, lib)...)), nil
}

// added returns the terms that mark the best passages and are rare elsewhere, as groups that together weigh their share of the query.
func added(own *query, sums map[string]float64, terms []string, lib collection) []group {
	worth := func(t string) float64 { return sums[t] * lib.idf(lib.count[t]) }
	slices.SortFunc(terms, func(a, b string) int { return cmp.Or(cmp.Compare(worth(b), worth(a)), cmp.Compare(a, b)) })
	terms = terms[:min(len(terms), own.w.feedbackTerms)]
	total, weight := 0.0, 0.0
	for _, t := range terms {
		total += sums[t]
	}
	for _, g := range own.groups {
		weight += g.weight
	}
	groups := make([]group, len(terms))
	for i, t := range terms {
		groups[i] = group{terms: []string{t}, weight: own.w.feedback * weight * sums[t] / total, place: -1}
	}
	return groups
}

// marks sums up the share that each term has in the passages, weighed by their scores.
func marks(best []candidate) map[string]float64 {
	total := 0.0
	for _, c := range best {
		total += c.asked
	}
	sums := map[string]float64{}
	if total == 0 {
		return sums
	}
	for _, c := range best {
		for t, n := range share(c.terms) {
			sums[t] += n * c.asked / total
		}
	}
	return sums
}

// share returns the share that each term has in a passage.
func share(t source.Terms) map[string]float64 {
	terms := strings.Fields(t.Head + " " + t.Body)
	out := map[string]float64{}
	for _, term := range terms {
		out[term] += 1 / float64(len(terms))
	}
	return out
}

// strongest returns the n terms with the highest sums, those to skip left out.
func strongest(sums map[string]float64, n int, skip func(string) bool) []string {
	var terms []string
	for t := range sums {
		if !skip(t) {
			terms = append(terms, t)
		}
	}
	slices.SortFunc(terms, func(a, b string) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	return terms[:min(n, len(terms))]
}
