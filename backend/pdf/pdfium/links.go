package pdfium

import (
	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// maxLinks bounds the links of one page.
const maxLinks = 2000

// links returns the page's link annotations with the bytes of text they cover.
func (p *page) links(text pagetext.Text) []source.Link {
	var links []source.Link
	var boxes []pagetext.Box
	pos, out := p.m.malloc(8), uint64(0)
	defer p.m.free(pos)
	copy(p.m.bytes(pos, 8), make([]byte, 8))
	out = pos + 4
	offs := text.Offsets()
	for len(links) < maxLinks && p.m.ok("FPDFLink_Enumerate", p.handle, pos, out) {
		handle := uint64(p.m.readU32(out))
		link, ok := p.target(handle)
		if !ok {
			continue
		}
		if boxes == nil {
			boxes = p.boxesOf(text)
		}
		link.Start, link.End = covered(text, offs, boxes, p.areas(handle))
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
		return source.Link{URI: uri}, uri != ""
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

// covered returns the bytes from the first to the last character in one of the areas, 0, 0 when there is none.
func covered(text pagetext.Text, offs []int, boxes []pagetext.Box, areas []box) (start, end int) {
	first, last := -1, -1
	for i := range text {
		for _, a := range areas {
			if b := boxes[i]; b != (pagetext.Box{}) && a.contains((b.X0+b.X1)/2, (b.Y0+b.Y1)/2) {
				if first < 0 {
					first = i
				}
				last = i
				break
			}
		}
	}
	if first < 0 {
		return 0, 0
	}
	return offs[first], offs[last+1]
}
