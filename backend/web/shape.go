package web

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/markup"
)

// shape makes a page what extractors expect: text that stands between elements becomes a paragraph, and what by its own name is an
// invitation and not the text goes.
func shape(doc *html.Node) {
	var boxes []*html.Node
	walk(doc, func(n *html.Node) bool {
		if boxed[n.DataAtom] && holdsBoth(n) {
			boxes = append(boxes, n)
		}
		return n.DataAtom != atom.Head
	})
	for _, n := range boxes {
		wrapLoose(n)
	}
	dropInvitations(doc)
}

// boxed are the elements in which text may stand beside elements that begin a line.
var boxed = map[atom.Atom]bool{
	atom.Div: true, atom.Section: true, atom.Article: true, atom.Main: true, atom.Body: true, atom.Td: true, atom.Center: true,
}

const looseText = 40 // letters from which text is a paragraph of its own

// holdsBoth reports whether n holds loose text and elements that begin a line, or line breaks.
func holdsBoth(n *html.Node) bool {
	text, block := false, false
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		switch {
		case k.Type == html.TextNode && lettersIn(k.Data) > 0:
			text = true
		case k.Type == html.ElementNode && standing[k.DataAtom]:
			block = true
		}
	}
	return text && block
}

// wrapLoose makes paragraphs of the runs of text and flowing elements in n. Two line breaks end one.
func wrapLoose(n *html.Node) {
	var run []*html.Node
	breaks := 0
	wrap := func() {
		letters := 0
		for _, k := range run {
			if k.Type == html.TextNode {
				letters += lettersIn(k.Data)
			} else {
				letters += lettersIn(textOf(k))
			}
		}
		if letters >= looseText {
			p := &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P}
			n.InsertBefore(p, run[0])
			for _, k := range run {
				n.RemoveChild(k)
				p.AppendChild(k)
			}
		}
		run, breaks = nil, 0
	}
	for k := n.FirstChild; k != nil; {
		next := k.NextSibling
		switch {
		case k.DataAtom == atom.Br && k.Type == html.ElementNode:
			if breaks++; breaks > 1 && len(run) > 0 {
				wrap()
			} else if len(run) > 0 {
				run = append(run, k)
			}
		case k.Type == html.TextNode || flows(k):
			blank := k.Type == html.TextNode && strings.TrimSpace(k.Data) == ""
			if !blank {
				breaks = 0
			}
			if len(run) > 0 || !blank {
				run = append(run, k)
			}
		default:
			if len(run) > 0 {
				wrap()
			}
		}
		k = next
	}
	if len(run) > 0 {
		wrap()
	}
}

// invitation is a part of a class or id that names what leads away from the text: to a newsletter, other articles, the author's other work.
var invitation = regexp.MustCompile(`(?i)(^|[\s_-])(newsletter|related|recommend(ed|ations?)?|rec-posts|read-?(more|next|also)|more-?(stories|news|articles|from)|cta|promo|share-?(bar|buttons?|tools)?|sharing|social-?(share|links|media|bar)?|subscribe|subscription|sign-?up|author-?(bio|box|info|card)|about-?(the-?)?author|outbrain|taboola|sponsored|advert(isement)?|breadcrumbs?|post-?feeds?|feed-?links|comment-?(form|list|respond)|tag-?(list|cloud)|cookie-?(banner|notice|consent)?|disclaimer)([\s_-]|$)`)

// dropInvitations takes out elements that are named after an invitation, unless they hold much of the page.
func dropInvitations(doc *html.Node) {
	whole := lettersIn(textOf(doc))
	walk(doc, func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.Head:
			return false
		case atom.Div, atom.Section, atom.Ul, atom.Ol, atom.P, atom.Aside, atom.Table, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Span:
			name := markup.Attr(n, "class") + " " + markup.Attr(n, "id")
			if len(name) > 1 && len(name) < 1000 && invitation.MatchString(name) && lettersIn(textOf(n)) < whole/5 {
				n.Parent.RemoveChild(n)
				return false
			}
		}
		return true
	})
}
