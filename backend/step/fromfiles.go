package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/step/ask"
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
	for _, clause := range q.Questions() {
		matter, err := k.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(clause), Factor: 1})
		if err != nil {
			return err
		}
		var best candidate
		for _, e := range m.Evidence {
			if !e.Own {
				continue
			}
			for _, quote := range e.Quotes {
				if score := matter.Coverage(k.Lexicon.Terms(quote.Text, q.Language)); score >= enoughAtOne && score > best.score {
					best = candidate{quote: quote.Text, evidence: e, score: score}
				}
			}
		}
		if best.quote != "" && !says(said, best.quote) && !says(lines, best.quote) {
			lines = append(lines, w.line(best, len(lines)))
		}
	}
	lines = append(lines, k.measuredBeside(q, m, said, lines)...)
	if len(lines) > 0 {
		draft.Sections = append(draft.Sections, DraftSection{Title: ask.WordsOfTree(q.Language).OfFiles, Lines: lines})
	}
	return nil
}

// mostMeasured is how many amounts of a person's own are set beside those of the answer.
const mostMeasured = 2

// measuredBeside returns what the files say of the answer's matter in an amount that can be held against one of the answer: who asks for a limit has measured something.
func (k *Kit) measuredBeside(q Question, m Material, said, told []cite.Sentence) []cite.Sentence {
	w := &weaver{kit: k, used: map[string]bool{}}
	var lines []cite.Sentence
	for _, e := range m.Evidence {
		if !e.Own {
			continue
		}
		for _, quote := range e.Quotes {
			if len(lines) == mostMeasured || says(said, quote.Text) || says(told, quote.Text) || says(lines, quote.Text) {
				continue
			}
			own := ask.Set(k.Lexicon.Terms(quote.Text, q.Language))
			if slices.ContainsFunc(said, func(s cite.Sentence) bool {
				return proof.Measured(quote.Text, s.Text) && slices.ContainsFunc(k.Lexicon.Terms(s.Text, q.Language), func(t string) bool { return own[t] && !ask.Numeral.MatchString(t) })
			}) {
				lines = append(lines, w.line(candidate{quote: quote.Text, evidence: e}, len(told)+len(lines)))
			}
		}
	}
	return lines
}

// says reports whether one of the sentences holds a quote.
func says(list []cite.Sentence, quote string) bool {
	return slices.ContainsFunc(list, func(s cite.Sentence) bool { return strings.Contains(ask.Fold(s.Text), ask.Fold(quote)) })
}
