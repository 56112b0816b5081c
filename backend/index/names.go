package index

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names are the parts of a query that may name a document.
type names struct {
	proper        map[string]bool // folded words with a capital inside the sentence or a digit: "Curie", "2022", "B2B"
	abbreviations []string        // folded words of three to six letters with more than one capital: "WHO", "AmRe"
	pairs         []string        // stems of neighbouring words written as one, as file names have them
}

// number matches a number that names nothing; one of four digits may be a year.
var number = regexp.MustCompile(`^(?:\d{1,3}|\d{5,}|\d+[.,]\d+)%?$`)

// names finds what may name a document in a query and its words.
func (p parser) names(text string, ws []word) names {
	n := names{proper: map[string]bool{}}
	begins := true
	for _, w := range strings.Fields(text) {
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		inner := strings.IndexFunc(bare, unicode.IsUpper)
		if inner > 0 || inner == 0 && !begins || strings.ContainsFunc(bare, unicode.IsDigit) && !number.MatchString(bare) {
			for _, f := range words(fold(bare)) {
				n.proper[f.text] = true
			}
		}
		begins = strings.ContainsAny(w[len(w)-1:], ".?!:")
	}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if abbreviates(w) {
			n.abbreviations = append(n.abbreviations, fold(w))
		}
	}
	for i := 1; i < len(ws); i++ {
		if !p.stop[ws[i].text] && !p.stop[ws[i-1].text] {
			n.pairs = append(n.pairs, p.stems(ws[i-1].text+ws[i].text)...)
		}
	}
	return n
}

// abbreviates reports whether a word looks like an abbreviation.
func abbreviates(w string) bool {
	capitals := 0
	for _, r := range w {
		if unicode.IsDigit(r) {
			return false
		}
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	n := utf8.RuneCountInString(w)
	return capitals >= 2 && n >= 3 && n <= 6
}

// prefixesOf reports whether short is made of prefixes of the first two or more of words, as "amre" is of "america relief"; an "n"
// may stand for an "and" that is not written.
func prefixesOf(short string, words []string, used int) bool {
	switch {
	case short == "":
		return used >= 2
	case used > 0 && len(short) > 1 && short[0] == 'n' && prefixesOf(short[1:], words, used):
		return true
	case len(words) == 0:
		return false
	}
	for n := 1; n <= min(3, len(short), len(words[0])) && short[n-1] == words[0][n-1]; n++ {
		if prefixesOf(short[n:], words[1:], used+1) {
			return true
		}
	}
	return false
}

// spaced parts a file name into words: "ANNUAL_report2022Q4.pdf" is "ANNUAL report 2022 Q4".
func spaced(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	var b strings.Builder
	last, run := ' ', 0 // run: letters in a row
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsDigit(r) && run > 1, unicode.IsUpper(r) && (unicode.IsLower(last) || unicode.IsDigit(last)):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last, run = r, run+1
		if !unicode.IsLetter(r) {
			run = 0
		}
	}
	return b.String()
}
