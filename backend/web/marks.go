package web

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/chunk"
	"rabbithole/backend/markup"
)

// Marks that are put into the text of a page before its main content is looked for, and taken out afterwards: noncharacters, which no page
// has (they are taken out when it is decoded). They tell which words are links, and keep the spaces between elements that extractors drop.
const (
	linkBegins = '\uFDD0'
	linkEnds   = '\uFDD1'
	spaceHere  = '\uFDD2'
)

// flowing are the elements that stand in a line of text.
var flowing = map[atom.Atom]bool{
	atom.A: true, atom.B: true, atom.I: true, atom.Em: true, atom.Strong: true, atom.Span: true, atom.U: true, atom.Small: true, atom.Mark: true,
	atom.Sub: true, atom.Sup: true, atom.Code: true, atom.Abbr: true, atom.Cite: true, atom.Q: true, atom.Font: true, atom.Time: true, atom.Ins: true,
	atom.Del: true, atom.S: true, atom.Kbd: true, atom.Dfn: true, atom.Var: true, atom.Samp: true, atom.Acronym: true, atom.Bdi: true, atom.Bdo: true,
}

// mark puts the marks into the text of a page.
func mark(doc *html.Node) {
	walk(doc, func(n *html.Node) bool {
		switch {
		case n.DataAtom == atom.Head || n.DataAtom == atom.Pre || n.DataAtom == atom.Script:
			return false
		case n.DataAtom == atom.A && markup.Attr(n, "href") != "":
			markLink(n)
		case n.Type == html.TextNode:
			n.Data = keepSpaces(n)
		}
		return true
	})
}

// markLink marks the first and the last letter of a link's text.
func markLink(a *html.Node) {
	var first, last *html.Node
	walk(a, func(n *html.Node) bool {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" {
			if first == nil {
				first = n
			}
			last = n
		}
		return true
	})
	if first == nil {
		return
	}
	trimmed := strings.TrimLeftFunc(first.Data, unicode.IsSpace)
	first.Data = first.Data[:len(first.Data)-len(trimmed)] + string(linkBegins) + trimmed
	trimmed = strings.TrimRightFunc(last.Data, unicode.IsSpace)
	last.Data = trimmed + string(linkEnds) + last.Data[len(trimmed):]
}

// keepSpaces marks the space at either end of a text that a flowing element is beside.
func keepSpaces(n *html.Node) string {
	s := n.Data
	inner := strings.TrimSpace(s)
	if inner == "" && !(flows(n.PrevSibling) && flows(n.NextSibling)) {
		return s
	}
	if flows(n.PrevSibling) && startsWithSpace(s) {
		s = string(spaceHere) + strings.TrimLeftFunc(s, unicode.IsSpace)
	}
	if inner != "" && flows(n.NextSibling) && endsWithSpace(s) {
		s = strings.TrimRightFunc(s, unicode.IsSpace) + string(spaceHere)
	}
	return s
}

func flows(n *html.Node) bool { return n != nil && n.Type == html.ElementNode && flowing[n.DataAtom] }

func startsWithSpace(s string) bool { return s != "" && strings.TrimLeftFunc(s, unicode.IsSpace) != s }

func endsWithSpace(s string) bool { return s != "" && strings.TrimRightFunc(s, unicode.IsSpace) != s }

// marked takes the marks out of pieces and counts what they say.
func marked(pieces []chunk.Piece) []markedPiece {
	out := make([]markedPiece, 0, len(pieces))
	for _, p := range pieces {
		m := markedPiece{Piece: p}
		var b strings.Builder
		depth, space := 0, true
		for _, r := range p.Text {
			switch {
			case r == linkBegins:
				depth++
				continue
			case r == linkEnds:
				depth = max(depth-1, 0)
				continue
			case r == spaceHere && space:
				continue
			case r == spaceHere:
				r = ' '
			}
			if r == ' ' && space && b.Len() > 0 && p.Level == 0 && !strings.Contains(p.Text, "\n ") {
				continue
			}
			space = unicode.IsSpace(r)
			b.WriteRune(r)
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				m.letters++
				m.linked += min(depth, 1)
			}
		}
		m.Text = strings.TrimRight(b.String(), " \n")
		out = append(out, m)
	}
	return out
}

func wordsIn(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
