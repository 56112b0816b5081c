package index

import (
	"context"

	"rabbithole/backend/fault"
)

// vector returns the vector of the query, nil when it goes by words alone.
func (x *Index) vector(ctx context.Context, q Query) ([]float32, error) {
	if q.Mode == Lexical {
		return nil, nil
	}
	ready := false
	if x.meaning != nil {
		c, err := x.meaning.collection(ctx)
		if err != nil {
			return nil, err
		}
		ready = c.Count() > 0
	}
	if !ready && q.Mode == Semantic {
		return nil, fault.New("search by meaning", fault.Usage,
			"No text of the library has a vector yet. Search by words, or add documents and let the embedding finish.", nil)
	}
	if !ready {
		return nil, nil
	}
	vector, err := x.meaning.query(ctx, cut(q.Text, maxQueryRunes))
	if err != nil && ctx.Err() == nil && q.Mode != Semantic && x.warn != nil {
		x.warn(err)
		return nil, nil
	}
	return vector, err
}

// byMeaning gives the candidates of pool their cosine and, unless the pool is closed, adds the texts nearest to the query.
func (x *Index) byMeaning(ctx context.Context, q Query, vector []float32, pool []candidate, closed bool) ([]candidate, error) {
	var err error
	if !closed {
		if pool, err = x.addNearest(ctx, q, vector, pool); err != nil {
			return nil, err
		}
	}
	hashes := make([]string, len(pool))
	for i, c := range pool {
		hashes[i] = c.terms.Hash
	}
	known, err := x.meaning.among(ctx, vector, hashes)
	if err != nil {
		return nil, err
	}
	cosine := map[string]float64{}
	for _, n := range known {
		cosine[n.hash] = n.cosine
	}
	for i := range pool {
		pool[i].cosine, pool[i].vector = cosine[pool[i].terms.Hash]
	}
	return pool, nil
}

// addNearest adds the passages of the texts nearest to vector that are not in the pool yet.
func (x *Index) addNearest(ctx context.Context, q Query, vector []float32, pool []candidate) ([]candidate, error) {
	nearest, err := x.nearest(ctx, q, vector)
	if err != nil {
		return nil, err
	}
	hashes := make([]string, len(nearest))
	for i, n := range nearest {
		hashes[i] = n.hash
	}
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

// nearest returns the texts nearest to vector: of the whole library, or of those that the query is restricted to.
func (x *Index) nearest(ctx context.Context, q Query, vector []float32) ([]near, error) {
	if len(q.Collections) == 0 && len(q.Documents) == 0 {
		return x.meaning.nearest(ctx, vector, q.pool())
	}
	hashes, err := x.lexicon.TextHashes(ctx, q.filter())
	if err != nil {
		return nil, err
	}
	found, err := x.meaning.among(ctx, vector, hashes)
	return found[:min(len(found), q.pool())], err
}
