package typeset

import "github.com/signintech/gopdf"

// outline collects headings and makes the outline of a PDF of them.
type outline struct {
	pdf   *gopdf.GoPdf
	nodes []*node
}

// node is an outline entry with its children.
type node struct {
	level int
	entry gopdf.OutlineNode
}

// enter adds a heading of a level (1 is the top) that stands at the PDF's position.
func (o *outline) enter(title string, level int) {
	n := &node{level: level, entry: gopdf.OutlineNode{Obj: o.pdf.AddOutlineWithPosition(title)}}
	for i := len(o.nodes) - 1; i >= 0; i-- {
		if parent := o.nodes[i]; parent.level < level {
			parent.entry.Children = append(parent.entry.Children, &n.entry)
			break
		}
	}
	o.nodes = append(o.nodes, n)
}

// link turns the flat entries into a tree. It is called once, after the last enter.
func (o *outline) link() {
	var roots gopdf.OutlineNodes
	for _, n := range o.nodes {
		if n.level == 1 {
			roots = append(roots, &n.entry)
		}
	}
	roots.Parse()
	for i, root := range roots {
		if i > 0 { // Parse leaves a root's link back on the entry added before it, which may be a child
			root.Obj.SetPrev(roots[i-1].Obj.GetIndex())
		}
	}
}
