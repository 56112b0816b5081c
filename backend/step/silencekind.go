package step

import (
	"context"
	"strings"
)

// aroundKind is how many bytes before and behind what states a kind of thing show what it is about.
const aroundKind = 300

// kindWords name a kind of thing: what states it need not have them.
const kindWords = "who whom person people authority office company body wer wen wem person behörde stelle deadline date day time limit period exception exempt case cases condition frist zeitpunkt datum tag ausnahme befreit fall voraussetzung bedingung"

// stretches returns the pieces of a text, each with half of the next, within which what states a kind of thing shows what it is about.
func stretches(text string) []string {
	var out []string
	for from := 0; from < len(text); from += aroundKind {
		out = append(out, text[from:min(len(text), from+2*aroundKind)])
	}
	return out
}

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
