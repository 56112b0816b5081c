package refs

import (
	"strings"
	"unicode"
)

// isCode reports whether a word is the number of a document in a series: "KX-07", "BT-12", "TR-4-11".
func isCode(w string) bool {
	if strings.IndexByte(w, '-') < 0 && !strings.Contains(w, "\u2010") && !strings.Contains(w, "\u2011") {
		return false
	}
	parts := strings.FieldsFunc(w, func(r rune) bool { return r == '-' || r == '\u2010' || r == '\u2011' })
	if len(parts) < 2 || len(parts) > 4 || len(parts[0]) < 2 || len(parts[0]) > 6 || romanValue(parts[0]) > 0 {
		return false
	}
	for _, r := range parts[0] {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	for _, p := range parts[1:] {
		if len(p) > 4 || digitsLen(p) != len(p) {
			return false
		}
	}
	return true
}

// leadingCode returns the number of a series that a file's name begins with: "KX-07" of "KX-07-Measuring-Damp". Names that cameras and
// scanners give are none, nor are years.
func leadingCode(stem string) string {
	head, rest, _ := strings.Cut(stem, "-")
	number := rest[:digitsLen(rest)]
	switch head {
	case "IMG", "DSC", "SCAN", "DOC", "FILE", "PDF", "VID":
		return ""
	}
	year := len(number) == 4 && (number[:2] == "19" || number[:2] == "20")
	if code := head + "-" + number; !year && isCode(code) && !isWordByte(rest[len(number):]) {
		return code
	}
	return ""
}

// bookNoun reports whether a word, lower case, is a kind of document that is no law, and hardly anything else: "handbook".
func bookNoun(word string) bool {
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

// paperNoun reports whether a word, lower case, may be a kind of document where an article or a number says so: "the Survey",
// "Protocol KX-07".
func paperNoun(word string) bool {
	switch word {
	case "survey", "protocol", "note", "report", "circular", "publication", "standard", "specification", "paper", "study", "review",
		"norm", "notiz", "studie", "übersicht", "messprotokoll", "messprotokolls", "prüfprotokoll", "prüfprotokolls", "bericht", "berichts", "anleitung":
		return true
	}
	return bookNoun(word)
}

// reporting reports whether a word, lower case, says what a document does in one of its parts: "the Handbook lists in Section 3".
func reporting(word string) bool {
	return oneOf(word, "lists", "says", "states", "describes", "explains", "defines", "gives", "requires", "recommends", "treats", "warns", "shows", "names",
		"draws", "asks", "sets", "covers", "discusses", "specifies", "say", "state", "describe", "explain", "define", "require", "recommend", "used", "uses",
		"beschreibt", "regelt", "nennt", "erläutert", "erklärt", "fordert", "verlangt", "empfiehlt", "definiert", "zeigt", "behandelt", "sagt", "enthält")
}

// determiner reports whether a word, lower case, is an article.
func determiner(word string) bool {
	return oneOf(word, "the", "der", "die", "das", "den", "dem", "des")
}

// seriesNumbers returns the keys of the words with hyphen and number that the text treats as documents somewhere: "SARS-2" alone is
// no document, "Bulletin BT-12" and "BT-12, Section 4" are, and then every other "BT-12" is.
func (s *scanner) seriesNumbers() map[string]bool {
	known := map[string]bool{}
	for i, t := range s.tokens {
		if t.kind == word && isCode(t.text) && s.citesCode(i) {
			known[nameKey(t.text)] = true
		}
	}
	return known
}

func (s *scanner) citesCode(i int) bool {
	before, after := s.tok(i-1).lower, s.tok(i+1).lower
	switch {
	case paperNoun(before), before == "see", before == "siehe", before == "gemäß", before == "laut", s.words(i-2, "according", "to"):
		return true
	case s.pointsAt(i + 1), (s.is(i+1, ",") || s.is(i+1, "(")) && s.pointsAt(i+2), reporting(after):
		return true
	case before == "of" || before == "von":
		return s.pointsAt(i - 3)
	}
	label, _, ok := s.label(i + 1)
	return ok && digitsLen(label) == len(label)
}

// pointsAt reports whether a reference to a part of a document may begin at token i: "Section 5", "Anlage B", "Tabellen 1 und 2".
func (s *scanner) pointsAt(i int) bool {
	t := s.tok(i)
	if t.kind != word || !unicode.IsUpper(firstRune(t.text)) {
		return false
	}
	_, division := divisionWord(t.lower)
	_, annex := annexWord(t.lower)
	_, _, caption := captionWord(t.lower)
	if !division && !annex && !caption {
		return false
	}
	number, _ := s.composite(i + 1)
	return number != ""
}
