package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	chromem "github.com/philippgille/chromem-go"
)

// meaning is the search by vectors. The store has them; the collection in memory is built from it when first needed and after a
// change. Its key is the hash of a text, so that a text stands in it once.
type meaning struct {
	store    vectors
	embedder Embedder
	batch    int

	mu     sync.Mutex
	loaded *chromem.Collection // nil until needed
	dim    int                 // length of the embedder's vectors, 0 until it or its first vector says
}

// near is a text and its cosine similarity to a query.
type near struct {
	hash   string
	cosine float64
}

// collection returns the vectors in memory.
func (m *meaning) collection(ctx context.Context) (*chromem.Collection, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loaded != nil {
		return m.loaded, nil
	}
	refuse := func(context.Context, string) ([]float32, error) {
		return nil, errors.New("the vector collection embeds nothing itself")
	}
	m.dim = m.embedder.Dim()
	c, err := chromem.NewDB().CreateCollection("passages", nil, refuse)
	if err != nil {
		return nil, fmt.Errorf("make the vector collection: %w", err)
	}
	err = m.store.Vectors(ctx, m.embedder.Digest(), func(hash string, v []float32) error {
		if m.fits(v) != nil {
			return nil // a damaged vector, or none, costs its text the semantic score, no more
		}
		return c.AddDocument(ctx, chromem.Document{ID: hash, Embedding: v})
	})
	if err != nil {
		return nil, fmt.Errorf("load vectors: %w", err)
	}
	m.loaded = c
	return c, nil
}

// fits refuses a vector that is not as long as those before it; the first one sets the length.
func (m *meaning) fits(v []float32) error {
	if m.dim == 0 {
		m.dim = len(v)
	}
	if len(v) != m.dim {
		return fmt.Errorf("a vector of %d entries where %d are due", len(v), m.dim)
	}
	n := length(v)
	if n == 0 || math.IsNaN(n) || math.IsInf(n, 0) {
		return fmt.Errorf("a vector of length %v", n)
	}
	return nil
}

// check is fits for callers that do not hold mu; what the embedder says of its vectors' length comes first.
func (m *meaning) check(v []float32) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if dim := m.embedder.Dim(); dim > 0 {
		m.dim = dim
	}
	return m.fits(v)
}

// join adds new vectors to those in memory, if any are.
func (m *meaning) join(ctx context.Context, hashes []string, vectors [][]float32) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loaded == nil {
		return nil
	}
	for i, h := range hashes {
		if len(vectors[i]) == 0 {
			continue
		}
		if err := m.loaded.AddDocument(ctx, chromem.Document{ID: h, Embedding: vectors[i]}); err != nil {
			return fmt.Errorf("add vectors: %w", err)
		}
	}
	return nil
}

// forget makes the next search read the vectors anew.
func (m *meaning) forget() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.loaded = nil
}

// nearest returns the up to limit texts nearest to a query vector, ties by hash.
func (m *meaning) nearest(ctx context.Context, query []float32, limit int) ([]near, error) {
	c, err := m.collection(ctx)
	if err != nil || c.Count() == 0 {
		return nil, err
	}
	// Twice as many, because the collection breaks ties at its cut by chance.
	found, err := c.QueryEmbedding(ctx, query, min(2*limit, c.Count()), nil, nil)
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	out := make([]near, len(found))
	for i, f := range found {
		out[i] = near{f.ID, float64(f.Similarity)}
	}
	sortNear(out)
	return out[:min(limit, len(out))], nil
}

// among returns the similarity of those texts of hashes that have a vector, nearest first.
func (m *meaning) among(ctx context.Context, query []float32, hashes []string) ([]near, error) {
	c, err := m.collection(ctx)
	if err != nil {
		return nil, err
	}
	size := length(query)
	var out []near
	for _, h := range hashes {
		d, err := c.GetByID(ctx, h)
		if err != nil || len(d.Embedding) != len(query) {
			continue // not embedded yet
		}
		out = append(out, near{h, dot(query, d.Embedding) / size})
	}
	sortNear(out)
	return out, nil
}

func sortNear(list []near) {
	slices.SortFunc(list, func(a, b near) int {
		return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(a.hash, b.hash))
	})
}

// query returns the vector of a query text.
func (m *meaning) query(ctx context.Context, text string) ([]float32, error) {
	v, err := m.embedder.EmbedQuery(ctx, text)
	if err == nil {
		err = m.check(v)
	}
	if err != nil {
		return nil, fmt.Errorf("embed the query with %s: %w", m.embedder.Name(), err)
	}
	return v, nil
}

func length(v []float32) float64 { return math.Sqrt(dot(v, v)) }

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
