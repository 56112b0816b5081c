package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
)

// fromFiles adds to a draft what a person's files say of what the question asks, for a question that names none of them: beside what the library says, so that both can be
// compared, and not among it.
func (k *Kit) fromFiles(ctx context.Context, q Question, m Material, draft *Draft) error {
	said := slices.Clone(draft.Answer)
	for _, s := range draft.Sections {
		said = append(said, s.Lines...)
	}
	w := &weaver{kit: k, used: map[string]bool{}}
	var lines []cite.Sentence
	for _, clause := range q.questions() {
		matter, err := k.Matter(ctx, q.Language, Part{essence(clause), 1})
		if err != nil {
			return err
		}
		var best candidate
		for _, e := range m.Evidence {
			if !slices.Contains(m.Own, e.Document) {
				continue
			}
			for _, quote := range e.Quotes {
				if score := matter.Coverage(k.Lexicon.Terms(quote.Text, q.Language)); score >= enoughAtOne && score > best.score {
					best = candidate{quote: quote.Text, evidence: e, score: score}
				}
			}
		}
		told := func(s cite.Sentence) bool { return strings.Contains(fold(s.Text), fold(best.quote)) }
		if best.quote != "" && !slices.ContainsFunc(said, told) && !slices.ContainsFunc(lines, told) {
			lines = append(lines, w.line(best, len(lines)))
		}
	}
	if len(lines) > 0 {
		draft.Sections = append(draft.Sections, DraftSection{Title: wordsOfTree(q.Language).ofFiles, Lines: lines})
	}
	return nil
}
