package step

import (
	"regexp"
	"slices"
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

// obligedWithin is how many bytes of a sentence stand before the words of a duty at most, within which it says whose it is.
const obligedWithin = 80

// obligesIt reports whether a text says what somebody has to do whose duties a clause asks for: they are what a sentence with the words of a
// duty begins with. "The tasks of an officer have to be notified" is no duty of the officer's.
func (k *Kit) obligesIt(clause string, own Profile, text string) bool {
	if !duties.asks.MatchString(clause) {
		return false
	}
	whose := own.without(k.Lexicon.Terms(dutyWords, ""))
	if len(whose.order) == 0 {
		return false
	}
	for _, at := range obliged.FindAllStringIndex(text, -1) {
		subject := clauseAhead(text[:at[0]])
		if len(subject) < obligedWithin && k.beginsWith(subject, whose) && whose.Coverage(k.Lexicon.Terms(subject, "")) > nearlyWhole {
			return true
		}
	}
	return false
}

// beginsWith reports whether the first word of a text that says something is one of a profile's.
func (k *Kit) beginsWith(text string, p Profile) bool {
	for _, word := range strings.Fields(text) {
		if terms := k.Lexicon.Terms(word, ""); len(terms) > 0 && !article.MatchString(word) {
			return slices.ContainsFunc(terms, func(t string) bool { return p.Weight[t] > 0 })
		}
	}
	return false
}

// article matches what may stand before the noun that begins a sentence, in a library of two languages no stop word of one of them.
var article = regexp.MustCompile(`(?i)^(?:der|die|das|ein|eine|jede[rs]?|the|an?|each|every|any)$`)

// dutyWords name duties: who has one need not be told so in these words.
const dutyWords = "task tasks duty duties responsibility responsibilities obligation obligations aufgabe aufgaben pflicht pflichten zuständigkeit zuständigkeiten"

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
