package pdfium

import (
	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// maxLinks bounds the links of one page.
const maxLinks = 2000

// links returns the page's link annotations with the bytes of text they cover.
func (p *page) links(text pagetext.Text, lines []source.Line) []source.Link {
	var links []source.Link
	pos := p.m.malloc(8) // a position and a result
	defer p.m.free(pos)
	copy(p.m.bytes(pos, 8), make([]byte, 8))
	c := &cover{p: p, text: text, lines: lines}
	for len(links) < maxLinks && p.m.ok("FPDFLink_Enumerate", p.handle, pos, pos+4) {
		handle := uint64(p.m.readU32(pos + 4))
		link, ok := p.target(handle)
		if !ok {
			continue
		}
		link.Start, link.End = c.of(p.areas(handle))
		links = append(links, link)
	}
	return links
}

// target returns where a link leads, false when nowhere a reader could go.
func (p *page) target(link uint64) (source.Link, bool) {
	dest := p.m.ptr("FPDFLink_GetDest", p.d.handle, link)
	if dest != 0 {
		n := p.d.destPage(dest)
		return source.Link{Page: n}, n > 0
	}
	action := p.m.ptr("FPDFLink_GetAction", link)
	if action == 0 {
		return source.Link{}, false
	}
	switch p.m.i32("FPDFAction_GetType", action) {
	case actionGoTo:
		n := p.d.destPage(p.m.ptr("FPDFAction_GetDest", p.d.handle, action))
		return source.Link{Page: n}, n > 0
	case actionURI:
		raw := p.m.sized("FPDFAction_GetURIPath", maxString, p.d.handle, action)
		uri := pagetext.Tidy(string(raw))
		return source.Link{URI: uri}, uri != "" && len(uri) <= source.MostURI
	}
	return source.Link{}, false
}

// areas returns the rectangles of a link in user space: its quads when it has some (a link over two lines), else its own.
func (p *page) areas(link uint64) []box {
	var areas []box
	out := p.m.small()
	n := min(p.m.i32("FPDFLink_CountQuadPoints", link), 100)
	for i := range n {
		if !p.m.ok("FPDFLink_GetQuadPoints", link, uint64(i), out) {
			continue
		}
		var q box
		for k := range uint64(4) {
			x, y := p.m.readF32(out+8*k), p.m.readF32(out+8*k+4)
			if k == 0 {
				q = box{x, y, x, y}
			}
			q = box{min(q.x0, x), min(q.y0, y), max(q.x1, x), max(q.y1, y)}
		}
		areas = append(areas, q)
	}
	if len(areas) == 0 && p.m.ok("FPDFLink_GetAnnotRect", link, out) {
		l, t, r, b := p.m.readF32(out), p.m.readF32(out+4), p.m.readF32(out+8), p.m.readF32(out+12)
		areas = append(areas, box{min(l, r), min(b, t), max(l, r), max(b, t)})
	}
	return areas
}

// cover finds the text in areas of the page. Boxes of characters are asked for line by line, as they are needed: links cover
// few of the characters of a page.
type cover struct {
	p     *page
	text  pagetext.Text
	lines []source.Line

	offs  []int // byte offset of each character
	boxes []pagetext.Box
	known map[int]bool // lines whose characters have boxes
}

// of returns the bytes from the first to the last character in one of the areas, 0, 0 when there is none.
func (c *cover) of(areas []box) (start, end int) {
	if c.offs == nil {
		c.offs, c.boxes, c.known = c.text.Offsets(), make([]pagetext.Box, len(c.text)), map[int]bool{}
	}
	first, last := -1, -1
	for _, everywhere := range []bool{false, true} { // lines that are not level are not where they begin
		at := 0
		for n, l := range c.lines {
			to := at
			for to < len(c.text) && c.offs[to] < l.End {
				to++
			}
			if everywhere || c.near(l, areas) {
				c.measure(n, at, to)
				if f, t := c.within(at, to, areas); f >= 0 {
					if first < 0 {
						first = f
					}
					last = t
				}
			}
			at = to + 1
		}
		if first >= 0 {
			return c.offs[first], c.offs[last+1]
		}
	}
	return 0, 0
}

// near reports whether a line begins at the height of one of the areas.
func (c *cover) near(l source.Line, areas []box) bool {
	for _, a := range areas {
		top := c.p.toTop.rect(a.x0, a.y0, a.x1, a.y1)
		if l.Y > top.y0-l.Size && l.Y < top.y1+l.Size {
			return true
		}
	}
	return false
}

// measure asks for the boxes of the characters from..to of line n.
func (c *cover) measure(n, from, to int) {
	if !c.known[n] {
		copy(c.boxes[from:], c.p.boxesOf(c.text[from:to]))
		c.known[n] = true
	}
}

// within returns the first and the last of the characters from..to that stand in an area, -1 when none does.
func (c *cover) within(from, to int, areas []box) (first, last int) {
	first, last = -1, -1
	for i := from; i < to; i++ {
		b := c.boxes[i]
		if b == (pagetext.Box{}) {
			continue
		}
		for _, a := range areas {
			if a.contains((b.X0+b.X1)/2, (b.Y0+b.Y1)/2) {
				if first < 0 {
					first = i
				}
				last = i
				break
			}
		}
	}
	return first, last
}
