package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
)

// TitleEnd returns where the title of s ends in its page's text: where its letters and digits are used up.
func TitleEnd(text string, s refs.Section) int {
	if s.Start > len(text) {
		return s.Start
	}
	want := refs.Squeeze(s.Title)
	window := text[s.Start:min(len(text), s.Start+2*len(s.Title)+200)]
	var seen strings.Builder
	for i, r := range window {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '§' {
			seen.WriteRune(unicode.ToLower(r))
			if strings.HasSuffix(seen.String(), want) {
				end := i + utf8.RuneLen(r)
				return s.Start + end + closing(window[end:])
			}
		}
	}
	return s.Start
}

// closing counts the bytes of punctuation at the front of s that still belong to a title.
func closing(s string) int {
	return len(s) - len(strings.TrimLeft(s, ")].\"'”’»"))
}
