package naming

import (
	"strings"

	"rabbithole/backend/refs/numbering"
)

// LawName says how far a German word names a law.
type LawName int

const (
	NotLaw     LawName = iota // no name of a law
	AnyLaw                    // "Gesetzes", "Verordnung": a law, which one must follow
	NamedLaw                  // "Radongesetzes": a compound is a name by itself
	suffixOnly                // "Anordnung": ends like a law's name and is none
)

// LawNoun judges a word, lower case, in any inflection.
func LawNoun(word string) LawName {
	stem := LawStem(word)
	for _, noun := range []string{"gesetzbuch", "gesetz", "verordnung", "ordnung", "übereinkommen", "abkommen", "vertrag", "richtlinie",
		"satzung", "verfassung", "charta", "konvention", "statut", "protokoll", "buch"} {
		prefix, ok := strings.CutSuffix(stem, noun)
		if !ok {
			continue
		}
		switch {
		case prefix == "" && (noun == "ordnung"):
			return NotLaw
		case prefix == "", generalCompound(prefix, noun):
			return AnyLaw
		case noun == "buch" && prefix != "sozialgesetz" && prefix != "handels", plainCompound(stem):
			return NotLaw
		}
		return NamedLaw
	}
	return NotLaw
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

// LawStem cuts the ending of the genitive off a law's name: "gesetzes" -> "gesetz", "vertrages" -> "vertrag".
func LawStem(word string) string {
	for _, e := range []struct{ ending, stem string }{{"gesetzbuches", "gesetzbuch"}, {"gesetzbuchs", "gesetzbuch"}, {"gesetzes", "gesetz"}, {"gesetze", "gesetz"},
		{"vertrages", "vertrag"}, {"vertrags", "vertrag"}, {"übereinkommens", "übereinkommen"}, {"abkommens", "abkommen"}, {"protokolls", "protokoll"},
		{"protokolles", "protokoll"}, {"statuts", "statut"}, {"richtlinien", "richtlinie"}, {"buches", "buch"}, {"buchs", "buch"}} {
		if strings.HasSuffix(word, e.ending) {
			return word[:len(word)-len(e.ending)] + e.stem
		}
	}
	return word
}

// NameAdjective reports whether a word may stand in front of the noun of a law's name.
func NameAdjective(w string) bool {
	lower := strings.ToLower(w)
	if _, unit := numbering.SubUnit(lower); unit {
		return false
	}
	if strings.HasSuffix(w, "-") || strings.HasSuffix(lower, "und") { // "Mess- und", "Messund" where the line end took the hyphen
		return true
	}
	return strings.HasSuffix(lower, "en") || strings.HasSuffix(lower, "er") || strings.HasSuffix(lower, "es")
}

// Participle reports whether a word, lower case, says what is done with the thing a name stands for: "genanntes", "bestimmten".
func Participle(word string) bool {
	for _, stem := range []string{"genannt", "bezeichnet", "bestimmt", "vorgesehen", "geregelt", "aufgeführt", "festgelegt", "erlassen"} {
		if rest, ok := strings.CutPrefix(word, stem); ok && len(rest) < 4 {
			return true
		}
	}
	return false
}

// NameWord reports whether a lower-case word may stand inside a German title.
func NameWord(word string) bool {
	switch word {
	case "der", "die", "das", "den", "dem", "des", "und", "oder", "mit", "von", "vom", "für", "zur", "zum", "bei", "in", "im", "gegen", "auf", "an", "über", "vor", "zu", "durch", "aus", "unter", "sowie":
		return true
	}
	return len(word) > 3 && NameAdjective(word)
}
