package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// meaning is the search by the vectors of one embedder. The store has them; what is in memory is built from it when first needed and
// after a change. Its key is the hash of a text, so that a text stands in it once.
type meaning struct {
	store    vectors
	hashes   func(context.Context, source.Filter) ([]string, error)
	embedder Embedder
	share    float64 // of its vectors in a hybrid score
	batch    int     // texts per call of the embedder
	most     int     // vectors kept in memory as they are; beyond, their sketches

	mu     sync.Mutex
	loaded space     // nil until needed
	dim    int       // length of the embedder's vectors, 0 until the store, it or its first vector says
	sketch *sketcher // for vectors of that length
}

// mostInMemory is how many vectors are kept in memory as they are: up to here looking at each takes some 20 ms.
const mostInMemory = 20_000

// meaningOf returns the search by the vectors of an embedder. Nothing is read yet.
func (x *Index) meaningOf(e Embedder) *meaning {
	m := &meaning{store: x.vectors, hashes: x.lexicon.TextHashes, embedder: e, share: x.opts.Semantic, batch: x.opts.Batch, most: x.opts.InMemory}
	if m.share <= 0 {
		m.share = shareOf(e)
	}
	if m.batch <= 0 {
		m.batch = 32
	}
	if m.most <= 0 {
		m.most = mostInMemory
	}
	return m
}

// space returns the vectors in memory.
func (m *meaning) space(ctx context.Context) (space, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loaded != nil && m.outgrown() {
		m.loaded = nil
	}
	if m.loaded != nil {
		return m.loaded, nil
	}
	loaded, err := m.load(ctx)
	if err != nil {
		return nil, fmt.Errorf("load vectors: %w", err)
	}
	m.loaded = loaded
	return loaded, nil
}

// outgrown reports whether there are more vectors in memory than should be there as they are.
func (m *meaning) outgrown() bool {
	_, small := m.loaded.(*small)
	return small && m.loaded.size() > m.most
}

// load reads the vectors if they are few, else their sketches.
func (m *meaning) load(ctx context.Context) (space, error) {
	total, err := m.measure(ctx)
	if err != nil {
		return nil, err
	}
	if total > m.most {
		return loadLarge(ctx, m.store, m.embedder.Digest(), m.dim)
	}
	s, err := newSmall(m.hashes)
	if err != nil {
		return nil, err
	}
	return s, m.store.Vectors(ctx, m.embedder.Digest(), func(v source.Vector) error {
		if m.fits(v.Entries) != nil {
			return nil // a damaged vector, or none, costs its text the semantic score, no more
		}
		return s.add(ctx, []source.Vector{v})
	})
}

// measure learns how long the embedder's vectors are, from those in the store if there are any, and returns how many there are.
func (m *meaning) measure(ctx context.Context) (total int, err error) {
	total, dim, err := m.store.VectorSize(ctx, m.embedder.Digest())
	if m.dim == 0 {
		m.dim = cmp.Or(dim, m.embedder.Dim())
	}
	return total, err
}

// fits refuses a vector that is not as long as those before it; the first one sets the length.
func (m *meaning) fits(v []float32) error {
	if m.dim == 0 {
		m.dim = len(v)
	}
	if len(v) != m.dim {
		return fault.New("use vectors of "+m.embedder.Name(), fault.Unavailable,
			"Another model answers under its name than the one that made the library's vectors. "+
				"Choose another embedder with `rabbithole embedder NAME`.", fmt.Errorf("a vector of %d entries where %d are due", len(v), m.dim))
	}
	if !usable(v) {
		return fmt.Errorf("a vector of length %v", length(v))
	}
	return nil
}

// usable reports whether v has a direction.
func usable(v []float32) bool { return direction(length(v)) }

// direction reports whether a vector of this length has one.
func direction(length float64) bool { return length > 0 && !math.IsInf(length, 0) }

// check is fits for callers that do not hold mu.
func (m *meaning) check(ctx context.Context, v []float32) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dim == 0 {
		if _, err := m.measure(ctx); err != nil {
			return err
		}
	}
	return m.fits(v)
}

// sketcher returns what makes sketches of the embedder's vectors, once their length is known.
func (m *meaning) sketcher() *sketcher {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sketch == nil || m.sketch.dim != m.dim {
		m.sketch = newSketcher(m.dim)
	}
	return m.sketch
}

// join adds new vectors to those in memory, if any are. Those without entries are left out.
func (m *meaning) join(ctx context.Context, vectors []source.Vector) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loaded == nil {
		return nil
	}
	var some []source.Vector
	for _, v := range vectors {
		if len(v.Entries) > 0 {
			some = append(some, v)
		}
	}
	return m.loaded.add(ctx, some)
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

// ErrUnembedded says that the embedder gave no vector for a query.
var ErrUnembedded = errors.New("the embedder failed")

type unembedded struct{ error }

func (unembedded) Is(target error) bool { return target == ErrUnembedded }
func (e unembedded) Unwrap() error      { return e.error }

// query returns the vector of a query text. An error is ErrUnembedded besides what it is.
func (m *meaning) query(ctx context.Context, text string) ([]float32, error) {
	v, err := m.embedder.EmbedQuery(ctx, text)
	if err == nil {
		err = m.check(ctx, v)
	}
	if err != nil {
		return nil, unembedded{fmt.Errorf("embed the query with %s: %w", m.embedder.Name(), err)}
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
