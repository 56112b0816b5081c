package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

// mostNamed is the most documents that are named one by one because nothing was found in them.
const mostNamed = 5

// otherLanguages says where silence proves little, because a document is in another language than the question and without a model is found
// by shared words alone: of each document that the person chose and in which nothing was found, and where nothing was found at all, how many
// there are.
func (f *flow) otherLanguages(ctx context.Context, s State, evidence []cite.Evidence) ([]string, error) {
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	words := phrasesFor(s.Language)
	chosen := s.chosen()
	var out []string
	others := 0
	for _, d := range docs {
		if d.Language == "" || d.Language == s.Language {
			continue
		}
		others++
		kept := slices.ContainsFunc(evidence, func(e cite.Evidence) bool { return e.Document == d.Hash })
		if !kept && slices.Contains(chosen, d.Hash) && len(chosen) <= mostNamed {
			theirs := languageIn(s.Language, d.Language)
			out = append(out, fmt.Sprintf(words.unfound, strings.TrimSuffix(d.Name, ".pdf"), theirs, languageIn(s.Language, s.Language), theirs))
		}
	}
	if len(out) == 0 && len(evidence) == 0 && others > 0 {
		out = append(out, fmt.Sprintf(words.otherLanguage, others, len(docs)))
	}
	return out, nil
}

// chosen returns the documents that the person chose: in an answer, by their names in the question, or as the scope of the run.
func (s State) chosen() []string {
	if s.Home != nil && len(s.Home.Documents) > 0 {
		return s.Home.Documents
	}
	return s.Scope.Documents()
}

// languageIn returns what a language is called in the language of a report.
func languageIn(report, code string) string {
	if name, ok := germanNames[code]; ok && report == "de" {
		return name
	}
	return step.LanguageName(code)
}

// germanNames are the German names of the languages that questions are told apart by.
var germanNames = map[string]string{"de": "Deutsch", "en": "Englisch", "fr": "Französisch", "es": "Spanisch", "it": "Italienisch", "nl": "Niederländisch", "zh": "Chinesisch", "ja": "Japanisch", "ko": "Koreanisch"}
