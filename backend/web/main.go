package web

import (
	"net/url"
	"os"
	"strings"

	"github.com/go-shiori/go-readability"
	trafilatura "github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"

	"rabbithole/backend/chunk"
)

// mainContent returns the pieces of the page's main content: what trafilatura finds, completed and cleaned by what its markup shows.
func mainContent(doc *html.Node, address *url.URL, title string) []chunk.Piece {
	if !fewerNodes(doc, maxElements) {
		return piecesOf(doc)
	}
	shape(doc)
	mark(doc)
	lines := found(doc, address)
	if os.Getenv("NOSIB") == "" && gatherSiblings(doc, lines) {
		if more := found(doc, address); lengthOf(more) > lengthOf(lines) {
			lines = more
		}
	}
	if os.Getenv("NORD") == "" && linkShare(lines) > 0.5 {
		if other := foundOtherwise(doc, address); linkShare(other) < 0.3 && lengthOf(other) > 250 {
			lines = other
		}
	}
	return cleaned(lines, title)
}

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
	var kept []markedPiece
	for i, l := range lines {
		switch {
		case os.Getenv("NOTITLE") == "" && i < 3 && sameWords(l.Text, title):
		case os.Getenv("NOLINK") == "" && teaser(lines, i):
		default:
			kept = append(kept, l)
		}
	}
	var out []chunk.Piece
	for i, l := range kept {
		if os.Getenv("NOHEAD") == "" && l.Level > 0 && headless(kept[i:]) {
			continue
		}
		out = append(out, l.Piece)
	}
	return out
}

// teaser reports whether a line is nothing but a link, and not an entry of the text's own list.
func teaser(lines []markedPiece, i int) bool {
	l := lines[i]
	if l.letters == 0 || float64(l.linked) < 0.9*float64(l.letters) {
		return false
	}
	return l.Level == 0
}

// headless reports whether a heading has no text below it.
func headless(rest []markedPiece) bool {
	return len(rest) < 2
}

// sameWords reports whether a line says the title, or the title without the site's name.
func sameWords(line, title string) bool {
	a, b := strings.Join(wordsIn(line), " "), strings.Join(wordsIn(title), " ")
	return a != "" && (a == b || len(a) > 20 && strings.HasPrefix(b, a+" ") || len(b) > 20 && strings.HasPrefix(a, b+" ") && len(a) < len(b)+20)
}
