package pdfium

import "math"

// Letters look bold when they are drawn twice, side by side, and PDFium leaves the second drawing out: a text object that shows what the one
// before shows, with half of it on that. So does the second of two letters that are an object each and reach far over the next, like the
// "ff" of italic type.

const (
	sameExtent = 0.01 // points by which the extents of one letter differ at most
	nextLetter = 0.2  // how far the second letter stands from the first at least, in their heights; two drawings stand closer
	apartWidth = 1.2  // width of an outline, in widths of a letter, that makes what lies on it less than half of it
)

// regain reads the page's characters anew with the second letters that PDFium has left out.
func (p *page) regain() {
	var last uint64
	var before box
	found := false
	p.objects(1, func(obj uint64) bool {
		b, ok := p.extent(obj)
		if ok && last != 0 && b.follows(before) && p.m.i32("FPDFPageObj_GetType", obj) == objectText && p.m.i32("FPDFPageObj_GetType", last) == objectText {
			p.stroke(last, apartWidth*(b.x1-b.x0))
			found = true
		}
		if last, before = obj, b; !ok {
			last = 0
		}
		return true
	})
	if found {
		p.reread()
	}
}

// follows reports whether b may be the letter of a once more, beside it and half on it.
func (b box) follows(a box) bool {
	width, height, step := b.x1-b.x0, b.y1-b.y0, b.x0-a.x0
	return height > 0 && step >= nextLetter*height && 2*step <= width &&
		math.Abs(a.x1-a.x0-width) < sameExtent && math.Abs(a.y0-b.y0) < sameExtent && math.Abs(a.y1-b.y1) < sameExtent
}
