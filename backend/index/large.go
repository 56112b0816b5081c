package index

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"rabbithole/backend/source"
)

// large is a space that keeps sketches in memory and leaves the vectors in the store. A search looks at one bit per entry of every
// sketch, at the whole sketch of the best few thousand, and at the vectors of the best few hundred. docs/adr/0014 has the figures.
type large struct {
	store    vectors
	embedder string // digest

	mu     sync.RWMutex
	rack   *rack
	scopes map[string]numbers // the vectors that pass a filter, by the filter; dropped when vectors come in
}

const (
	// leastCandidates and candidateShare say how many sketches are compared as a whole: enough that no near one is missed by its bits.
	leastCandidates = 2000
	candidateShare  = 25 // one in so many
	// spare vectors are read beyond the limit, because sketches tell nearly equal cosines in the wrong order.
	spare = 50
	// mostScopes filters are remembered: a run searches in one all the time.
	mostScopes = 8
)

// loadLarge reads the sketches of an embedder's vectors, which have dim entries, and makes those that are missing.
func loadLarge(ctx context.Context, store vectors, embedder string, dim int) (*large, error) {
	l := &large{store: store, embedder: embedder, rack: newRack(newSketcher(dim)), scopes: map[string]numbers{}}
	var missing []int64
	err := store.Sketches(ctx, embedder, func(number int64, sketch []byte) error {
		if !l.rack.sketcher.fits(sketch) {
			missing = append(missing, number)
			return nil
		}
		l.rack.put(number, sketch)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for some := range slices.Chunk(missing, 1000) {
		if err := l.make(ctx, some); err != nil {
			return nil, err
		}
	}
	l.rack.settle()
	return l, nil
}

// make makes and stores the sketches of vectors that came into the store without one. A damaged vector gets none.
func (l *large) make(ctx context.Context, numbers []int64) error {
	var made []source.Vector
	err := l.store.VectorsByNumber(ctx, numbers, func(v source.Vector) error {
		if len(v.Entries) == l.rack.sketcher.dim && usable(v.Entries) {
			v.Sketch, v.Entries = l.rack.sketcher.sketch(v.Entries), nil
			made = append(made, v)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, v := range made {
		l.rack.put(v.Number, v.Sketch)
	}
	l.store.PutSketches(ctx, made) // cannot be kept where the library is open to read only, and are made again next time
	return ctx.Err()
}

func (l *large) size() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.rack.count
}

func (l *large) add(_ context.Context, vectors []source.Vector) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range vectors {
		l.rack.put(v.Number, v.Sketch)
	}
	clear(l.scopes)
	return nil
}

func (l *large) nearest(ctx context.Context, query []float32, limit int) ([]Near, error) {
	return l.search(ctx, query, nil, limit)
}

func (l *large) within(ctx context.Context, query []float32, filter source.Filter, limit int) ([]Near, error) {
	allowed, err := l.scope(ctx, filter)
	if err != nil {
		return nil, err
	}
	return l.search(ctx, query, allowed, limit)
}

func (l *large) search(ctx context.Context, query []float32, allowed numbers, limit int) ([]Near, error) {
	turned := l.rack.sketcher.turn(query)
	l.mu.RLock()
	guesses := l.rack.candidates(turned, allowed, max(leastCandidates, l.rack.count/candidateShare, 4*limit))
	l.mu.RUnlock()
	slices.SortFunc(guesses, func(a, b guess) int {
		if a.cosine != b.cosine { // nearly always, and there are thousands
			return cmp.Compare(b.cosine, a.cosine)
		}
		return cmp.Compare(a.number, b.number)
	})
	best := make([]int64, 0, limit+spare)
	for _, g := range guesses[:min(len(guesses), limit+spare)] {
		best = append(best, g.number)
	}
	found, err := l.exact(query, func(yield func(source.Vector) error) error { return l.store.VectorsByNumber(ctx, best, yield) })
	return found[:min(len(found), limit)], err
}

func (l *large) among(ctx context.Context, query []float32, hashes []string) ([]Near, error) {
	return l.exact(query, func(yield func(source.Vector) error) error {
		return l.store.VectorsByHash(ctx, l.embedder, hashes, yield)
	})
}

// exact returns the cosines of the vectors that read gives, nearest first.
func (l *large) exact(query []float32, read func(yield func(source.Vector) error) error) ([]Near, error) {
	size := length(query)
	var out []Near
	err := read(func(v source.Vector) error {
		if len(v.Entries) != len(query) {
			return nil
		}
		product, own := 0.0, 0.0
		for i, x := range v.Entries { // both in one pass: each sum waits for its own last step only
			product += float64(query[i]) * float64(x)
			own += float64(x) * float64(x)
		}
		if own = math.Sqrt(own); direction(own) {
			out = append(out, Near{v.Hash, product / size / own})
		}
		return nil
	})
	sortNear(out)
	return out, err
}

// scope returns the vectors whose texts pass the filter.
func (l *large) scope(ctx context.Context, filter source.Filter) (numbers, error) {
	raw, err := json.Marshal(filter)
	if err != nil {
		return nil, err
	}
	key := string(raw)
	l.mu.RLock()
	known, ok := l.scopes[key]
	count := l.rack.count
	l.mu.RUnlock()
	if ok {
		return known, nil
	}
	list, err := l.store.VectorNumbers(ctx, l.embedder, filter)
	if err != nil {
		return nil, err
	}
	set := newNumbers(list)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.scopes) >= mostScopes {
		clear(l.scopes)
	}
	if l.rack.count == count { // else vectors came in meanwhile
		l.scopes[key] = set
	}
	return set, nil
}
