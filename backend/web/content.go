package web

import (
	"net/url"
	"strings"

	"github.com/go-shiori/go-readability"
	trafilatura "github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/chunk"
)

// mainContent returns the pieces of the page's main content: what trafilatura finds, completed and cleaned by what its markup shows.
func mainContent(doc *html.Node, address *url.URL, about about) []chunk.Piece {
	if !fewerNodes(doc, maxElements) {
		return cleaned(marked(piecesOf(doc)), about.title)
	}
	shape(doc)
	mark(doc)
	lines := found(doc, address)
	if gatherSiblings(doc, lines) {
		if more := found(doc, address); lengthOf(more) > lengthOf(lines) {
			lines = more
		}
	}
	if linkShare(lines) > 0.5 || lengthOf(lines) < fewLetters {
		if other := foundOtherwise(doc, address); linkShare(other) < 0.3 && lengthOf(other) > fewLetters {
			lines = other
		}
	}
	return cleaned(withLead(doc, lines, about.description), about.title)
}

const shortestLead = 50 // letters

// withLead puts the paragraph that introduces the text before it where it was left out: the page itself names it as its description.
func withLead(doc *html.Node, lines []markedPiece, description string) []markedPiece {
	wanted := key(description)
	if lettersIn(description) < shortestLead || len(lines) == 0 {
		return lines
	}
	for _, l := range lines {
		if strings.Contains(strings.Join(wordsIn(l.Text), " "), strings.TrimSuffix(wanted, "…")) {
			return lines
		}
	}
	var lead []markedPiece
	walk(doc, func(n *html.Node) bool {
		if len(lead) > 0 || n.DataAtom == atom.Head {
			return false
		}
		if !standing[n.DataAtom] || n.DataAtom == atom.Body || !fewerNodes(n, 100) {
			return true
		}
		for _, l := range marked(piecesOf(n)) {
			if key(l.Text) == wanted && float64(l.linked) < 0.3*float64(l.letters) {
				l.Level = 0
				lead = []markedPiece{l}
				return false
			}
		}
		return true
	})
	return append(lead, lines...)
}

// fewLetters is how many a main content has at least, as a rule: what has fewer is looked for in another way too.
const fewLetters = 250

// found returns what trafilatura takes for the main content, all that is visible where it takes nothing.
func found(doc *html.Node, address *url.URL) []markedPiece {
	result, err := trafilatura.ExtractDocument(doc, trafilatura.Options{OriginalURL: address, ExcludeComments: true, HtmlDateMode: trafilatura.Disabled})
	if err != nil || result.ContentNode == nil {
		return marked(piecesOf(doc))
	}
	return marked(piecesOf(result.ContentNode))
}

// foundOtherwise returns what readability takes for the main content.
func foundOtherwise(doc *html.Node, address *url.URL) []markedPiece {
	if address == nil {
		address = &url.URL{Scheme: "https", Host: "localhost"}
	}
	article, err := readability.FromDocument(doc, address)
	if err != nil || article.Node == nil {
		return nil
	}
	return marked(piecesOf(article.Node))
}

// markedPiece is a piece, and how much of it is links.
type markedPiece struct {
	chunk.Piece
	letters, linked int
}

func linkShare(lines []markedPiece) float64 {
	all, linked := 0, 0
	for _, l := range lines {
		all, linked = all+l.letters, linked+l.linked
	}
	return float64(linked) / float64(max(all, 1))
}

func lengthOf(lines []markedPiece) int {
	n := 0
	for _, l := range lines {
		n += l.letters
	}
	return n
}

// cleaned leaves out what belongs to the site and not to the text: the title, which is kept elsewhere, lines that are nothing but links,
// headings over nothing.
func cleaned(lines []markedPiece, title string) []chunk.Piece {
	var out []chunk.Piece
	for i, l := range lines {
		if !l.teaser() && !(i < 3 && sameWords(l.Text, title)) {
			out = append(out, l.Piece)
		}
	}
	for len(out) > 0 && out[len(out)-1].Level > 0 {
		out = out[:len(out)-1]
	}
	return out
}

// teaser reports whether a line is nothing but a link.
func (l markedPiece) teaser() bool {
	return l.Level == 0 && l.letters > 0 && float64(l.linked) >= 0.9*float64(l.letters)
}

// sameWords reports whether a line says the title, or the title without the site's name.
func sameWords(line, title string) bool {
	a, b := strings.Join(wordsIn(line), " "), strings.Join(wordsIn(title), " ")
	return a != "" && (a == b || len(a) > 20 && strings.HasPrefix(b, a+" ") || len(b) > 20 && strings.HasPrefix(a, b+" ") && len(a) < len(b)+20)
}
