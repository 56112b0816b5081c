package extract

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"rabbithole/backend/ask"
)

const (
	briefWords    = 6  // without a function word are too few for statistics of letters
	mostLanguages = 3  // of a library that are compared
	mostSaying    = 50 // passages that are looked at for each
)

// LanguageOf returns the language a question is asked in and to be answered in. Nobody can tell by itself whether "Radon" or "Hand" is German or
// English, and a word read in the wrong language may not be found. A question too short to tell its language by its words is in that of the
// conversation it goes on with, before, if any; else in that of the passages that say its words; else in the only language there is in scope.
func (g *Engine) LanguageOf(ctx context.Context, text, before string) (string, error) {
	guess := ask.Language(text)
	words := ask.LetterWords(text)
	if ask.CJK(text) || len(words) == 0 || len(words) > briefWords {
		return guess, nil
	}
	documents, codes, err := g.Languages(ctx)
	if err != nil {
		return guess, err
	}
	if told, n := ask.ToldBy(text); n > 1 || n == 1 && (told == "de" || told == "en" || len(documents[told]) > 0) {
		return told, nil // one article of a language that nothing is in may belong to a name: "Los Alamos"
	}
	if before != "" {
		return before, nil
	}
	switch len(codes) {
	case 0:
		return guess, nil
	case 1:
		return codes[0], nil
	}
	best, most := guess, saying{}
	for _, code := range codes[:min(len(codes), mostLanguages)] { // the first of equals is the language of more documents
		s, err := g.saying(ctx, text, code, documents[code])
		if err != nil {
			return guess, err
		}
		if s.more(most) {
			best, most = code, s
		}
	}
	return best, nil
}

// saying is how well the passages of one language say the words of a question.
type saying struct {
	share   float64 // of the words, in the passage that says most of them
	literal int     // times that they are said in passages that say as much, just as they are asked
	times   int     // the same in any form: "personal" is one with "person" in English
}

func (s saying) more(t saying) bool {
	return cmp.Or(cmp.Compare(s.share, t.share), cmp.Compare(s.literal, t.literal), cmp.Compare(s.times, t.times)) > 0
}

// saying reads a question in one language and looks what the documents in that language say of it.
func (g *Engine) saying(ctx context.Context, text, code string, documents []string) (saying, error) {
	asked := ask.Set(g.Lexicon.Terms(text, code))
	if len(asked) == 0 {
		return saying{}, nil
	}
	hits, err := g.Search.Search(ctx, Query{Text: text, Limit: mostSaying, Documents: documents, Language: code, Mode: "lexical"})
	if err != nil {
		return saying{}, err
	}
	literal := ask.Set(ask.LetterWords(strings.ToLower(text)))
	var best saying
	for _, h := range hits {
		whole := underHeadings(h.Passage)
		said := slices.DeleteFunc(g.Lexicon.Terms(whole, code), func(t string) bool { return !asked[t] })
		same := slices.DeleteFunc(ask.LetterWords(strings.ToLower(whole)), func(w string) bool { return !literal[w] })
		switch s := (saying{float64(len(ask.Set(said))) / float64(len(asked)), len(same), len(said)}); {
		case s.share > best.share:
			best = s
		case s.share == best.share:
			best.literal += s.literal
			best.times += s.times
		}
	}
	return best, nil
}

// Languages returns the documents in scope, by hash, of each language, and the languages, that of the most documents first.
func (g *Engine) Languages(ctx context.Context) (documents map[string][]string, codes []string, err error) {
	docs, err := g.Library.Documents(ctx)
	documents = map[string][]string{}
	for _, d := range docs {
		if d.Language != "" {
			documents[d.Language] = append(documents[d.Language], d.Hash)
		}
	}
	codes = slices.SortedFunc(maps.Keys(documents), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(documents[b]), len(documents[a])), cmp.Compare(a, b))
	})
	return documents, codes, err
}
