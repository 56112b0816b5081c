package numbering

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsYear reports whether s is a year that a document may be of.
func IsYear(s string) bool {
	return len(s) == 4 && DigitsLen(s) == 4 && (s[0] == '1' && s[1] >= '7' || s[:2] == "20" && s[2] < '5')
}

// FirstWords returns the first n words of s, each with a space behind it.
func FirstWords(s string, n int) string {
	var b strings.Builder
	for range n {
		word, rest, _ := strings.Cut(s, " ")
		b.WriteString(word + " ")
		s = rest
	}
	return b.String()
}

// FirstRune returns the rune s begins with.
func FirstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// Fold replaces every run of white space by one space and drops soft hyphens.
func Fold(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\u00ad", "")), " ")
}

// Clip returns the largest rune boundary of s at or below n.
func Clip(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return n
}

// OneOf reports whether a word is one of these.
func OneOf(word string, words ...string) bool { return slices.Contains(words, word) }

// CutWord splits the letters (and inner hyphens) off the front of s.
func CutWord(s string) (word, rest string) {
	for i, r := range s {
		if !unicode.IsLetter(r) && (r != '-' || i == 0) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// IsWordByte reports whether s begins with a letter or digit.
func IsWordByte(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// Letters counts the letters of s.
func Letters(s string) int { return CountIf(s, unicode.IsLetter) }

// CountIf counts the runes of s that are of a kind.
func CountIf(s string, is func(rune) bool) int {
	n := 0
	for _, r := range s {
		if is(r) {
			n++
		}
	}
	return n
}

// DigitsLen returns how many digits s begins with.
func DigitsLen(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}
