package numbering

import (
	"slices"
)

// IsMonth reports whether word, lower case, is the name of a month in German or English.
func IsMonth(word string) bool { return MonthNumber(word) > 0 }

// MonthNumber returns 1 to 12 for the name of a month in lower case, 0 for other words.
func MonthNumber(word string) int {
	for i, names := range [][]string{{"januar", "january", "jänner"}, {"februar", "february"}, {"märz", "march"}, {"april"}, {"mai", "may"}, {"juni", "june"},
		{"juli", "july"}, {"august"}, {"september"}, {"oktober", "october"}, {"november"}, {"dezember", "december"}} {
		if slices.Contains(names, word) {
			return i + 1
		}
	}
	return 0
}

// IsConjunction reports whether word, lower case, joins the members of a list of references.
func IsConjunction(word string) bool {
	return OneOf(word, "und", "oder", "sowie", "bis", "and", "or", "to", "through", "beziehungsweise", "bzw")
}

// IsRange reports whether a conjunction names everything between its neighbours.
func IsRange(word string) bool { return word == "bis" || word == "to" || word == "through" }

// SubUnit returns the canonical word for a unit inside a section ("Absatz", "Satz", "Nummer", ...) named by word, lower case,
// without its point, in any form of inflection.
func SubUnit(word string) (string, bool) {
	switch word {
	case "absatz", "absatzes", "absätze", "absätzen", "abs":
		return "Absatz", true
	case "unterabsatz", "unterabsatzes", "unterabsätze", "unterabsätzen", "unterabs", "uabs":
		return "Unterabsatz", true
	case "satz", "satzes", "sätze", "sätzen":
		return "Satz", true
	case "halbsatz", "halbsatzes", "halbs", "hs":
		return "Halbsatz", true
	case "satzteil", "satzteils", "satzteiles", "teilsatz", "teilsatzes":
		return "Satzteil", true
	case "nummer", "nummern", "nr", "nrn":
		return "Nummer", true
	case "ziffer", "ziffern", "ziff":
		return "Ziffer", true
	case "buchstabe", "buchstaben", "buchstabens", "buchst", "lit":
		return "Buchstabe", true
	case "doppelbuchstabe", "doppelbuchstaben", "doppelbuchst":
		return "Doppelbuchstabe", true
	case "spiegelstrich", "spiegelstrichs", "anstrich":
		return "Spiegelstrich", true
	case "teil", "teils", "teile", "teilen":
		return "Teil", true
	case "tabelle", "tabellen":
		return "Tabelle", true
	case "spalte", "spalten":
		return "Spalte", true
	case "zeile", "zeilen":
		return "Zeile", true
	case "alternative", "alt", "variante", "var":
		return "Alternative", true
	case "position", "positionen":
		return "Position", true
	}
	return "", false
}

// OrdinalUnit reports whether a unit is counted with an ordinal in front ("zweiter Halbsatz").
func OrdinalUnit(word string) bool {
	unit, _ := SubUnit(word)
	switch unit {
	case "Halbsatz", "Satzteil", "Unterabsatz", "Spiegelstrich", "Alternative":
		return true
	}
	return false
}

// IsOrdinal reports whether word, lower case, is a German ordinal in any inflection.
func IsOrdinal(word string) bool {
	return OneOf(word, "erster", "ersten", "erste", "erstes", "zweiter", "zweiten", "zweite", "zweites", "dritter", "dritten", "dritte", "drittes",
		"vierter", "vierten", "vierte", "fünfter", "fünften", "letzter", "letzten", "letzte")
}

// Gone reports whether word, lower case, says that a provision exists no more.
func Gone(word string) bool {
	return OneOf(word, "weggefallen", "aufgehoben", "repealed", "deleted", "außer", "obsoleted", "obsolete", "superseded", "withdrawn", "zurückgezogen")
}
