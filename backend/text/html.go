package text

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/chunk"
	"rabbithole/backend/markup"
	"rabbithole/backend/source"
)

// readHTML reads the visible text of a page.
func readHTML(page string) content {
	var c content
	doc, err := markup.Parse(page)
	if err != nil { // nested too deeply, or too large, to be a page somebody reads
		c.blocks = paragraphs(stripped(page))
		return c
	}
	h := &htmlReader{meta: &c.meta}
	h.walk(doc)
	h.flush()
	c.blocks = h.blocks
	return c
}

// visible returns the blocks of a piece of HTML.
func visible(piece string) []chunk.Piece { return readHTML(piece).blocks }

// stripped returns the text between the tags of page.
func stripped(page string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		default:
			b.WriteString(" ")
		}
	}
}

// htmlReader collects blocks. Text gathers in line until an element that stands by itself begins or ends.
type htmlReader struct {
	meta   *source.Meta
	blocks []chunk.Piece
	line   strings.Builder
	links  []source.Link
	level  int  // of the heading being read
	tight  bool // of the list entry or table row being read
	pre    int  // depth of <pre>
}

// walk reads n and what is in it. The parser limits how deeply elements are nested.
func (h *htmlReader) walk(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		h.text(n.Data)
		return
	case html.CommentNode, html.DoctypeNode:
		return
	case html.ElementNode:
		if h.special(n) || hidden(n) {
			return
		}
	}
	if !standing[n.DataAtom] {
		h.inside(n)
		return
	}
	h.flush()
	if l := markup.HeadingLevel(n.DataAtom); l > 0 {
		h.level = l
		defer func() { h.level = 0 }()
	}
	h.tight = n.DataAtom == atom.Li || n.DataAtom == atom.Tr || n.DataAtom == atom.Dd
	if n.DataAtom == atom.Li {
		h.line.WriteString("- ")
	}
	if n.DataAtom == atom.Pre {
		h.pre++
		defer func() { h.pre-- }()
	}
	h.inside(n)
	h.flush()
}

func (h *htmlReader) inside(n *html.Node) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		h.walk(k)
	}
}

// special reads elements that are not simply text, and reports whether n was one.
func (h *htmlReader) special(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Svg, atom.Iframe, atom.Object, atom.Nav, atom.Select, atom.Button, atom.Textarea:
		return true
	case atom.Title:
		if n.FirstChild != nil && h.meta.Title == "" {
			h.meta.Title = strings.Join(strings.Fields(n.FirstChild.Data), " ")
		}
		return true
	case atom.Meta:
		h.about(markup.Attr(n, "name"), strings.Join(strings.Fields(markup.Attr(n, "content")), " "))
		h.about(markup.Attr(n, "property"), strings.Join(strings.Fields(markup.Attr(n, "content")), " "))
		return true
	case atom.Br:
		h.line.WriteString("\n")
		return true
	case atom.Td, atom.Th:
		if strings.TrimSpace(h.line.String()) != "" {
			h.line.WriteString(" | ")
		}
	case atom.A:
		h.link(n)
		return true
	case atom.Time:
		if h.meta.Date == "" {
			h.meta.Date = isoDate(markup.Attr(n, "datetime"))
		}
	}
	return false
}

// about takes what a meta element says.
func (h *htmlReader) about(name, value string) {
	switch strings.ToLower(name) {
	case "og:title", "citation_title", "dc.title":
		h.meta.Title = value
	case "author", "citation_author", "dc.creator", "article:author":
		if h.meta.Author == "" && !strings.HasPrefix(value, "http") {
			h.meta.Author = value
		}
	case "date", "article:published_time", "citation_publication_date", "dc.date", "dcterms.date", "datepublished":
		if d := isoDate(value); d != "" {
			h.meta.Date = d
		}
	}
}

func (h *htmlReader) link(n *html.Node) {
	blocks, start := len(h.blocks), h.line.Len()
	h.inside(n)
	uri := strings.TrimSpace(markup.Attr(n, "href"))
	if len(h.blocks) == blocks && h.line.Len() > start && uri != "" && len(uri) <= source.MostURI && !strings.HasPrefix(uri, "#") &&
		!strings.HasPrefix(uri, "javascript:") {
		h.links = append(h.links, source.Link{Start: start, End: h.line.Len(), URI: uri})
	}
}

// text appends a text node, its white space as a browser shows it.
func (h *htmlReader) text(s string) {
	if h.pre > 0 {
		h.line.WriteString(s)
		return
	}
	for _, r := range s {
		if !unicode.IsSpace(r) {
			h.line.WriteRune(r)
			continue
		}
		if have := h.line.String(); have != "" && !strings.HasSuffix(have, " ") && !strings.HasSuffix(have, "\n") {
			h.line.WriteByte(' ')
		}
	}
}

// flush makes a block of what has gathered.
func (h *htmlReader) flush() {
	s := strings.TrimRight(h.line.String(), " \n")
	if strings.TrimLeft(s, " -\n") != "" {
		b := chunk.Piece{Text: s, Level: h.level, Tight: h.tight && len(h.blocks) > 0}
		for _, l := range h.links {
			if l.End = min(l.End, len(s)); l.Start < l.End {
				b.Links = append(b.Links, l)
			}
		}
		h.blocks = append(h.blocks, b)
		h.tight = false
	}
	h.links = nil
	h.line.Reset()
}

// standing are the elements that begin and end a line.
var standing = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Ul: true, atom.Ol: true, atom.Li: true, atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Table: true, atom.Tr: true,
	atom.Caption: true, atom.Pre: true, atom.Blockquote: true, atom.Section: true, atom.Article: true, atom.Main: true,
	atom.Header: true, atom.Footer: true, atom.Aside: true, atom.Figure: true, atom.Figcaption: true, atom.Hr: true,
	atom.Address: true, atom.Form: true, atom.Fieldset: true, atom.Details: true, atom.Summary: true, atom.Body: true,
}

// hidden reports whether a browser would not show n.
func hidden(n *html.Node) bool {
	for _, a := range n.Attr {
		switch {
		case a.Key == "hidden":
			return true
		case a.Key == "style" && strings.Contains(strings.ReplaceAll(strings.ToLower(a.Val), " ", ""), "display:none"):
			return true
		}
	}
	return false
}

// isoDate returns the date that s is, with or without a time of day, as ISO 8601; "" when it is none.
func isoDate(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(s), "/", "-")
	if len(s) > 10 && s[4] == '-' {
		s = s[:10]
	}
	for _, layout := range []string{"2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(layout)
		}
	}
	for _, layout := range []string{"2006-1-2", "2.1.2006", "2 January 2006", "January 2, 2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}
