package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
)

// Unstated says which clauses of a question of several no proven sentence states: what the report does not show was not found, whatever stands on the
// pages that were read. Whether the one clause of a question is answered tells Likely, which words for a kind of thing make no surer. told are sentences that say
// already what is not.
func (k *Kit) Unstated(ctx context.Context, q Question, sentences []Stated, told []string) ([]string, error) {
	if len(q.Questions()) < 2 {
		return nil, nil
	}
	open, err := k.unstated(ctx, q, sentences, told)
	return silences(q, open), err
}

// States reports whether proven sentences state every clause of a question.
func (k *Kit) States(ctx context.Context, q Question, sentences []Stated) (bool, error) {
	open, err := k.unstated(ctx, q, sentences, nil)
	return len(open) == 0, err
}

// unstated returns the clauses of a question for which none of the proven sentences states the kind of thing asked for among the clause's own
// words, or where it asks for no such kind, none has a good part of them.
func (k *Kit) unstated(ctx context.Context, q Question, sentences []Stated, told []string) (out []Silence, err error) {
	matter, err := k.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	for _, clause := range q.Questions() {
		if slices.ContainsFunc(told, func(s string) bool { return strings.Contains(ask.Unaided(s), clause) }) {
			continue
		}
		own, err := k.ownWords(ctx, q.Language, q.MatterTold(clause))
		if err != nil {
			return nil, err
		}
		own = own.without(own.Absent)
		states := ask.Stating(clause, q.Language)
		if len(own.order) == 0 && len(states) == 0 {
			continue // nothing to know an answer by
		}
		if len(own.order) == 0 {
			own = matter
		}
		if slices.ContainsFunc(sentences, func(s Stated) bool {
			return (len(states) > 0 || ask.Gauged(clause, s.Text+" "+strings.Join(s.Quotes, " "))) && k.tells(s, own, states, q.Language)
		}) {
			continue
		}
		out = append(out, Silence{Clause: clause, Part: true})
	}
	return out, nil
}

// tells reports whether a proven sentence has the words of a profile within a stretch of it, and among them states a kind of thing where there is one to state.
func (k *Kit) tells(s Stated, own Profile, states []func(string) bool, language string) bool {
	if len(s.Quotes) == 0 || s.Verdict != cite.Supported && s.Verdict != "" {
		return false
	}
	text := s.Text + " " + strings.Join(s.Quotes, " ")
	if ask.Empowers.MatchString(text) {
		return false
	}
	least := leastCovered
	if len(states) == 0 {
		least = enoughAtOne
	}
	for _, near := range ask.Stretches(text) {
		stated := len(states) == 0 || slices.ContainsFunc(states, func(has func(string) bool) bool { return has(near) })
		if stated && own.Coverage(k.Lexicon.Terms(near, language)) >= least {
			return true
		}
	}
	return false
}

// ownWords returns the profile of what a clause itself says. The words that only ask, or name the kind of thing that is asked for, are not in it, but decide what others
// mean: behind "how long" what stays also lasts.
func (k *Kit) ownWords(ctx context.Context, language, clause string) (Profile, error) {
	said := k.Lexicon.Terms(strings.Join(ask.ContentWords(ask.Essence(clause), ask.WordsFor(language).Stop), " "), language)
	if len(said) == 0 {
		return Profile{}, nil
	}
	own, err := k.Matter(ctx, language, ask.Part{Text: clause, Factor: 1})
	if err != nil {
		return own, err
	}
	own = own.within(said).without(k.Lexicon.Terms(ask.KindWords+" "+ask.WordsFor(language).Asking, language))
	return k.besidesLettingKnow(own, clause, language), nil
}

// besidesLettingKnow returns a clause's profile without the verbs of letting somebody know, where it asks whom.
func (k *Kit) besidesLettingKnow(own Profile, clause, language string) Profile {
	if !ask.Persons.Asks.MatchString(clause) {
		return own
	}
	return own.without(k.Lexicon.Terms(strings.Join(ask.LetKnow.FindAllString(clause, -1), " "), language))
}
