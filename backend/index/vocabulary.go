package index

import (
	"context"
	"sync"

	"rabbithole/backend/source"
)

// vocabulary tells in how many passages a term stands.
type vocabulary struct {
	lexicon lexicon

	mu    sync.Mutex
	exact map[string]int // what was asked for since the library changed
	words map[string]int // what compounds are split by: the library's terms when first needed, and those added since
}

// counts returns the number of passages for each of terms.
func (v *vocabulary) counts(ctx context.Context, terms []string) (map[string]int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var missing []string
	for _, t := range terms {
		if _, ok := v.exact[t]; !ok {
			missing = append(missing, t)
		}
	}
	if len(missing) > 0 {
		found, err := v.lexicon.TermCounts(ctx, missing)
		if err != nil {
			return nil, err
		}
		if v.exact == nil {
			v.exact = map[string]int{}
		}
		for _, t := range missing {
			v.exact[t] = found[t]
		}
	}
	out := make(map[string]int, len(terms))
	for _, t := range terms {
		out[t] = v.exact[t]
	}
	if len(v.exact) > maxRemembered {
		v.exact = nil
	}
	return out, nil
}

// maxRemembered bounds the counts kept, some 100 bytes each.
const maxRemembered = 200_000

// word returns in about how many passages a learnt term stands.
func (v *vocabulary) word(term string) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.words[term]
}

// learn adds the words of passages that are about to join the library to those that compounds are split by. The first time it reads
// the library's vocabulary.
func (v *vocabulary) learn(ctx context.Context, passages []source.Passage, documents map[string]source.Document) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.words == nil {
		words := map[string]int{}
		if err := v.lexicon.Vocabulary(ctx, func(term string, n int) { words[term] = n }); err != nil {
			return err
		}
		v.words = words
	}
	a := newAnalyzer(nil)
	for _, p := range passages {
		terms, _ := a.stems(p.Own(), documents[p.Document].Language)
		seen := make(map[string]bool, len(terms))
		for _, t := range terms {
			if !seen[t] {
				seen[t] = true
				v.words[t]++
			}
		}
	}
	return nil
}

// forget drops the exact counts, after a change of the library.
func (v *vocabulary) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.exact = nil
}
