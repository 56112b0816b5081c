package step

import (
	"regexp"
	"strings"
)

// duties is a kind: what somebody has to do.
var duties = kind{
	asks:   regexp.MustCompile(`(?i)\b(?:tasks?|dut(?:y|ies)|responsibilit(?:y|ies)|obligations?|aufgaben?|pflicht(?:en)?|zuständigkeit(?:en)?)\b|\bwhat (?:must|shall|should) \S+ .*\bdo\b|\bwhat (?:must|shall|should|has to|is to|needs to) be done\b|\bwas ist (?:dann )?zu tun\b|\bwas (?:muss|müssen|hat|haben|soll|sollen) .*\btun\b`),
	states: regexp.MustCompile(`(?i)\b(?:shall|must|is responsible for|has to|have to|(?:hat|haben) (?:[\pL-]+ ){0,4}(?:dafür zu sorgen|zu \pL+en)|(?:hat|haben) (?:[\pL-]+ ){0,6}(?:aufgaben?)|ist verpflichtet|sind verpflichtet|obliegt|ist zuständig|muss|müssen|\pL+zu\pL{3,}en)\b`),
	worded: true,
}

// obliged matches the words by which somebody has to do something, behind whoever it is.
var obliged = regexp.MustCompile(`(?i)\b(?:shall|must|has to|have to|(?:is|are) (?:responsible|required|obliged)|hat|haben|muss|müssen|(?:ist|sind) (?:verpflichtet|zuständig))\b`)

// duty is a kind: who must do something. A text shows it by whoever it binds, other than persons and people at large, and by the words that bind.
var duty = kind{
	asks:   regexp.MustCompile(`(?i)\b(?:who|wer)\b (?:must|shall|has to|is (?:required|obliged|responsible)|muss|müssen|hat .* zu|ist (?:zuständig|verpflichtet|verantwortlich))\b`),
	states: regexp.MustCompile(`(?i)\b(?:must|shall|has to|is (?:required|obliged|responsible)|muss|müssen|hat|haben|verpflichtet|zuständig|obliegt)\b`),
}

var atLarge = regexp.MustCompile(`(?i)\b(?:persons?|people|personen?)\b`)

// bound reports whether a quote of a piece binds somebody to what is asked.
func (k *Kit) bound(q Question, matter Profile, p clue) bool {
	for _, quote := range strings.Split(p.text, " … ") {
		if duty.states.MatchString(quote) && persons.states.MatchString(atLarge.ReplaceAllString(quote, "")) && matter.Coverage(k.Lexicon.Terms(quote, q.Language)) >= enoughAtOne {
			return true
		}
	}
	return false
}
