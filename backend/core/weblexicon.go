package core

import (
	"context"
	"sync"

	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// webLexicon is the library's lexicon with what a run has read of the web: how rare a word is, and whether it stands anywhere at all, is said
// of both. Without it a question about something that the library does not know would have no subject.
type webLexicon struct {
	step.Lexicon

	mu       sync.Mutex
	known    map[string]bool // documents
	passages int
	count    map[string]int // passages per term
}

func newWebLexicon(library step.Lexicon) *webLexicon {
	return &webLexicon{Lexicon: library, known: map[string]bool{}, count: map[string]int{}}
}

// learn takes in the passages of an article, once.
func (l *webLexicon) learn(a source.Article, passages []source.Passage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known[a.Document] {
		return
	}
	l.known[a.Document] = true
	for _, p := range passages {
		l.passages++
		seen := map[string]bool{}
		for _, term := range l.Terms(p.Text, a.Language) {
			if !seen[term] {
				seen[term] = true
				l.count[term]++
			}
		}
	}
}

// Frequencies implements step.Lexicon.
func (l *webLexicon) Frequencies(ctx context.Context, terms []string) ([]int, int, error) {
	counts, n, err := l.Lexicon.Frequencies(ctx, terms)
	if err != nil {
		return nil, 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	sum := make([]int, len(terms))
	for i, term := range terms {
		sum[i] = counts[i] + l.count[term]
	}
	return sum, n + l.passages, nil
}
