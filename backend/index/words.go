package index

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// word is one word of a folded text, before stemming.
type word struct {
	text   string
	glued  bool // follows the word before it over a hyphen: "dose-response"
	number bool // begins with a digit
	aside  bool // of a query: stands in a sentence that asks nothing
	dense  bool // a bigram (or lone sign) of a script written without spaces
}

// fold brings text into the one form in which it is compared: compatibility forms unified (NFKC), lower case, soft hyphens and
// zero-width signs gone, typographic hyphens and apostrophes plain, superscript note marks behind words cut off.
func fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	letters, digit := 0, false // before r
	for _, r := range text {
		switch {
		case r == 0xAD || unicode.Is(unicode.Cf, r):
			continue
		case r == 0x2010 || r == 0x2011 || r == 0x2212:
			r = '-'
		case r == 0x2019 || r == 0x02BC:
			r = '\''
		case superscript(r) && letters > 3:
			r = ' ' // "Grenzwert²" carries a note, "Bq/m³" a power
		case superscript(r) && digit:
			b.WriteByte(' ') // "1,234²" is not 12342
		}
		if digit = unicode.IsDigit(r); unicode.IsLetter(r) {
			letters++
		} else {
			letters = 0
		}
		b.WriteRune(r)
	}
	return strings.ToLower(norm.NFKC.String(b.String()))
}

func superscript(r rune) bool {
	return r == 0xB2 || r == 0xB3 || r == 0xB9 || r >= 0x2070 && r <= 0x2079
}

// words cuts a folded text into its words. Digits joined by . , : / stay one number ("5.2", "95/46", "9001:2015"); runs of
// scripts without spaces become overlapping bigrams; "§" and "§§" are words.
func words(folded string) []word {
	out := make([]word, 0, len(folded)/6)
	after, hyphen := 0, false // where the last word ended; whether a hyphen follows it directly
	for i := 0; i < len(folded); {
		r, size := utf8.DecodeRuneInString(folded[i:])
		switch {
		case spaceless(r):
			end := i + runEnd(folded[i:], func(r rune) bool { return spaceless(r) || unicode.Is(unicode.M, r) })
			out = appendBigrams(out, folded[i:end])
			i = end
		case r == '§':
			end := i + runEnd(folded[i:], func(r rune) bool { return r == '§' })
			out = append(out, word{text: folded[i:end]})
			i = end
		case unicode.IsDigit(r):
			end := i + numberEnd(folded[i:])
			out = append(out, word{text: plainNumber(folded[i:end]), glued: hyphen, number: true})
			i = end
		case unicode.IsLetter(r):
			end := i + runEnd(folded[i:], wordRune)
			out = append(out, word{text: folded[i:end], glued: hyphen})
			i = end
			i += elision(folded[i:])
		default:
			hyphen = r == '-' && i == after && i > 0
			i += size
			continue
		}
		after, hyphen = i, false
	}
	return out
}

func runEnd(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}

func wordRune(r rune) bool {
	return !spaceless(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r))
}

// elision returns the length of an English possessive or contraction ('s, 't) at the beginning of s, which says nothing.
func elision(s string) int {
	if len(s) < 2 || s[0] != '\'' || s[1] < 'a' || s[1] > 'z' {
		return 0
	}
	if len(s) > 2 {
		if r, _ := utf8.DecodeRuneInString(s[2:]); wordRune(r) {
			return 0
		}
	}
	return 2
}

// numberEnd returns the length of the number s begins with, letters stuck to it included: "5.2", "1,000", "9a", "3d".
func numberEnd(s string) int {
	i := 0
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		joined := strings.IndexByte(".,:/", s[i]) >= 0 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' && s[i-1] >= '0' && s[i-1] <= '9'
		if !joined && !wordRune(r) {
			break
		}
		i += size
	}
	return i
}

// plainNumber writes a number the one way: thousands unseparated, a decimal point. "1,000,000" and "1.000.000" are 1000000, "0,5"
// is 0.5. One dot alone stays what it is, since "1.000" may be a section.
func plainNumber(s string) string {
	commas, dots := strings.Count(s, ","), strings.Count(s, ".")
	switch {
	case commas == 0 && dots < 2:
		return s
	case commas > 0 && dots > 0 && strings.LastIndexByte(s, ',') < strings.IndexByte(s, '.') && grouped(s[:strings.IndexByte(s, '.')], ','):
		return strings.ReplaceAll(s, ",", "")
	case commas > 0 && dots == 0 && grouped(s, ','):
		return strings.ReplaceAll(s, ",", "")
	case commas == 0 && grouped(s, '.'):
		return strings.ReplaceAll(s, ".", "")
	case commas == 1 && (dots == 0 || grouped(s[:strings.IndexByte(s, ',')], '.')):
		return strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	}
	return s
}

// grouped reports whether s is digits in groups of three after the first.
func grouped(s string, by byte) bool {
	parts := strings.Split(s, string(by))
	if len(parts) < 2 || len(parts[0]) == 0 || len(parts[0]) > 3 {
		return false
	}
	for _, p := range parts[1:] {
		if len(p) != 3 || strings.ContainsFunc(p, func(r rune) bool { return r < '0' || r > '9' }) {
			return false
		}
	}
	return true
}

// spaceless reports whether r belongs to a script that writes words without spaces between them.
func spaceless(r rune) bool {
	return r == 0x30FC || r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}

func appendBigrams(out []word, run string) []word {
	signs := []rune(run)
	if len(signs) == 1 {
		return append(out, word{text: run, dense: true})
	}
	for i := 0; i+1 < len(signs); i++ {
		out = append(out, word{text: string(signs[i : i+2]), dense: true})
	}
	return out
}
