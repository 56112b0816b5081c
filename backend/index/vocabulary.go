package index

import (
	"context"
	"sync"

	"rabbithole/backend/source"
)

// vocabulary tells in how many passages a term stands. It remembers what it was asked until the library changes.
type vocabulary struct {
	lexicon lexicon

	mu    sync.Mutex
	known map[string]int
	whole bool // known holds every term of the library
}

// counts returns the number of passages for each of terms.
func (v *vocabulary) counts(ctx context.Context, terms []string) (map[string]int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var missing []string
	for _, t := range terms {
		if _, ok := v.known[t]; !ok && !v.whole {
			missing = append(missing, t)
		}
	}
	if len(missing) > 0 {
		found, err := v.lexicon.TermCounts(ctx, missing)
		if err != nil {
			return nil, err
		}
		if v.known == nil {
			v.known = map[string]int{}
		}
		for _, t := range missing {
			v.known[t] = found[t]
		}
	}
	out := make(map[string]int, len(terms))
	for _, t := range terms {
		out[t] = v.known[t]
	}
	return out, nil
}

// count returns the number of passages for a term already asked for or learnt.
func (v *vocabulary) count(term string) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.known[term]
}

// learn reads the library's whole vocabulary and adds the words of passages that are about to join it.
func (v *vocabulary) learn(ctx context.Context, passages []source.Passage, documents map[string]source.Document) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.whole {
		v.known = map[string]int{}
		err := v.lexicon.Vocabulary(ctx, func(term string, n int) { v.known[term] = n })
		if err != nil {
			return err
		}
		v.whole = true
	}
	a := newAnalyzer(nil)
	for _, p := range passages {
		terms, _ := a.stems(p.Text, documents[p.Document].Language)
		seen := make(map[string]bool, len(terms))
		for _, t := range terms {
			if !seen[t] {
				seen[t] = true
				v.known[t]++
			}
		}
	}
	return nil
}

// forget drops what is remembered, after a change of the library.
func (v *vocabulary) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known, v.whole = nil, false
}
