package research

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	shared "rabbithole/backend/flow"
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
			theirs := shared.LanguageIn(s.Language, d.Language)
			out = append(out, sayUnfound.In(s.Language, strings.TrimSuffix(d.Name, ".pdf"), theirs, shared.LanguageIn(s.Language, s.Language), theirs))
		}
	}
	if len(out) == 0 && len(evidence) == 0 && others > 0 {
		out = append(out, sayOtherLanguage.In(s.Language, others, len(docs)))
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
