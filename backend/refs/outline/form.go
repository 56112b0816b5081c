package outline

import (
	"cmp"
	"strings"

	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// form returns what a form is called whose number stands on a line of its own: by the name that was filled in, the form and its day. The name is what stands
// over a line in parentheses, which says what to fill in there, or is set as large as the form's number.
func form(lines []layout.Line) (name, kind string) {
	for i, l := range lines {
		words := strings.Fields(l.Text)
		if len(words) != 2 || !numbering.OneOf(strings.ToLower(words[0]), "form", "formular", "formblatt", "vordruck") || !strings.ContainsAny(words[1], "0123456789") {
			continue
		}
		kind = words[0][:1] + strings.ToLower(words[0][1:]) + " " + words[1] + dayOf(lines[i+1:])
		return cmp.Or(filled(lines[i+1:]), asLarge(lines[i+1:], l.Size)), kind
	}
	return "", ""
}

// filled is the first line over what says what to fill in there.
func filled(lines []layout.Line) string {
	for i := 1; i < len(lines); i++ {
		label := lines[i].Text
		if bracketed(label) && len(strings.Fields(label)) > 2 && titled(lines[i-1].Text) {
			return unspaced(lines[i-1].Text)
		}
	}
	return ""
}

func asLarge(lines []layout.Line, size float64) string {
	for _, b := range blocks(lines) {
		if b.size >= size && titled(b.text) {
			return b.text
		}
	}
	return ""
}

// dayOf is the first day that lines tell, behind a comma.
func dayOf(lines []layout.Line) string {
	for _, l := range lines {
		s := naming.NewStream(l.Text)
		for i := range s.Tokens {
			if next := s.Date(i); next > 0 {
				return ", " + s.Slice(i, next)
			}
		}
	}
	return ""
}
