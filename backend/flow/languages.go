package flow

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// NoteLanguages notes in a report without a full answer that none of the documents is in the language of the question: without a model they are found by
// shared words alone, and a person can ask in theirs.
func NoteLanguages(ctx context.Context, kit *step.Kit, r *report.Report) error {
	if kit.Model != nil || r.Verdict == report.Answered || r.Coverage.Queries == 0 {
		return nil
	}
	docs, err := kit.Library.Documents(ctx)
	if err != nil {
		return err
	}
	var theirs []string
	for _, d := range docs {
		if d.Language == r.Language {
			return nil
		}
		if name := LanguageIn(r.Language, d.Language); d.Language != "" && !slices.Contains(theirs, name) {
			theirs = append(theirs, name)
		}
	}
	if len(theirs) > 0 {
		slices.Sort(theirs)
		r.Silent = append(r.Silent, sayLanguages.In(r.Language, LanguageIn(r.Language, r.Language), strings.Join(theirs, ", ")))
	}
	return nil
}

// LanguageIn returns what a language is called in the language of a report.
func LanguageIn(report, code string) string {
	if name, ok := germanNames[code]; ok && report == "de" {
		return name
	}
	return ask.LanguageName(code)
}

// germanNames are the German names of the languages that questions are told apart by.
var germanNames = map[string]string{"de": "Deutsch", "en": "Englisch", "fr": "Französisch", "es": "Spanisch", "it": "Italienisch", "nl": "Niederländisch", "zh": "Chinesisch", "ja": "Japanisch", "ko": "Koreanisch"}
