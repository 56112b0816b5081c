package reporttest

import (
	"regexp"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// stands reports whether the words and numbers of quote stand in text in a row. An empty quote stands nowhere.
func stands(quote, text string) bool {
	want, have := tokens(quote), tokens(text)
	for n := len(want); n > 0 && len(have) >= n; have = have[1:] {
		if slices.Equal(want, have[:n]) {
			return true
		}
	}
	return false
}

var (
	invisible = regexp.MustCompile("[\u00ad\u200b\ufeff\ufffe\x02]")
	brokenEnd = regexp.MustCompile("(\\pL)[-‐‑\u00ad\ufffe\x02][ \\t]*\\r?\\n[ \\t]*(\\pL)")
	compound  = regexp.MustCompile(`(\pL)[-‐‑](\pL)`)
	mark      = regexp.MustCompile(`(\pL)['’‘ʼ´](\pL)`)
	token     = regexp.MustCompile(`\d+(?:[.,'’]\d+)*|\p{Han}|\p{Hiragana}|\p{Katakana}|[\pL\p{Mn}\pN]`)
)

// tokens cuts text into words and numbers; CJK characters are words of their own. Letters after letters make a word.
func tokens(text string) []string {
	text = invisible.ReplaceAllString(brokenEnd.ReplaceAllString(norm.NFKC.String(text), "$1$2"), "")
	text = compound.ReplaceAllString(compound.ReplaceAllString(text, "$1$2"), "$1$2")
	text = mark.ReplaceAllString(text, "$1$2")
	var out []string
	end := -1
	for _, m := range token.FindAllStringIndex(text, -1) {
		t := text[m[0]:m[1]]
		if m[0] == end && glued(out[len(out)-1], t) {
			out[len(out)-1] += t
		} else {
			out = append(out, t)
		}
		end = m[1]
	}
	return out
}

// glued reports whether two neighbouring pieces make one token; only scripts with spaces between words glue.
func glued(a, b string) bool {
	return !unicode.In([]rune(a)[0], unicode.Han, unicode.Hiragana, unicode.Katakana) && !unicode.In([]rune(b)[0], unicode.Han, unicode.Hiragana,
		unicode.Katakana)
}
