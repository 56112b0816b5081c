package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
)

// Unstated returns the clauses of a question for which none of the proven sentences states the kind of thing asked for among the clause's own
// words, or where it asks for no such kind, none has a good part of them: what the report does not show was not found, whatever stands on the pages that were read.
// told are sentences that say already what is not.
func (k *Kit) Unstated(ctx context.Context, q Question, sentences []Stated, told []string) ([]string, error) {
	matter, err := k.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	var out []Silence
	for _, clause := range q.questions() {
		if slices.ContainsFunc(told, func(s string) bool { return strings.Contains(Unaided(s), clause) }) {
			continue
		}
		own, err := k.ownWords(ctx, q.Language, q.matterTold(clause))
		if err != nil {
			return nil, err
		}
		own = own.without(own.Absent)
		states := stating(clause, q.Language)
		if len(own.order) == 0 && len(states) == 0 {
			continue // nothing to know an answer by
		}
		if len(own.order) == 0 {
			own = matter
		}
		if slices.ContainsFunc(sentences, func(s Stated) bool {
			return (len(states) > 0 || gauged(clause, s.Text+" "+strings.Join(s.Quotes, " "))) && k.tells(s, own, states, q.Language)
		}) {
			continue
		}
		out = append(out, Silence{Clause: clause, Part: true})
	}
	return silences(q, out), nil
}

// tells reports whether a proven sentence has the words of a profile within a stretch of it, and among them states a kind of thing where there is one to state.
func (k *Kit) tells(s Stated, own Profile, states []func(string) bool, language string) bool {
	if len(s.Quotes) == 0 || s.Verdict != cite.Supported && s.Verdict != "" {
		return false
	}
	text := s.Text + " " + strings.Join(s.Quotes, " ")
	if empowers.MatchString(text) {
		return false
	}
	least := leastCovered
	if len(states) == 0 {
		least = enoughAtOne
	}
	for _, near := range stretches(text) {
		stated := len(states) == 0 || slices.ContainsFunc(states, func(has func(string) bool) bool { return has(near) })
		if stated && own.Coverage(k.Lexicon.Terms(near, language)) >= least {
			return true
		}
	}
	return false
}

// stating returns what shows that a sentence states the kind of thing that a clause asks for; none where any sentence may answer it.
func stating(clause, language string) []func(string) bool {
	if recurring.asks.MatchString(clause) {
		return []func(string) bool{func(text string) bool { return recurring.states.MatchString(reasked(text)) }}
	}
	out := settling(clause, language)
	if dated.asks.MatchString(clause) {
		out = append(out, inCase.MatchString)
	}
	return out
}
