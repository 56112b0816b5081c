package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Lexicon knows the library's words: how a text is taken apart into terms, and how common they are. It is a snapshot: a run that
// holds one judges all passages by the same measure, whatever is added meanwhile. It is safe for concurrent use.
type Lexicon struct {
	passages int
	count    map[string]int // passages per term
	library  []string       // languages, the most frequent first

	mu       sync.Mutex
	analyzer *analyzer
	stop     map[string]map[string]bool // by language
	verbs    map[string]string          // infinitives of German stems
}

// Lexicon reads the library's vocabulary into memory, some 50 bytes a term.
func (x *Index) Lexicon(ctx context.Context) (*Lexicon, error) {
	l := &Lexicon{count: map[string]int{}, stop: map[string]map[string]bool{}, verbs: map[string]string{}}
	if err := x.lexicon.Vocabulary(ctx, func(term string, passages int) { l.count[term] = passages }); err != nil {
		return nil, fmt.Errorf("read the library's vocabulary: %w", err)
	}
	totals, err := x.lexicon.TermTotals(ctx)
	if err != nil {
		return nil, err
	}
	l.passages = totals.Passages
	if l.library, err = x.lexicon.SearchLanguages(ctx); err != nil {
		return nil, err
	}
	l.analyzer = newAnalyzer(func(stem string) int { return l.count[stem] })
	return l, nil
}

// Terms returns the terms of text in order, stop words and words about the asking left out, parts of compounds and identifiers last.
// language is ISO 639-1; with "" the text is read in every language of the library.
func (l *Lexicon) Terms(text, language string) []string { return l.read(text, language, true) }

// Subject returns the terms of a text that says what is sought: as Terms does, but a compound that the library uses is not taken apart.
// Who asks for "Einsatzkräfte" does not ask for every "Einsatz".
func (l *Lexicon) Subject(text, language string) []string { return l.read(text, language, false) }

func (l *Lexicon) read(text, language string, parts bool) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if language != "" {
		return l.terms(text, language, parts)
	}
	var out []string
	for _, code := range l.languages() {
		for _, t := range l.terms(text, code, parts) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

func (l *Lexicon) languages() []string {
	if len(l.library) == 0 {
		return []string{"en"}
	}
	return l.library[:min(2, len(l.library))]
}

func (l *Lexicon) terms(text, language string, apart bool) []string {
	stop, ok := l.stop[language]
	if !ok {
		stop = languages{codes: []string{language}}.stopWords()
		l.stop[language] = stop
	}
	ws := words(fold(text))
	stem := l.analyzer.stemmer(language)
	var terms, derived []string
	for _, w := range ws {
		if stop[w.text] || strings.HasPrefix(w.text, "§") {
			continue
		}
		term, parts := l.verb(stem, w.text, language), l.analyzer.within(w, language)
		if l.count[term] > 0 || len(parts) == 0 { // a compound the library never uses is what its parts are
			terms = append(terms, term)
		}
		if apart || l.count[term] == 0 {
			derived = append(derived, parts...)
		}
	}
	for _, id := range identifiers(ws, stop) {
		derived = append(derived, stem.of(id))
	}
	return append(terms, derived...)
}

// verb returns the stem of a word, and of a verb's past form that of the verb.
func (l *Lexicon) verb(stem *stemmer, word, language string) string {
	switch language {
	case "de":
		of := stem.of(word)
		verb, seen := l.verbs[of]
		if !seen {
			verb = infinitive(of, func(s string) bool { return l.count[s] > 0 })
			l.verbs[of] = verb
		}
		return verb
	case "en":
		if verb, ok := irregular[word]; ok {
			return stem.of(verb)
		}
	}
	return stem.of(word)
}

// Frequencies returns in how many passages of the library each term stands, and how many passages there are.
func (l *Lexicon) Frequencies(_ context.Context, terms []string) ([]int, int, error) {
	out := make([]int, len(terms))
	for i, t := range terms {
		out[i] = l.count[t]
	}
	return out, l.passages, nil
}
