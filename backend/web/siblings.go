package web

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/markup"
)

const longParagraph = 80 // letters

// gatherSiblings looks for paragraphs that are set exactly like those of the main content but were not taken, because the page divides its
// text over several containers (between advertisements), and moves them into the container of the first. It reports whether it moved any.
func gatherSiblings(doc *html.Node, lines []markedPiece) bool {
	moved := false
	for _, group := range containersOf(doc, lines) {
		first, ok := group.divided()
		if !ok {
			continue
		}
		for _, c := range group {
			if c.has == 0 && c.lacks > 0 {
				c.moveTo(first)
				moved = true
			}
		}
	}
	return moved
}

// container is an element that paragraphs stand in: so many that the main content has, and so many that it lacks.
type container struct {
	node       *html.Node
	has, lacks int
}

func (c *container) moveTo(first *container) {
	for k := c.node.FirstChild; k != nil; k = c.node.FirstChild {
		c.node.RemoveChild(k)
		first.node.AppendChild(k)
	}
}

// containers are set alike: the elements from the root down to them have the same names and classes.
type containers []*container

// divided reports whether one text is divided over the containers, and returns the first that the main content has of it. A text that was not
// even found by a sixth is another one.
func (g containers) divided() (*container, bool) {
	var first *container
	have, lack := 0, 0
	for _, c := range g {
		if first == nil && c.has > 0 {
			first = c
		}
		have += c.has
		if c.has == 0 {
			lack += c.lacks
		}
	}
	return first, first != nil && have > 1 && lack > 0 && lack <= 6*have
}

// containersOf returns the containers of long paragraphs that are known by a class, those set alike together, in the order of the page.
func containersOf(doc *html.Node, lines []markedPiece) []containers {
	taken := map[string]bool{}
	for _, l := range lines {
		taken[key(l.Text)] = true
	}
	var groups []containers
	number := map[string]int{} // of the group, by way
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
		if way := wayTo(n.Parent); c == nil && strings.Contains(way, ".") {
			c = &container{node: n.Parent}
			byNode[n.Parent] = c
			if _, known := number[way]; !known {
				number[way] = len(groups)
				groups = append(groups, nil)
			}
			groups[number[way]] = append(groups[number[way]], c)
		}
		switch {
		case c == nil:
		case taken[key(text[0].Text)]:
			c.has++
		default:
			c.lacks++
		}
		return false
	})
	return groups
}

// key is what a paragraph is known by.
func key(s string) string { return brief(strings.Join(wordsIn(s), " "), 60) }

// wayTo names the elements from the root down to n, with their classes.
func wayTo(n *html.Node) string {
	var way []string
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		name := n.Data
		if class := strings.Join(strings.Fields(markup.Attr(n, "class")), "."); class != "" {
			name += "." + class
		}
		way = append(way, name)
	}
	return strings.Join(way, " ")
}
