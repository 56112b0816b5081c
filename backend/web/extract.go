package web

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/chunk"
	"rabbithole/backend/markup"
)

// Page is the readable part of an HTML page.
type Page struct {
	Pieces []chunk.Piece
	about  about
}

// Text returns the page's text, pieces divided by line ends.
func (p Page) Text() string {
	lines := make([]string, len(p.Pieces))
	for i, piece := range p.Pieces {
		lines[i] = piece.Text
	}
	return strings.Join(lines, "\n")
}

// maxElements is how many nodes a page may have to be searched for its main content, which takes more than linear time. Of a larger one, all
// that is visible is read.
const maxElements = 60_000

// Extract returns the main content of an HTML page in UTF-8, and what the page says about itself. Nothing that a visitor would not see is in it.
// A page that a visitor cannot read without a login, a consent or a script is an error that says so.
func Extract(_ context.Context, page []byte, address *url.URL) (Page, error) {
	doc, err := markup.Parse(string(page))
	if err != nil { // nested too deeply, or too large, to be a page somebody wrote
		return Page{Pieces: paragraphs(stripped(string(page)))}, nil
	}
	shortenAttributes(doc)
	wall, about := wallOf(doc), aboutOf(doc, address)
	prune(doc)
	pieces := mainContent(doc, address, about)
	if why := wall.before(pieces); why != "" {
		return Page{}, errors.New(why)
	}
	return Page{Pieces: pieces, about: about}, nil
}

const maxAttribute = 4000 // bytes; what searches for the main content looks at them with regular expressions

func shortenAttributes(doc *html.Node) {
	walk(doc, func(n *html.Node) bool {
		n.Attr = n.Attr[:min(len(n.Attr), 100)]
		for i := range n.Attr {
			if len(n.Attr[i].Val) > maxAttribute {
				n.Attr[i].Val = strings.ToValidUTF8(n.Attr[i].Val[:maxAttribute], "")
			}
		}
		return true
	})
}

// fewerNodes reports whether there are fewer than limit nodes below n.
func fewerNodes(n *html.Node, limit int) bool {
	walk(n, func(*html.Node) bool {
		limit--
		return limit > 0
	})
	return limit > 0
}

// stripped returns the text between the tags, without what is silent or hidden by itself.
func stripped(page string) string {
	var b strings.Builder
	var skip atom.Atom // the element whose end is waited for
	depth := 0
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return strings.TrimSpace(b.String())
		}
		token := z.Token()
		switch {
		case kind == html.TextToken && skip == 0:
			b.WriteString(token.Data)
		case kind == html.EndTagToken && token.DataAtom == skip && skip != 0:
			if depth--; depth == 0 {
				skip = 0
			}
		case kind == html.StartTagToken && token.DataAtom == skip && skip != 0:
			depth++
		case kind == html.StartTagToken && skip == 0 && token.DataAtom != 0 && !void[token.DataAtom] &&
			(silent[token.DataAtom] || token.DataAtom == atom.Title || hiddenByItself(nodeOf(token)) || whiteInk(nodeOf(token))):
			skip, depth = token.DataAtom, 1
		}
		if standing[token.DataAtom] && skip == 0 {
			b.WriteString("\n\n")
		}
	}
}

func nodeOf(t html.Token) *html.Node {
	return &html.Node{Type: html.ElementNode, DataAtom: t.DataAtom, Data: t.Data, Attr: t.Attr}
}

// void are elements without an end.
var void = map[atom.Atom]bool{
	atom.Img: true, atom.Input: true, atom.Br: true, atom.Hr: true, atom.Link: true, atom.Meta: true, atom.Embed: true, atom.Source: true,
	atom.Track: true, atom.Area: true, atom.Wbr: true, atom.Col: true, atom.Base: true, atom.Frame: true,
}
