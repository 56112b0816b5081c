package index

import (
	"context"
	"errors"
	"fmt"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
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

// nearby are the texts nearest to a query, and the passages with these texts.
type nearby struct {
	cosine   map[string]float64 // by the hash of a text
	passages []source.Terms
}

// near returns what is nearest to a query: of the whole library, or of what it is restricted to.
func (x *Index) near(ctx context.Context, q Query, a *aim) (found nearby, err error) {
	var nearest []Near
	if q.Scope.Whole() {
		nearest, err = a.space.nearest(ctx, a.vector, q.pool())
	} else {
		nearest, err = a.space.within(ctx, a.vector, q.filter(), q.pool())
	}
	if err != nil {
		return found, err
	}
	found.cosine = map[string]float64{}
	hashes := make([]string, len(nearest))
	for i, n := range nearest {
		hashes[i], found.cosine[n.Hash] = n.Hash, n.Cosine
	}
	found.passages, err = x.lexicon.TermsByHash(ctx, hashes, q.filter())
	return found, err
}

// compare gives the candidates whose text has a vector their cosine. A nil aim leaves them as they are.
func (a *aim) compare(ctx context.Context, pool []candidate) error {
	if a == nil || len(pool) == 0 {
		return nil
	}
	hashes := make([]string, len(pool))
	for i, c := range pool {
		hashes[i] = c.terms.Hash
	}
	known, err := a.space.among(ctx, a.vector, hashes)
	cosine := make(map[string]float64, len(known))
	for _, n := range known {
		cosine[n.Hash] = n.Cosine
	}
	nearby{cosine: cosine}.mark(pool)
	return err
}

// mark gives the candidates that are nearby their cosine.
func (n nearby) mark(pool []candidate) {
	for i, c := range pool {
		if cosine, near := n.cosine[c.terms.Hash]; near {
			pool[i].cosine, pool[i].vector = cosine, true
		}
	}
}
