package refs

import (
	"strings"
	"unicode"
)

// lawName says how far a German word names a law.
type lawName int

const (
	notLaw     lawName = iota
	anyLaw             // "Gesetzes", "Verordnung": a law, which one must follow
	namedLaw           // "Radongesetzes": a compound is a name by itself
	suffixOnly         // "Anordnung": ends like a law's name and is none
)

// lawNoun judges a word, lower case, in any inflection.
func lawNoun(word string) lawName {
	stem := lawStem(word)
	for _, noun := range []string{"gesetzbuch", "gesetz", "verordnung", "ordnung", "übereinkommen", "abkommen", "vertrag", "richtlinie",
		"satzung", "verfassung", "charta", "konvention", "statut", "protokoll", "buch"} {
		prefix, ok := strings.CutSuffix(stem, noun)
		if !ok {
			continue
		}
		switch {
		case prefix == "" && (noun == "ordnung"):
			return notLaw
		case prefix == "", generalCompound(prefix, noun):
			return anyLaw
		case noun == "buch" && prefix != "sozialgesetz" && prefix != "handels", plainCompound(stem):
			return notLaw
		}
		return namedLaw
	}
	return notLaw
}

// generalCompound knows compounds that are kinds of law rather than the name of one: "Rechtsverordnung", "Landesgesetz".
func generalCompound(prefix, noun string) bool {
	switch prefix {
	case "rechts", "bundes", "landes", "änderungs", "durchführungs", "ausführungs", "zustimmungs", "parlaments", "einführungs", "fach", "muster", "verwaltungs", "gesellschafts",
		"tarif", "staats", "verfahrens", "betriebs", "benutzungs", "sanierungs", "gemeinde":
		return noun != "verfassung" && noun != "buch" && !(prefix == "verfahrens" && noun == "gesetz")
	}
	return false
}

// plainCompound knows compounds that end like laws and are none.
func plainCompound(stem string) bool {
	for _, end := range []string{"anordnung", "größenordnung", "zuordnung", "einordnung", "unterordnung", "tagesordnung", "umordnung", "neuordnung",
		"rangordnung", "kaufvertrag", "arbeitsvertrag", "dienstvertrag", "mietvertrag", "versicherungsvertrag", "prüfprotokoll", "messprotokoll"} {
		if stem == end || strings.HasSuffix(stem, end) {
			return true
		}
	}
	return false
}

// lawStem cuts the ending of the genitive off a law's name: "gesetzes" -> "gesetz", "vertrages" -> "vertrag".
func lawStem(word string) string {
	for _, e := range []struct{ ending, stem string }{{"gesetzbuches", "gesetzbuch"}, {"gesetzbuchs", "gesetzbuch"}, {"gesetzes", "gesetz"}, {"gesetze", "gesetz"},
		{"vertrages", "vertrag"}, {"vertrags", "vertrag"}, {"übereinkommens", "übereinkommen"}, {"abkommens", "abkommen"}, {"protokolls", "protokoll"},
		{"protokolles", "protokoll"}, {"statuts", "statut"}, {"richtlinien", "richtlinie"}, {"buches", "buch"}, {"buchs", "buch"}} {
		if strings.HasSuffix(word, e.ending) {
			return word[:len(word)-len(e.ending)] + e.stem
		}
	}
	return word
}

// germanName reads a law's name behind an article: "Radongesetzes", "Bürgerlichen Gesetzbuchs", "Verordnung (EU) 2099/123",
// "Siebten Buches Sozialgesetzbuch", "Gesetzes über Ordnungswidrigkeiten".
func (s *scanner) germanName(i int) (qualifier, bool) {
	if name, next, ok := s.act(i); ok {
		return qualifier{name: name, next: next}, true
	}
	if name, next, ok := s.standard(i); ok {
		return qualifier{name: name, next: next}, true
	}
	for k := i; k < i+6; k++ {
		t := s.tok(k)
		if t.kind != word {
			return qualifier{}, false
		}
		switch law := lawNoun(t.lower); {
		case law != notLaw && unicode.IsUpper(firstRune(t.text)):
			next := s.nameTail(k+1, law == anyLaw)
			return qualifier{name: s.slice(i, next), next: next}, true
		case isAbbreviation(t.text) && k == i:
			return qualifier{name: t.text, next: k + 1}, true
		case !nameAdjective(t.text):
			return qualifier{}, false
		}
	}
	return qualifier{}, false
}

// nameAdjective reports whether a word may stand in front of the noun of a law's name.
func nameAdjective(w string) bool {
	lower := strings.ToLower(w)
	if _, unit := subUnit(lower); unit {
		return false
	}
	if strings.HasSuffix(w, "-") || strings.HasSuffix(lower, "und") { // "Mess- und", "Messund" where the line end took the hyphen
		return true
	}
	return strings.HasSuffix(lower, "en") || strings.HasSuffix(lower, "er") || strings.HasSuffix(lower, "es")
}

// nameTail reads on behind the noun: the book a general code is named by, or what a general noun is about.
func (s *scanner) nameTail(i int, general bool) int {
	if name, next, ok := s.act(i - 1); ok && name != "" {
		return next
	}
	if lawNoun(s.tok(i).lower) == namedLaw && s.tok(i-1).lower == "buches" {
		return i + 1
	}
	if t := s.tok(i).lower; !general || t != "über" && t != "zur" && t != "zum" && t != "für" && t != "betreffend" {
		return i
	}
	end := i
	for k := i + 1; k < i+14; k++ {
		t := s.tok(k)
		if t.kind != word {
			break
		}
		if unicode.IsUpper(firstRune(t.text)) {
			end = k + 1
		} else if !nameWord(t.lower) || participle(t.lower) || t.lower == "dem" && unicode.IsUpper(firstRune(s.tok(k-1).text)) {
			break // the name has ended: "die Verordnung über Keller dem Rat vorlegt"
		}
	}
	return end
}

// participle reports whether a word, lower case, says what is done with the thing a name stands for: "genanntes", "bestimmten".
func participle(word string) bool {
	for _, stem := range []string{"genannt", "bezeichnet", "bestimmt", "vorgesehen", "geregelt", "aufgeführt", "festgelegt", "erlassen"} {
		if rest, ok := strings.CutPrefix(word, stem); ok && len(rest) < 4 {
			return true
		}
	}
	return false
}

// nameWord reports whether a lower-case word may stand inside a German title.
func nameWord(word string) bool {
	switch word {
	case "der", "die", "das", "den", "dem", "des", "und", "oder", "mit", "von", "vom", "für", "zur", "zum", "bei", "in", "im", "gegen", "auf", "an", "über", "vor", "zu", "durch", "aus", "unter", "sowie":
		return true
	}
	return len(word) > 3 && nameAdjective(word)
}
