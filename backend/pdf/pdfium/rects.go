package pdfium

import (
	"math"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// Rects returns for each span of a page the rectangles of its characters, line by line.
func (d *Document) Rects(page int, spans []source.Span) (rects [][]source.Rect, err error) {
	err = d.attempt(func() error {
		p, err := d.load(page)
		if err != nil {
			return err
		}
		defer p.close()
		rects = nil
		for _, span := range spans {
			rects = append(rects, p.rects(span))
		}
		return nil
	})
	return rects, err
}

func (p *page) rects(span source.Span) []source.Rect {
	if p.widened {
		return joined(p.squares(span), box{0, 0, p.width, p.height})
	}
	var boxes []box
	first, count := -1, 0
	flush := func() {
		if count > 0 {
			boxes = append(boxes, p.boxes(first, count)...)
		}
	}
	for _, at := range p.text().Between(span.Start, span.End) {
		c := p.char(at)
		if c < 0 {
			continue
		}
		// Blanks between two characters are PDFium's own and belong to the run.
		if gap := c - (first + count); count > 0 && gap >= 0 && gap <= 2 {
			count = c - first + 1
			continue
		}
		flush()
		first, count = c, 1
	}
	flush()
	return joined(boxes, box{0, 0, p.width, p.height})
}

// boxes returns PDFium's rectangles for a run of characters.
func (p *page) boxes(first, count int) []box {
	n := p.m.i32("FPDFText_CountRects", p.chars, uint64(first), uint64(count))
	out := p.m.small()
	var boxes []box
	for i := range n {
		if p.m.ok("FPDFText_GetRect", p.chars, uint64(i), out, out+8, out+16, out+24) {
			boxes = append(boxes, p.toTop.rect(p.m.readF64(out), p.m.readF64(out+8), p.m.readF64(out+16), p.m.readF64(out+24)))
		}
	}
	return boxes
}

// squares returns where the characters of a span stand, of which PDFium passes over those without a glyph.
func (p *page) squares(span source.Span) []box {
	var chars pagetext.Text
	for _, at := range p.text().Between(span.Start, span.End) {
		chars = append(chars, p.raw[at])
	}
	var out []box
	for _, b := range p.boxesOf(chars) {
		out = append(out, p.toTop.rect(b.X0, b.Y0, b.X1, b.Y1))
	}
	return out
}

// joined makes one rectangle of those that follow one another on a line or in a column, and cuts all at the page's
// edge.
func joined(boxes []box, page box) []source.Rect {
	var lines []box
	for _, b := range boxes {
		if n := len(lines); n > 0 && (sameLine(lines[n-1], b) || sameColumn(lines[n-1], b)) {
			l := &lines[n-1]
			*l = box{min(l.x0, b.x0), min(l.y0, b.y0), max(l.x1, b.x1), max(l.y1, b.y1)}
			continue
		}
		lines = append(lines, b)
	}
	var rects []source.Rect
	for _, l := range lines {
		if l = l.intersect(page); l.area() > 0 {
			rects = append(rects, source.Rect{X: round(l.x0), Y: round(l.y0), W: round(l.x1 - l.x0), H: round(l.y1 - l.y0)})
		}
	}
	return rects
}

// sameLine reports whether b goes on where a ends: at its height, not far to its right.
func sameLine(a, b box) bool {
	height := min(a.y1-a.y0, b.y1-b.y0)
	overlap := min(a.y1, b.y1) - max(a.y0, b.y0)
	return overlap > 0.5*height && b.x0 > a.x0 && b.x0-a.x1 < 3*max(a.y1-a.y0, b.y1-b.y0)
}

// sameColumn reports whether b, one character, goes on where a ends: below it, and as wide.
func sameColumn(a, b box) bool {
	width, height := b.x1-b.x0, b.y1-b.y0
	overlap := min(a.x1, b.x1) - max(a.x0, b.x0)
	square := width < 1.5*height && height < 1.5*width
	return square && overlap > 0.7*max(a.x1-a.x0, width) && math.Abs(b.y0-a.y1) < 0.5*height
}
