package web

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const longParagraph = 80 // letters

// gatherSiblings looks for paragraphs that are set exactly like those of the main content but were not taken, because the page divides its
// text over several containers (between advertisements), and moves them into the container of the first. It reports whether it moved any.
func gatherSiblings(doc *html.Node, lines []markedPiece) bool {
	taken := map[string]bool{}
	for _, l := range lines {
		taken[key(l.Text)] = true
	}
	type container struct {
		node       *html.Node
		has, lacks int
	}
	groups := map[string][]*container{}
	byNode := map[*html.Node]*container{}
	walk(doc, func(n *html.Node) bool {
		if n.DataAtom != atom.P || n.Parent == nil {
			return n.DataAtom != atom.Head
		}
		text := marked(piecesOf(n))
		if lengthOf(text) < longParagraph || linkShare(text) > 0.3 {
			return false
		}
		c := byNode[n.Parent]
		if c == nil {
			c = &container{node: n.Parent}
			byNode[n.Parent] = c
			way := wayTo(n.Parent)
			groups[way] = append(groups[way], c)
		}
		if taken[key(text[0].Text)] {
			c.has++
		} else {
			c.lacks++
		}
		return false
	})
	moved := false
	for way, group := range groups {
		var first *container
		whole, rest := 0, 0
		for _, c := range group {
			if first == nil && c.has > 0 {
				first = c
			}
			whole += c.has
			if c.has == 0 {
				rest += c.lacks
			}
		}
		if first == nil || rest == 0 || whole < 2 || rest > 6*whole || !strings.Contains(way, ".") {
			continue
		}
		for _, c := range group {
			if c.has == 0 && c.lacks > 0 {
				for k := c.node.FirstChild; k != nil; k = c.node.FirstChild {
					c.node.RemoveChild(k)
					first.node.AppendChild(k)
				}
				moved = true
			}
		}
	}
	return moved
}

// key is what a paragraph is known by.
func key(s string) string { return brief(strings.Join(wordsIn(s), " "), 60) }

// wayTo names the elements from the root down to n, with their classes.
func wayTo(n *html.Node) string {
	var way []string
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		name := n.Data
		if class := strings.Join(strings.Fields(attr(n, "class")), "."); class != "" {
			name += "." + class
		}
		way = append(way, name)
	}
	return strings.Join(way, " ")
}
