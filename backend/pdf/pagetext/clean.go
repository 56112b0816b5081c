package pagetext

import (
	"slices"
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
	if i == 0 || !unicode.IsLetter(t[i-1].R) && !unicode.IsDigit(t[i-1].R) || !endsLine(t, i) {
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
	if unicode.IsDigit(t[i-1].R) && unicode.IsUpper(t[next].R) && next+1 < len(t) && unicode.IsLower(t[next+1].R) {
		return 0, false // "2019-" is no part of the sentence that begins the next line
	}
	return next, true
}

// seam says how the parts of a divided word go together: with their hyphen or without, and whether they are two words.
func seam(before, after Text) (hyphen, blank bool) {
	if len(after) == 0 || len(before) == 0 {
		return true, false
	}
	left, capitals := lettersBefore(before)
	right := after[0].R
	shared := conjunction(after)
	switch {
	case shared > 0: // "Strahlenschutz- und": the hyphen stands for the rest of a word; but "black-and-white"
		return true, shared == len(after) || after[shared].R != '-'
	case !unicode.IsLetter(right) || left < 2 || inName(before[:len(before)-left]):
		return true, false // 2019-2020, 0-RTT, e-mail: nobody divides a word after its first letter
	case left == 2 && len(before) > left && before[len(before)-left-1].R == '-':
		return true, false // state-of-the-art
	case unicode.IsUpper(right):
		return !capitals || !allUpper(before, after), false // EU-Kommission, but RADIA-TION
	}
	return capitals, false // COVID-related
}

// inName reports whether t ends within a word that holds what words of a language do not: a path, an address, the option of a command.
func inName(t Text) bool {
	for i := len(t) - 1; i >= 0 && !unicode.IsSpace(t[i].R); i-- {
		switch r := t[i].R; {
		case strings.ContainsRune("/_=@", r), r == '-' && i > 0 && t[i-1].R == '-',
			r == '.' && i > 0 && unicode.IsLetter(t[i-1].R) && i+1 < len(t) && unicode.IsLetter(t[i+1].R):
			return true
		}
	}
	return false
}

// lettersBefore counts the letters that t ends in; capitals says that all are.
func lettersBefore(t Text) (n int, capitals bool) {
	for n < len(t) && unicode.IsLetter(t[len(t)-1-n].R) {
		n++
	}
	return n, !slices.ContainsFunc(t[len(t)-n:], func(g Glyph) bool { return !unicode.IsUpper(g.R) })
}

// conjunction returns the length of the word that t begins with, if it is one that joins compounds sharing a part; else 0.
func conjunction(t Text) int {
	n := 0
	for n < len(t) && n < 16 && unicode.IsLetter(t[n].R) {
		n++
	}
	switch t[:n].String() {
	case "und", "oder", "bzw", "beziehungsweise", "sowie", "als", "noch", "wie", "statt", "and", "or", "nor", "et", "ou":
		return n
	}
	return 0
}

// allUpper reports whether a word divided after capitals goes on in capitals, and is long enough to be no two names: AB-CDE.
func allUpper(before, after Text) bool {
	n, _ := lettersBefore(before)
	for _, g := range after {
		if !unicode.IsLetter(g.R) {
			break
		}
		if !unicode.IsUpper(g.R) {
			return false
		}
		n++
	}
	return n > 5
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
