package index

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// fuse gives the candidates their final score and sorts them by it: the weighted sum of both scores, each brought to 0..1 within the
// pool. A text without a vector is judged by its words alone. Ties go to the better by words, then to the first found.
func fuse(pool []candidate, share float64) {
	top := 0.0
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range pool {
		top = max(top, c.words)
		if c.vector {
			low, high = min(low, c.cosine), max(high, c.cosine)
		}
	}
	for i, c := range pool {
		words, meaning := 0.0, 0.0
		if top > 0 {
			words = c.words / top
		}
		switch {
		case !c.vector && share < 1:
			meaning = words
		case c.vector && high > low:
			meaning = (c.cosine - low) / (high - low)
		case c.vector:
			meaning = 1
		}
		pool[i].score = (1-share)*words + share*meaning
	}
	slices.SortStableFunc(pool, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.words, a.words))
	})
}

// present returns the words of the query that stand in a passage, as they were asked.
func present(t source.Terms, groups []group) []string {
	var out []string
	for _, g := range groups {
		if g.first != "" && g.standsIn(t) {
			out = append(out, g.first)
		}
	}
	return out
}

// standsIn reports whether one of the terms of a group stands in a passage.
func (g group) standsIn(t source.Terms) bool {
	return slices.ContainsFunc(g.terms, func(term string) bool { return among(t.Body, term) || among(t.Head, term) || among(t.Parts, term) })
}

// among reports whether a term is one of those of a field.
func among(field, term string) bool {
	for at := 0; ; at++ {
		i := strings.Index(field[at:], term)
		if i < 0 || term == "" {
			return false
		}
		at += i
		if end := at + len(term); (at == 0 || field[at-1] == ' ') && (end == len(field) || field[end] == ' ') {
			return true
		}
	}
}
