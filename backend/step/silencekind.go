package step

import (
	"context"
	"rabbithole/backend/step/ask"
	"strings"
)

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
