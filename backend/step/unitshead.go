package step

import (
	"rabbithole/backend/step/ask"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostHeading is how many words a heading has at most.
const mostHeading = 12

// withoutHeadings drops the headings between sentences: lines of their own above prose that no full stop ends. Files without marks for headings,
// and passages of several short sections, have them in their text.
func withoutHeadings(all []piece) []piece {
	var out []piece
	for i, p := range all {
		if i+1 < len(all) && p.heads(all[i+1]) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// heads reports whether a piece is the heading of the next one. A line that states a quantity is none, nor one above what is no finished sentence:
// on slides and in tables every line stands so.
func (p piece) heads(next piece) bool {
	if !p.fresh || !next.fresh || p.entry() || next.entry() || strings.Contains(p.text, "\n") || len(strings.Fields(p.text)) > mostHeading || ask.StatesQuantity(p.text) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(p.text)
	if !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != ')' && last != '?' {
		return false
	}
	first, _ := utf8.DecodeRuneInString(next.text)
	return !unicode.IsLower(first) && strings.HasSuffix(next.text, ".") && len(strings.Fields(next.text)) > 3
}
