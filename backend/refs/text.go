package refs

import (
	"strings"
	"unicode"
)

// Squeeze keeps the letters and digits of s in lower case: for comparing titles set with different spaces and dashes.
func Squeeze(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '§' {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// TextLine is a line of running text: what is left of a page without its furniture.
type TextLine struct {
	Page  int // page number
	Start int // bytes of the page's text, without white space at both ends
	End   int
	Text  string
	Size  float64 // font size in points, 0 when unknown
	Bold  bool
	X, Y  float64 // left edge and baseline in points from the top left, 0 when unknown
}
