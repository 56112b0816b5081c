package index

import (
	"context"
	"errors"
	"fmt"

	"rabbithole/backend/fault"
)

// Nearest returns the up to limit texts of the library whose vectors are nearest to one of the same embedder; none without vectors.
func (x *Index) Nearest(ctx context.Context, vector []float32, limit int) ([]Near, error) {
	m := x.meaning.Load()
	if m == nil {
		return nil, nil
	}
	if err := m.check(ctx, vector); err != nil {
		return nil, fmt.Errorf("find near texts: %w", err)
	}
	s, err := m.space(ctx)
	if err != nil {
		return nil, err
	}
	return s.nearest(ctx, vector, limit)
}

// aim is a query as a vector, with the vectors it is compared to: those of the embedder that made it.
type aim struct {
	meaning *meaning
	space   space
	vector  []float32
}

// ErrNoVectors says that nothing can be searched by meaning yet.
var ErrNoVectors = errors.New("no text has a vector yet")

// vector returns the vector of the query, nil when it goes by words alone.
func (x *Index) vector(ctx context.Context, q Query) (*aim, error) {
	if q.Mode == Lexical {
		return nil, nil
	}
	a := &aim{meaning: x.meaning.Load()}
	ready := false
	if a.meaning != nil {
		var err error
		if a.space, err = a.meaning.space(ctx); err != nil {
			return nil, err
		}
		ready = a.space.size() > 0
	}
	if !ready && q.Mode == Semantic {
		return nil, fault.New("search by meaning", fault.Usage,
			"No text of the library has a vector yet. Search by words, or add documents and let the embedding finish.", ErrNoVectors)
	}
	if !ready {
		return nil, nil
	}
	var err error
	a.vector, err = a.meaning.query(ctx, cut(q.Text, maxQueryRunes))
	switch {
	case err == nil:
		return a, nil
	case ctx.Err() == nil && q.Mode != Semantic && x.warn != nil:
		x.warn(err)
		return nil, nil
	}
	return nil, err
}

// byMeaning gives the candidates of pool their cosine and, unless the pool is closed, adds the texts nearest to the query.
func (x *Index) byMeaning(ctx context.Context, q Query, a *aim, pool []candidate, closed bool) ([]candidate, error) {
	cosine := map[string]float64{}
	if !closed {
		nearest, err := a.nearest(ctx, q)
		if err != nil {
			return nil, err
		}
		hashes := make([]string, len(nearest))
		for i, n := range nearest {
			hashes[i], cosine[n.Hash] = n.Hash, n.Cosine
		}
		if pool, err = x.addPassages(ctx, q, hashes, pool); err != nil {
			return nil, err
		}
	}
	var others []string
	for _, c := range pool {
		if _, known := cosine[c.terms.Hash]; !known {
			others = append(others, c.terms.Hash)
		}
	}
	known, err := a.space.among(ctx, a.vector, others)
	if err != nil {
		return nil, err
	}
	for _, n := range known {
		cosine[n.Hash] = n.Cosine
	}
	for i := range pool {
		pool[i].cosine, pool[i].vector = cosine[pool[i].terms.Hash]
	}
	return pool, nil
}

// nearest returns the texts nearest to the query: of the whole library, or of those that it is restricted to.
func (a *aim) nearest(ctx context.Context, q Query) ([]Near, error) {
	if q.Scope.Whole() {
		return a.space.nearest(ctx, a.vector, q.pool())
	}
	return a.space.within(ctx, a.vector, q.filter(), q.pool())
}

// addPassages adds the passages with these texts that are not in the pool yet.
func (x *Index) addPassages(ctx context.Context, q Query, hashes []string, pool []candidate) ([]candidate, error) {
	found, err := x.lexicon.TermsByHash(ctx, hashes, q.filter())
	if err != nil {
		return nil, err
	}
	have := map[string]bool{}
	for _, c := range pool {
		have[c.terms.Passage] = true
	}
	for _, t := range found {
		if !have[t.Passage] {
			pool = append(pool, candidate{terms: t})
		}
	}
	return pool, nil
}
