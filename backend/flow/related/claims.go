package related

import (
	"regexp"
	"strings"
)

var (
	// pointer matches a number that says where something stands, not how much of it there is.
	pointer = regexp.MustCompile(`(?i)(?:§+|\b(?:sections?|sec\.|tables?|figures?|fig\.|chapters?|articles?|art\.|annex(?:es)?|parts?|steps?|rfc|paragraphs?|points?|clauses?|tabellen?|abbildung|abb\.|kapitel|abschnitte?s?|artikels?|anlagen?|anhang|teile?s?|absatz(?:es)?|abs\.|satz(?:es)?|nummern?|nr\.|buchstaben?|ziffer)\s*)\(?[\dIVX]+[\w.()-]*(?:(?:,| und| and| or| oder| bis| to|–|-) *\(?\d[\w.()-]*)*|\[[\w., -]+\]|^\(?\d+[a-z]?[.)] `)
	figure  = regexp.MustCompile(`\d`)
	most    = regexp.MustCompile(`(?i)\b(?:most|least|best|worst|highest|lowest|largest|smallest|greatest|only|first ever|unique|unprecedented|am meisten|am besten|höchste[nrs]?|niedrigste[nrs]?|größte[nrs]?|kleinste[nrs]?|beste[nrs]?|einzige[nrs]?|wichtigste[nrs]?|häufigste[nrs]?)\b`)
	all     = regexp.MustCompile(`(?i)\b(?:always|never|all|every|none|no one|nobody|cannot|in no case|any case|guarantee[sd]?|immer|nie|niemals|alle[nrs]?|jede[nrs]?|keine[nrs]?|keinesfalls|in keinem Fall|stets|ausnahmslos|ausschließlich|garantiert)\b`)
	duty    = regexp.MustCompile(`\bMUST\b|\bSHALL\b|\bREQUIRED\b|(?i)\b(?:must|shall|is required to|are required to|is prohibited|may not|muss|müssen|ist verpflichtet|sind verpflichtet|hat\b.{3,160}\bzu \pL+en|haben\b.{3,160}\bzu \pL+en|darf nicht|dürfen nicht|ist verboten|unzulässig|ist unverzüglich|sind unverzüglich)\b`)
	stating = regexp.MustCompile(`(?i)\b(?:is|are|was|were|be|been|has|have|had|can|may|must|shall|should|will|would|does|do|means?|contains?|includes?|requires?|applies|ist|sind|war|waren|wird|werden|wurden?|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen|gilt|gelten|bedarf|bedürfen|besteht|bestehen|beträgt|betragen|enthält|erfolgt)\b|\pL{3,}(?:s|ed|te|ten|t)\b`)
)

// states reports whether a piece of text says something: no heading, no line of contents, no row of dots.
func states(unit string) bool {
	return stating.MatchString(unit) && strings.Count(unit, ". .") == 0 && strings.ContainsAny(unit, " ")
}

// strongOf says why a sentence should not be taken on trust.
func strongOf(unit string) Strong {
	plain := pointer.ReplaceAllString(unit, " ")
	switch {
	case figure.MatchString(plain):
		return StrongNumber
	case most.MatchString(plain):
		return StrongMost
	case all.MatchString(plain):
		return StrongAll
	case duty.MatchString(plain):
		return StrongDuty
	}
	return ""
}

var amount = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// amounts returns the numbers in a text that say how much, without separators.
func amounts(text string) map[string]bool {
	out := map[string]bool{}
	for _, n := range amount.FindAllString(pointer.ReplaceAllString(text, " "), -1) {
		out[strings.NewReplacer(",", "", ".", "").Replace(n)] = true
	}
	return out
}

// shared returns how many amounts both hold, and how many of a's there are.
func shared(a, b string) (both, of int) {
	have := amounts(b)
	for n := range amounts(a) {
		if of++; have[n] {
			both++
		}
	}
	return both, of
}
