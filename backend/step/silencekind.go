package step

import (
	"context"
	"slices"
	"strings"
)

// aroundKind is how many bytes before and behind what states a kind of thing show what it is about.
const aroundKind = 300

// kindWords name a kind of thing: what states it need not have them.
const kindWords = "who whom person people authority office company body wer wen wem person behörde stelle deadline date day time limit period exception exempt case cases condition frist zeitpunkt datum tag ausnahme befreit fall voraussetzung bedingung"

// settled reports whether some page that was looked at states what kind of thing the clause asks for: within a stretch of it, among the words of
// the whole question and the clause's own. A clause with no words but those for its kind, "and by when?", needs the question's to stand there the more
// closely. What stands on nearly every page, "must", "when", "rose", settles nothing.
func (s *sweeper) settled(clause string, matter, own Profile) bool {
	states := settling(clause, s.language)
	least := leastCovered
	if len(own.order) == 0 {
		least = bareCovered
	}
	for _, page := range s.order {
		for _, text := range stretches(page.text) {
			if !slices.ContainsFunc(states, func(has func(string) bool) bool { return has(text) }) {
				continue
			}
			terms := s.kit.Lexicon.Terms(text, s.language)
			if matter.Coverage(terms) >= least && (len(own.order) == 0 || own.Coverage(terms) >= leastCovered && own.Anchored(subjectShare, terms)) {
				return true
			}
		}
	}
	return false
}

// stretches returns the pieces of a text, each with half of the next, within which what states a kind of thing shows what it is about.
func stretches(text string) []string {
	var out []string
	for from := 0; from < len(text); from += aroundKind {
		out = append(out, text[from:min(len(text), from+2*aroundKind)])
	}
	return out
}

// bareCovered is the share of the question that stands around what settles a clause without words of its own.
const bareCovered = 0.45

// settling returns what shows that a text states the kind of thing a clause asks for, where few texts do by chance.
func settling(clause, language string) []func(string) bool {
	if exception.asks.MatchString(clause) {
		return []func(string) bool{exception.states.MatchString}
	}
	var out []func(string) bool
	if stated := wordsFor(language).amountAsked(clause); stated != nil {
		out = append(out, stated)
	}
	if dated.asks.MatchString(clause) {
		out = append(out, dated.states.MatchString)
	}
	if persons.asks.MatchString(clause) {
		toldWhom := letKnow.MatchString(clause)
		out = append(out, func(text string) bool {
			return persons.states.MatchString(text) && (!toldWhom || letKnow.MatchString(text))
		})
	}
	if len(out) == 0 && informing.asks.MatchString(clause) {
		out = append(out, informing.states.MatchString)
	}
	return out
}

// parts judges the silent clauses of a question that is answered otherwise: what a page may answer by its kind is not silent, and of the rest
// no more is known than that nothing was found.
func (s *sweeper) parts(ctx context.Context, q Question, list []Silence) ([]Silence, error) {
	matter, err := s.kit.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	var out []Silence
	for _, one := range list {
		own, err := s.kit.ownWords(ctx, q.Language, q.matterTold(one.Clause))
		if err != nil {
			return nil, err
		}
		if len(one.Missing)+len(one.Places) > 0 || !s.settled(one.Clause, matter, own) {
			one.Part = true
			out = append(out, one)
		}
	}
	return out, nil
}

// ownWords returns the profile of what a clause itself says. The words that only ask, or name the kind of thing that is asked for, are not in it, but decide what others
// mean: behind "how long" what stays also lasts.
func (k *Kit) ownWords(ctx context.Context, language, clause string) (Profile, error) {
	said := k.Lexicon.Terms(strings.Join(contentWords(essence(clause), wordsFor(language).stop), " "), language)
	if len(said) == 0 {
		return Profile{}, nil
	}
	own, err := k.Matter(ctx, language, Part{clause, 1})
	if err != nil {
		return own, err
	}
	own = own.within(said).without(k.Lexicon.Terms(kindWords+" "+wordsFor(language).asking, language))
	return k.besidesLettingKnow(own, clause, language), nil
}

// besidesLettingKnow returns a clause's profile without the verbs of letting somebody know, where it asks whom.
func (k *Kit) besidesLettingKnow(own Profile, clause, language string) Profile {
	if !persons.asks.MatchString(clause) {
		return own
	}
	return own.without(k.Lexicon.Terms(strings.Join(letKnow.FindAllString(clause, -1), " "), language))
}
