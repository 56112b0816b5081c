package step

import (
	"rabbithole/backend/step/ask"
	"strings"
)

// bound reports whether a quote of a piece binds somebody to what is asked.
func (k *Kit) bound(q Question, matter Profile, p clue) bool {
	for _, quote := range strings.Split(p.text, " … ") {
		if ask.Duty.States.MatchString(quote) && ask.Persons.States.MatchString(ask.AtLarge.ReplaceAllString(quote, "")) && matter.Coverage(k.Lexicon.Terms(quote, q.Language)) >= enoughAtOne {
			return true
		}
	}
	return false
}
