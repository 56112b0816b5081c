package graph

import (
	"fmt"
	"strings"
)

// Mermaid returns the drawing as a Mermaid flowchart: joins are hexagons, ends are rounded, a dotted arrow is where a
// message leads.
func (g *Graph[S]) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	fmt.Fprintf(&b, "  start((start)) --> %s\n", g.start)
	for _, name := range g.order {
		b.WriteString("  " + drawNode(g.nodes[name]) + "\n")
	}
	for _, name := range g.order {
		for _, e := range g.nodes[name].edges {
			fmt.Fprintf(&b, "  %s --> %s\n", name, e)
		}
	}
	for _, e := range g.entries {
		fmt.Fprintf(&b, "  message>message] -.-> %s\n", e)
	}
	return b.String()
}

func drawNode(t *traits) string {
	switch {
	case t.join:
		return fmt.Sprintf("%s{{%s}}", t.name, t.name)
	case t.ends:
		return fmt.Sprintf("%s([%s])", t.name, t.name)
	}
	return fmt.Sprintf("%s[%s]", t.name, t.name)
}
