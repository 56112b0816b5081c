// Package plain makes text of documents and people fit to print: one line, and nothing in it that commands a terminal or turns
// the direction of what follows.
//
// It promises that the letters stay as they are. It refuses to know where the text goes: what Markdown, HTML or BibTeX would
// misread, their writers escape.
package plain

import (
	"strings"
	"unicode"
)

// Line makes text fit to print on one line: as Text does, and without runs of white space.
func Line(text string) string { return strings.Join(strings.Fields(Text(text)), " ") }

// Text makes text fit to print: no control characters but ends of lines and tabs (a terminal obeys them), none that turn the direction of
// what follows.
func Text(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r), r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f',
			r == '\u061c', r == '\ufeff', r == '\ufffe', r == '\uffff', r == '\u00ad', r >= 0xe0000 && r <= 0xe007f:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// Shorten cuts text to at most n characters at a word end and adds an ellipsis.
func Shorten(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	cut := string(runes[:n])
	if i := strings.LastIndex(cut, " "); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + " …"
}
