package refs

// subUnit returns the canonical word for a unit inside a section ("Absatz", "Satz", "Nummer", ...) named by word, lower case,
// without its point, in any form of inflection.
func subUnit(word string) (string, bool) {
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

// ordinalUnit reports whether a unit is counted with an ordinal in front ("zweiter Halbsatz").
func ordinalUnit(word string) bool {
	unit, _ := subUnit(word)
	switch unit {
	case "Halbsatz", "Satzteil", "Unterabsatz", "Spiegelstrich", "Alternative":
		return true
	}
	return false
}

// isOrdinal reports whether word, lower case, is a German ordinal in any inflection.
func isOrdinal(word string) bool {
	return oneOf(word, "erster", "ersten", "erste", "erstes", "zweiter", "zweiten", "zweite", "zweites", "dritter", "dritten", "dritte", "drittes",
		"vierter", "vierten", "vierte", "fünfter", "fünften", "letzter", "letzten", "letzte")
}
