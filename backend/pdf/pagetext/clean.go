package pagetext

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Clean returns t as it is stored: LF line ends, words hyphenated at a line's end joined, one kind of blank, nothing invisible.
//
// Where a word was joined over a line's end, the line now ends after that word, so that lines stay about what the eye sees. Such
// a line end remembers the character that begins the line on paper.
func Clean(t Text) Text {
	return trimLines(withoutLooseBullets(joinLines(visible(t))))
}

// looseBullets is how many lines of a bullet alone in a row belong to no text: they stand in the margin of entries that come before or behind them.
const looseBullets = 3

// withoutLooseBullets drops rows of lines that are a bullet each.
func withoutLooseBullets(t Text) Text {
	out := make(Text, 0, len(t))
	from, lines := 0, 0 // of the row in out
	for start := 0; start < len(t); {
		end := start
		bullets, others := 0, 0
		for ; end < len(t) && t[end].R != '\n'; end++ {
			switch {
			case strings.ContainsRune("•◦▪●○■", t[end].R):
				bullets++
			case t[end].R != ' ':
				others++
			}
		}
		end = min(end+1, len(t))
		if bullets != 1 || others > 0 {
			if lines >= looseBullets {
				out = out[:from]
			}
			lines = 0
		} else if lines++; lines == 1 {
			from = len(out)
		}
		out = append(out, t[start:end]...)
		start = end
	}
	if lines >= looseBullets {
		out = out[:from]
	}
	return out
}

// The marks that stand for a hyphen at a line's end which PDFium has taken out together with the line's end.
const (
	mark    = '\uFFFE'
	oldMark = '\u0002'
)

// visible drops control and zero-width characters and makes line ends LF and blanks U+0020.
func visible(t Text) Text {
	out := make(Text, 0, len(t))
	for i, g := range t {
		switch r := g.R; {
		case r == '\r':
			if i+1 < len(t) && t[i+1].R == '\n' {
				continue
			}
			g.R = '\n'
		case r == oldMark:
			g.R = mark
		case r == '\n' || r == mark:
		case r == '\u2028' || r == '\u2029' || r == '\v' || r == '\f' || r == '\u0085':
			g.R = '\n'
		case r == '\t' || r == '\u00A0' || (r >= '\u2000' && r <= '\u200A') || r == '\u202F' || r == '\u205F':
			g.R = ' '
		case r >= '\uFE10' && r <= '\uFE48':
			g.R = lying(r)
		case r == '\u00AD':
			if !endsLine(t, i) {
				continue
			}
		case unicode.IsControl(r) || zeroWidth(r) || r > unicode.MaxRune || (r >= 0xD800 && r < 0xE000) || r&0xFFFE == 0xFFFE:
			continue
		}
		out = append(out, g)
	}
	return out
}

// lying returns the usual form of a sign as it is written in columns.
func lying(r rune) rune {
	if usual := []rune(norm.NFKC.String(string(r))); len(usual) == 1 {
		return usual[0]
	}
	return r
}

func zeroWidth(r rune) bool {
	return (r >= '\u200B' && r <= '\u200F') || (r >= '\u202A' && r <= '\u202E') || (r >= '\u2060' && r <= '\u2069') || r == '\uFEFF'
}

// endsLine reports whether only blanks stand between t[i] and the end of its line.
func endsLine(t Text, i int) bool {
	for _, g := range t[i+1:] {
		if g.R == '\n' || g.R == '\r' {
			return true
		}
		if g.R != ' ' {
			return false
		}
	}
	return false
}

