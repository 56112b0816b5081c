package figure

import (
	"strings"
	"unicode"
)

// fold writes a text in the form in which figures are read: one kind of space, hyphen and quote mark, dashes between blanks, small digits after a letter as plain
// ones ("m³" is "m3"; "10³" is "10^3"), no soft hyphens.
func fold(text string) string {
	var out strings.Builder
	var last rune
	for _, r := range text {
		switch d := strings.IndexRune("⁰¹²³⁴⁵⁶⁷⁸⁹", r); {
		case d >= 0:
			if !unicode.IsLetter(last) && last != '^' {
				out.WriteByte('^')
			}
			out.WriteRune([]rune("0123456789")[len([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹"[:d]))])
			last = '^'
			continue
		case r == '\u00ad' || unicode.Is(unicode.Cf, r):
			continue
		case unicode.IsSpace(r):
			if r = ' '; last == ' ' {
				continue
			}
		case r == '—' || r == '―': // between parts of a sentence, never within a name
			out.WriteString(" - ")
			last = ' '
			continue
		case r >= '‐' && r <= '―' || r == '−':
			r = '-'
		case r == '’' || r == '‘' || r == '´':
			r = '\''
		case r == '％':
			r = '%'
		}
		out.WriteRune(r)
		last = r
	}
	return out.String()
}
