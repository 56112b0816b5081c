package proof

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/figure"
)

// names returns the proper names of a statement: identifiers and abbreviations, and capitalised words where their language says that a
// capital means a name. German capitalises every noun; there only words behind a title, a preposition without an article, or beside
// another capitalised word count.
func (s statement) names() []word {
	var out []word
	for i, w := range s.words {
		switch {
		case isCode(w.text):
			out = append(out, w)
		case !w.capital || w.first || figure.IsMonth(w.lower):
		case !s.german, s.isGermanName(i):
			out = append(out, w)
		}
	}
	return out
}

// isCode reports whether a word is an abbreviation or an identifier: two capitals, or letters with digits.
func isCode(w string) bool {
	capitals, digits, letters := 0, 0, 0
	for _, r := range w {
		switch {
		case unicode.IsUpper(r):
			capitals, letters = capitals+1, letters+1
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	first, _ := utf8.DecodeRuneInString(w)
	return letters > 0 && unicode.IsLetter(first) && (capitals >= 2 || digits > 0 && capitals > 0)
}

var germanTitle = regexp.MustCompile(`(?:^|[^\pL])(?:Frau|Herrn?|Dr\.|Prof\.|Firma|Stadt|Gemeinde|Landkreis|Landes|Kreis|Kanton|Schule|in|aus|bei|nach|von|durch) $`)

func (s statement) isGermanName(i int) bool {
	w := s.words[i]
	if germanTitle.MatchString(s.text[max(0, w.at-24):w.at]) {
		return true
	}
	beside := func(j int) bool {
		if j < 0 || j >= len(s.words) || !s.words[j].capital || s.words[j].first {
			return false
		}
		a, b := s.words[min(i, j)], s.words[max(i, j)]
		return a.at+len(a.text)+1 == b.at
	}
	return beside(i-1) || beside(i+1)
}

// holds reports whether text, folded and in lower case, has the name: as a word, or inside a compound of its own ("MRadV", "Lindenhofschule").
func holds(lower string, w word) bool {
	name := strings.TrimSuffix(w.lower, "'s")
	if utf8.RuneCountInString(name) > 4 {
		return strings.Contains(lower, strings.TrimSuffix(name, "s"))
	}
	for from := 0; ; {
		at := strings.Index(lower[from:], name)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(lower[:at])
		after, _ := utf8.DecodeRuneInString(lower[at+len(name):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) && !unicode.IsDigit(after) && !unicode.IsDigit(before) {
			return true
		}
		from = at + 1
	}
}
