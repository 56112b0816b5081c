package naming

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs/numbering"
)

// IsCode reports whether a word is the number of a document in a series: "KX-07", "BT-12", "TR-4-11".
func IsCode(w string) bool {
	if strings.IndexByte(w, '-') < 0 && !strings.Contains(w, "\u2010") && !strings.Contains(w, "\u2011") {
		return false
	}
	parts := strings.FieldsFunc(w, func(r rune) bool { return r == '-' || r == '\u2010' || r == '\u2011' })
	if len(parts) < 2 || len(parts) > 4 || len(parts[0]) < 2 || len(parts[0]) > 6 || numbering.RomanValue(parts[0]) > 0 {
		return false
	}
	for _, r := range parts[0] {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	for _, p := range parts[1:] {
		if len(p) > 4 || numbering.DigitsLen(p) != len(p) {
			return false
		}
	}
	return true
}

// leadingCode returns the number of a series that a file's name begins with: "KX-07" of "KX-07-Measuring-Damp". Names that cameras and
// scanners give are none, nor are years.
func leadingCode(stem string) string {
	head, rest, _ := strings.Cut(stem, "-")
	number := rest[:numbering.DigitsLen(rest)]
	switch head {
	case "IMG", "DSC", "SCAN", "DOC", "FILE", "PDF", "VID":
		return ""
	}
	year := len(number) == 4 && (number[:2] == "19" || number[:2] == "20")
	if code := head + "-" + number; !year && IsCode(code) && !numbering.IsWordByte(rest[len(number):]) {
		return code
	}
	return ""
}

// BookNoun reports whether a word, lower case, is a kind of document that is no law, and hardly anything else: "handbook".
func BookNoun(word string) bool {
	switch word {
	case "handbook", "guidebook", "guide", "guideline", "guidelines", "manual", "bulletin", "memo", "memorandum", "leaflet", "brochure",
		"textbook", "primer", "ratgeber", "lehrbuch":
		return true
	}
	for _, noun := range []string{"handbuch", "leitfaden", "merkblatt", "broschüre", "arbeitshilfe", "leitlinie"} {
		for _, ending := range []string{"", "s", "es", "n"} {
			if strings.HasSuffix(word, noun+ending) {
				return true
			}
		}
	}
	return false
}

// PaperNoun reports whether a word, lower case, may be a kind of document where an article or a number says so: "the Survey",
// "Protocol KX-07".
func PaperNoun(word string) bool {
	switch word {
	case "survey", "protocol", "note", "report", "circular", "publication", "standard", "specification", "paper", "study", "review",
		"norm", "notiz", "studie", "übersicht", "messprotokoll", "messprotokolls", "prüfprotokoll", "prüfprotokolls", "bericht", "berichts", "anleitung":
		return true
	}
	return BookNoun(word)
}

// Reporting reports whether a word, lower case, says what a document does in one of its parts: "the Handbook lists in Section 3".
func Reporting(word string) bool {
	return numbering.OneOf(word, "lists", "says", "states", "describes", "explains", "defines", "gives", "requires", "recommends", "treats", "warns", "shows", "names",
		"draws", "asks", "sets", "covers", "discusses", "specifies", "say", "state", "describe", "explain", "define", "require", "recommend", "used", "uses",
		"beschreibt", "regelt", "nennt", "erläutert", "erklärt", "fordert", "verlangt", "empfiehlt", "definiert", "zeigt", "behandelt", "sagt", "enthält")
}

// Determiner reports whether a word, lower case, is an article.
func Determiner(word string) bool {
	return numbering.OneOf(word, "the", "der", "die", "das", "den", "dem", "des")
}
