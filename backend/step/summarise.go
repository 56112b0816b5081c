package step

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
)

// summaryQuotes is the most quotes of a summary.
const summaryQuotes = 4

// Summarise answers each query with the best quotes of the evidence that it led to, the best evidence first: one summary per query, in their order, "" where there
// is no evidence. Sentences end with evidence IDs in square brackets. byQuery holds the evidence each query led to.
func (k *Kit) Summarise(ctx context.Context, q Question, queries []string, byQuery [][]cite.Evidence) ([]string, error) {
	var out []string
	for i, query := range queries {
		p, err := k.Matter(ctx, q.Language, append(q.Parts(), ask.Part{Text: query, Factor: queryWeight})...)
		if err != nil {
			return nil, err
		}
		var sentences []string
		best := k.candidates(p, byQuery[i], nil)
		for _, c := range best[:min(summaryQuotes, len(best))] {
			sentences = append(sentences, fmt.Sprintf("%s [%s]", c.quote, c.evidence.ID))
		}
		out = append(out, strings.Join(sentences, " "))
	}
	return out, nil
}

// candidate is a quote that could become a sentence of a report.
type candidate struct {
	quote    string
	evidence cite.Evidence
	terms    []string
	score    float64
}

// candidates returns the quotes of evidence, best first, each wording once; stated shows a quantity that is asked for, nil where none is.
func (k *Kit) candidates(p Profile, evidence []cite.Evidence, stated func(text string) bool) []candidate {
	var out []candidate
	seen := map[string]bool{}
	for _, e := range evidence {
		head, titled := k.Lexicon.Terms(e.Section, ""), k.titled(p, e.Section)
		for _, quote := range e.Quotes {
			key := ask.Fold(quote.Text)
			if seen[key] || key == "" {
				continue
			}
			seen[key] = true
			terms := k.Lexicon.Terms(quote.Text, "")
			score := (1-standing)*p.said(terms, head, titled)*focused(min(1, titled+max(p.Focus(terms), p.Focus(k.Lexicon.Terms(row(quote.Text), ""))))) + standing*e.Score
			if announces(quote.Text) {
				score *= announcement
			}
			if stated != nil && stated(quote.Text) {
				score *= quantityBonus
			}
			out = append(out, candidate{quote: quote.Text, evidence: e, terms: terms, score: score})
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].score > out[b].score })
	return out
}
