package web

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// seenMarkdown takes out of Markdown the HTML that a visitor of the page would not see: comments, programs, what is hidden. Fenced code stays
// as it is. Markup that does not end stays too: it hides nothing then.
func seenMarkdown(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var b, part strings.Builder
	fence := ""
	for line := range strings.Lines(s) {
		mark := fenceOf(line)
		switch {
		case fence == "" && mark != "":
			b.WriteString(withoutHidden(part.String()))
			part.Reset()
			fence = mark
			b.WriteString(line)
		case fence != "":
			b.WriteString(line)
			if strings.HasPrefix(mark, fence) {
				fence = ""
			}
		default:
			part.WriteString(line)
		}
	}
	b.WriteString(withoutHidden(part.String()))
	return b.String()
}

// fenceOf returns the marks that begin or end fenced code, "" where none do.
func fenceOf(line string) string {
	trimmed := strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(trimmed, "`")
	if rest == trimmed {
		rest = strings.TrimLeft(trimmed, "~")
	}
	if n := len(trimmed) - len(rest); n >= 3 && len(line)-len(trimmed) < 4 {
		return trimmed[:n]
	}
	return ""
}

// withoutHidden copies s without the elements that are hidden or silent.
func withoutHidden(s string) string {
	var b, held strings.Builder
	var skip atom.Atom // the element whose end is waited for; held is what it has so far
	depth := 0
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		kind := z.Next()
		raw := string(z.Raw())
		if kind == html.ErrorToken {
			b.WriteString(held.String() + raw)
			return b.String()
		}
		token := z.Token()
		if skip == 0 && kind == html.StartTagToken && token.DataAtom != 0 && !void[token.DataAtom] && (silent[token.DataAtom] || hiddenByItself(nodeOf(token)) || whiteInk(nodeOf(token))) {
			skip, depth = token.DataAtom, 0
		}
		switch {
		case kind == html.CommentToken:
		case skip == 0:
			b.WriteString(raw)
		default:
			held.WriteString(raw)
		}
		switch {
		case skip == 0 || token.DataAtom != skip:
		case kind == html.StartTagToken:
			depth++
		case kind == html.EndTagToken:
			if depth--; depth == 0 {
				skip = 0
				held.Reset()
			}
		}
	}
}
