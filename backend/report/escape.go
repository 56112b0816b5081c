package report

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape makes text fit to stand inside a line of Markdown and mean itself: no link, image, HTML, emphasis or automatic link can
// come of it, in CommonMark or GitHub's dialect. It escapes no more than that, since people read the source too.
func escape(text string) string {
	text = clean(text)
	var b strings.Builder
	for i, r := range text {
		if escaped(r, text[:i], text[i+utf8.RuneLen(r):]) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// escaped reports whether r needs a backslash between before and after.
func escaped(r rune, before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	switch r {
	case '\\', '`', '*', '[', ']':
		return true
	case '<':
		return unicode.IsLetter(next) || strings.ContainsRune("/!?", next)
	case '&':
		return unicode.IsLetter(next) || next == '#'
	case '_':
		return !(wordRune(last) && wordRune(next))
	case '~':
		return before != "" && last != ' '
	case '@':
		return before != "" && last != ' '
	case ':':
		return strings.HasPrefix(after, "//")
	case '.':
		return strings.HasSuffix(strings.ToLower(before), "www")
	}
	return false
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

var blockStart = regexp.MustCompile(`^(?:[#+=>~-]|\d{1,9}[.)])`)

// lineStart escapes text that begins a line, where a few more characters mean something.
func lineStart(text string) string {
	text = escape(text)
	if m := blockStart.FindString(text); m != "" {
		return text[:len(m)-1] + `\` + text[len(m)-1:]
	}
	return text
}

// row writes the cells of a table, Markdown already.
func row(cells ...string) string {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	return "| " + strings.Join(cells, " | ") + " |"
}
