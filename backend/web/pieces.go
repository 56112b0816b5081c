package web

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/chunk"
	"rabbithole/backend/markup"
)

// standing are the elements that begin and end a line.
var standing = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Ul: true, atom.Ol: true, atom.Li: true, atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Table: true, atom.Tr: true,
	atom.Caption: true, atom.Pre: true, atom.Blockquote: true, atom.Section: true, atom.Article: true, atom.Main: true,
	atom.Header: true, atom.Footer: true, atom.Aside: true, atom.Figure: true, atom.Figcaption: true, atom.Hr: true,
	atom.Address: true, atom.Form: true, atom.Fieldset: true, atom.Details: true, atom.Summary: true, atom.Body: true, atom.Nav: true,
}

// piecesOf returns the text below n as pieces: paragraphs, headings, entries of lists, rows of tables.
func piecesOf(n *html.Node) []chunk.Piece {
	w := &pieceWriter{}
	w.write(n)
	w.flush()
	return w.out
}

// pieceWriter collects pieces. Text gathers in line until an element that stands by itself begins or ends.
type pieceWriter struct {
	out   []chunk.Piece
	line  strings.Builder
	last  rune // of line
	level int
	tight bool
	pre   int

	foreign bool // the elements are not HTML's: all that are not known begin a line
}

func (w *pieceWriter) stands(name atom.Atom, n *html.Node) bool {
	return standing[name] || w.foreign && n.Type == html.ElementNode && (name == 0 || name == atom.Title)
}

func (w *pieceWriter) write(n *html.Node) {
	name := atom.Lookup([]byte(n.Data)) // a node that an extractor made has no atom
	switch n.Type {
	case html.TextNode:
		w.text(n.Data)
		return
	case html.CommentNode, html.DoctypeNode:
		return
	case html.ElementNode:
		if silent[name] || name == atom.Head || name == atom.Title && !w.foreign {
			return
		}
	}
	switch name {
	case atom.Br:
		w.put('\n')
		return
	case atom.Td, atom.Th:
		if w.last != 0 && strings.TrimSpace(w.line.String()) != "" {
			w.text(" | ")
		}
	}
	if !w.stands(name, n) {
		w.inside(n)
		return
	}
	w.flush()
	if l := markup.HeadingLevel(name); l > 0 {
		w.level = l
		defer func() { w.level = 0 }()
	}
	w.tight = name == atom.Li || name == atom.Tr || name == atom.Dd
	if name == atom.Li {
		w.text("- ")
	}
	if name == atom.Pre {
		w.pre++
		defer func() { w.pre-- }()
	}
	w.inside(n)
	w.flush()
}

func (w *pieceWriter) inside(n *html.Node) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		w.write(k)
	}
}

// text appends a text, its white space as a browser shows it.
func (w *pieceWriter) text(s string) {
	for _, r := range unseen(s) {
		switch {
		case w.pre > 0:
			w.put(r)
		case !unicode.IsSpace(r):
			w.put(r)
		case w.last != 0 && w.last != ' ' && w.last != '\n':
			w.put(' ')
		}
	}
}

func (w *pieceWriter) put(r rune) {
	w.line.WriteRune(r)
	w.last = r
}

// flush makes a piece of what has gathered.
func (w *pieceWriter) flush() {
	lines := strings.Split(w.line.String(), "\n")
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimRightFunc(line, unicode.IsSpace); w.pre == 0 {
			line = strings.TrimSpace(line)
		}
		if line != "" {
			kept = append(kept, line)
		}
	}
	s := strings.Join(kept, "\n")
	w.line.Reset()
	w.last = 0
	if strings.Trim(s, " -|\n") == "" {
		return
	}
	w.out = append(w.out, chunk.Piece{Text: s, Level: w.level, Tight: w.tight && len(w.out) > 0})
	w.tight = false
}
