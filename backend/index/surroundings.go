package index

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/source"
)

// surroundings are what speaks for a passage beside its own words.
type surroundings struct {
	documents map[string]float64 // how well the query names a document, by its hash
	there     map[string]bool    // passages on the pages that the query names
}

// around looks at what the query names and adds the passages that stand there.
func (x *Index) around(ctx context.Context, q Query, a asked, pool []candidate) (surroundings, []candidate, error) {
	s := surroundings{there: map[string]bool{}}
	var err error
	if x.weights.document > 0 {
		if s.documents, err = x.named(ctx, a); err != nil {
			return s, nil, err
		}
		if pool, err = x.byDocument(ctx, q, a, s.documents, pool); err != nil {
			return s, nil, err
		}
	}
	if len(a.pages) == 0 || x.weights.place == 0 {
		return s, pool, nil
	}
	filter := q.filter()
	if near := standIn(pool, maxPlaced); len(near) > 0 {
		filter.Scope = filter.Scope.Only(near...)
	}
	found, err := x.lexicon.NumberedTerms(ctx, a.pages, filter)
	for _, t := range found {
		s.there[t.Passage] = true
	}
	return s, join(pool, found), err
}

// byDocument adds the passages with words of the query in the documents that it names. Where the person chose the documents nothing
// is added.
func (x *Index) byDocument(ctx context.Context, q Query, a asked, documents map[string]float64, pool []candidate) ([]candidate, error) {
	var named []string
	for hash, s := range documents {
		if s >= namedWell {
			named = append(named, hash)
		}
	}
	if len(q.Scope.Documents()) > 0 || len(named) == 0 {
		return pool, nil
	}
	slices.SortFunc(named, func(a, b string) int { return cmp.Or(cmp.Compare(documents[b], documents[a]), cmp.Compare(a, b)) })
	filter := q.filter()
	filter.Scope = filter.Scope.Only(named[:min(maxNamed, len(named))]...)
	found, err := x.lexicon.MatchTerms(ctx, clauses(proposers(a.groups, a.lib)), false, filter, q.pool()/2)
	return join(pool, found), err
}

// standIn returns the first n documents that candidates stand in.
func standIn(pool []candidate, n int) []string {
	var out []string
	for _, c := range pool {
		if len(out) < n && !slices.Contains(out, c.terms.Document) {
			out = append(out, c.terms.Document)
		}
	}
	return out
}

// join adds passages to the candidates that are not among them yet.
func join(pool []candidate, found []source.Terms) []candidate {
	have := make(map[string]bool, len(pool))
	for _, c := range pool {
		have[c.terms.Passage] = true
	}
	for _, t := range found {
		if !have[t.Passage] {
			have[t.Passage] = true
			pool = append(pool, candidate{terms: t})
		}
	}
	return pool
}
