package index

import (
	"strings"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// analyzer turns passages into the terms they are found by. It keeps a stemmer per language and is used by one goroutine.
type analyzer struct {
	stemmers map[string]*stemmer
	count    func(stem string) int // how many passages use a stem; nil splits no compounds
}

func newAnalyzer(count func(string) int) *analyzer {
	return &analyzer{stemmers: map[string]*stemmer{}, count: count}
}

func (a *analyzer) stemmer(language string) *stemmer {
	s, ok := a.stemmers[language]
	if !ok {
		s = newStemmer(language)
		a.stemmers[language] = s
	}
	return s
}

// stems returns one term per word of text, in order, and the derived terms beside them: identifiers, the parts of compounds and
// the single signs of scripts without spaces.
func (a *analyzer) stems(text, language string) (terms, derived []string) {
	ws := words(fold(text))
	stem := a.stemmer(language)
	terms = make([]string, len(ws))
	for i, w := range ws {
		terms[i] = stem.of(w.text)
		derived = append(derived, a.within(w, language)...)
		if w.dense && (i+1 == len(ws) || !ws[i+1].dense) {
			_, size := utf8.DecodeLastRuneInString(w.text)
			derived = append(derived, w.text[len(w.text)-size:])
		}
	}
	for _, id := range identifiers(ws, nil) {
		derived = append(derived, stem.of(id))
	}
	return terms, derived
}

// within returns the terms a single word contains.
func (a *analyzer) within(w word, language string) []string {
	switch {
	case w.dense:
		_, size := utf8.DecodeRuneInString(w.text)
		return []string{w.text[:size]}
	case language == "de" && a.count != nil && !w.number:
		return compounds{stem: a.stemmer(language), count: a.count}.parts(w.text)
	}
	return nil
}

// passage returns the terms of p, which stands in a document of the given title and language.
func (a *analyzer) passage(p source.Passage, title, language string) source.Terms {
	head := strings.Join(p.Headings, "\n")
	if !strings.Contains(head, title) {
		head = title + "\n" + head
	}
	headTerms, headParts := a.stems(head, language)
	body, parts := a.stems(p.Own(), language)
	return source.Terms{
		Passage: p.ID, Document: p.Document, Hash: p.Hash,
		Head:  strings.Join(append(headTerms, headParts...), " "),
		Body:  strings.Join(body, " "),
		Parts: strings.Join(parts, " "),
	}
}