// joinLines joins words divided at line ends, be it by PDFium's mark or by a hyphen that it left.
func joinLines(t Text) Text {
	out := make(Text, 0, len(t))
	owed := false // a line end is due after the word that was just joined
	var resumed int32
	for i := 0; i < len(t); i++ {
		g := t[i]
		next, divided := division(t, i)
		switch {
		case divided:
			hyphen, blank := seam(out, t[next:])
			if hyphen {
				out = append(out, Glyph{'-', g.At})
			}
			if blank {
				out = append(out, Glyph{' ', -1})
			}
			owed, i = true, next-1
			if resumed = -1; next < len(t) {
				resumed = t[next].At
			}
		case owed && (g.R == ' ' || g.R == '\t' || g.R == '\n'):
			out = append(out, Glyph{'\n', resumed})
			owed = false
		case g.R == '\u00AD': // at a line's end, but dividing nothing
		default:
			out = append(out, g)
		}
	}
	return out
}

// division reports whether a word is divided at t[i], and where it goes on.
func division(t Text, i int) (next int, ok bool) {
	switch t[i].R {
	case mark:
		next = i + 1
		for next < len(t) && (t[next].R == '\n' || t[next].R == ' ') {
			next++
		}
		return next, true
	case '-', '\u2010', '\u00AD':
	default:
		return 0, false
	}
	if i == 0 || !unicode.IsLetter(t[i-1].R) || !endsLine(t, i) {
		return 0, false
	}
	next = i + 1
	for next < len(t) && t[next].R == ' ' {
		next++
	}
	next++ // the line end
	if next >= len(t) || !unicode.IsLetter(t[next].R) {
		return 0, false
	}
	return next, true
}

// seam says how the parts of a divided word go together: with their hyphen or without, and whether they are two words.
func seam(before, after Text) (hyphen, blank bool) {
	if len(after) == 0 || len(before) == 0 {
		return true, false
	}
	left, right := before[len(before)-1].R, after[0].R
	switch {
	case conjunction(after):
		return true, true // "Strahlenschutz- und": the hyphen stands for the rest of a word
	case unicode.IsLower(right) && unicode.IsLetter(left):
		return false, false
	case unicode.IsUpper(right) && unicode.IsUpper(left) && allUpper(before, after):
		return false, false // RADIA-TION
	case unicode.IsLetter(right) && !unicode.IsUpper(right) && unicode.IsLetter(left):
		return false, false // a script without cases
	}
	return true, false // EU-Kommission, 2019-2020
}

// conjunction reports whether t begins with a word that joins compounds sharing a part.
func conjunction(t Text) bool {
	var b strings.Builder
	for _, g := range t {
		if !unicode.IsLetter(g.R) {
			break
		}
		if b.Len() > 16 {
			return false
		}
		b.WriteRune(g.R)
	}
	switch b.String() {
	case "und", "oder", "bzw", "beziehungsweise", "sowie", "als", "noch", "wie", "statt", "and", "or", "nor", "et", "ou":
		return true
	}
	return false
}

// allUpper reports whether the divided word is written in capitals on both sides.
func allUpper(before, after Text) bool {
	n := 0
	for i := len(before) - 1; i >= 0 && unicode.IsLetter(before[i].R); i-- {
		if !unicode.IsUpper(before[i].R) {
			return false
		}
		n++
	}
	for _, g := range after {
		if !unicode.IsLetter(g.R) {
			break
		}
		if !unicode.IsUpper(g.R) {
			return false
		}
		n++
	}
	return n > 5 // shorter ones are names of their own: AB-CDE
}

// trimLines drops blanks at line ends, blank lines beyond one, and white space at both ends of the page.
func trimLines(t Text) Text {
	out := make(Text, 0, len(t))
	for _, g := range t {
		if g.R == '\n' {
			for len(out) > 0 && blank(out[len(out)-1].R) {
				out = out[:len(out)-1]
			}
			if n := len(out); n == 0 || (n > 1 && out[n-1].R == '\n' && out[n-2].R == '\n') {
				continue
			}
		}
		if len(out) == 0 && blank(g.R) {
			continue
		}
		out = append(out, g)
	}
	for len(out) > 0 && unicode.IsSpace(out[len(out)-1].R) {
		out = out[:len(out)-1]
	}
	return out
}

// blank reports whether r is white space inside a line, the wide blank that Chinese paragraphs begin with included.
func blank(r rune) bool { return r != '\n' && unicode.IsSpace(r) }
