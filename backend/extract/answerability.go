package extract

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/relevance"
)

// Unstated says which clauses of a question of several no proven sentence states: what the report does not show was not found, whatever stands on the
// pages that were read. Whether the one clause of a question is answered tells Likely. told are sentences that say already what is not.
func (g *Engine) Unstated(ctx context.Context, q ask.Question, sentences []Stated, told []string) ([]string, error) {
	clauses := q.Questions()
	if len(clauses) < 2 {
		return nil, nil
	}
	var open []Silence
	for _, clause := range clauses {
		if slices.ContainsFunc(told, func(line string) bool { return strings.Contains(ask.Unaided(line), clause) }) {
			continue
		}
		own, err := g.ownWords(ctx, q, clause)
		if err != nil {
			return nil, err
		}
		if own = own.Without(own.Absent); len(own.Terms) > 0 && !g.stated(own, q.Language, sentences) {
			open = append(open, Silence{Clause: clause, Part: true})
		}
	}
	return silences(q, open), nil
}

// States reports whether proven sentences state every clause of a question.
func (g *Engine) States(ctx context.Context, q ask.Question, sentences []Stated) (bool, error) {
	for _, clause := range q.Questions() {
		if own, err := g.ownWords(ctx, q, clause); err != nil || !g.stated(own, q.Language, sentences) {
			return false, err
		}
	}
	return true, nil
}

// ownWords returns what a clause is about besides the words that only ask.
func (g *Engine) ownWords(ctx context.Context, q ask.Question, clause string) (relevance.Profile, error) {
	own, err := g.Matter(ctx, q.Language, ask.MatterOf(clause, q.Language)...)
	return own.Without(g.Lexicon.Terms(ask.WordsFor(q.Language).Asking, q.Language)), err
}

// stated reports whether a proven sentence has a good part of the words of a clause.
func (g *Engine) stated(own relevance.Profile, language string, sentences []Stated) bool {
	return slices.ContainsFunc(sentences, func(s Stated) bool {
		proven := len(s.Quotes) > 0 && (s.Verdict == cite.Supported || s.Verdict == "")
		return proven && own.Coverage(g.Lexicon.Terms(s.Text+" "+strings.Join(s.Quotes, " "), language)) >= enoughAtOne
	})
}
