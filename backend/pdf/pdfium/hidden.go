package pdfium

import "rabbithole/backend/pdf/pagetext"

// Text that is in a file but not to be seen on its pages may be meant for machines only: white on white, or smaller than print can be. It is
// extracted like any other, for scans with recognised text keep theirs out of sight too, but its page says so.

const (
	whiteFrom  = 250 // of 255, each of red, green and blue
	leastSeen  = 1.0 // points of height below which letters are specks
	leastWords = 12  // characters of a line that are worth a word
)

// hides reports whether the page has lines of text that nobody sees.
func (p *page) hides(text pagetext.Text) bool {
	var grounds []box // of what may lie behind white letters; looked for when there are some
	looked := false
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end].R != '\n' {
			end++
		}
		_, at, _ := samples(text[start:end])
		if end-start >= leastWords && at >= 0 {
			tiny, white, b := p.faint(at)
			if white && !looked {
				grounds, looked = p.grounds(), true
			}
			if tiny || white && !over(b, grounds) {
				return true
			}
		}
		start = end + 1
	}
	return false
}

// faint reports whether the character is too small or too light to be seen on white, and where it stands in user space.
func (p *page) faint(at int32) (tiny, white bool, b box) {
	c := p.char(at)
	out := p.m.small()
	if c < 0 || !p.m.ok("FPDFText_GetCharBox", p.chars, uint64(c), out, out+8, out+16, out+24) {
		return false, false, b
	}
	b = box{p.m.readF64(out), p.m.readF64(out + 16), p.m.readF64(out + 8), p.m.readF64(out + 24)}
	tiny = b.y1-b.y0 < leastSeen && b.x1-b.x0 < leastSeen
	if p.m.ok("FPDFText_GetFillColor", p.chars, uint64(c), out, out+4, out+8, out+12) {
		white = p.m.readU32(out) >= whiteFrom && p.m.readU32(out+4) >= whiteFrom && p.m.readU32(out+8) >= whiteFrom
	}
	return tiny, white, b
}

// grounds returns where the page has anything but text, in user space.
func (p *page) grounds() []box {
	var out []box
	n := min(p.m.i32("FPDFPage_CountObjects", p.handle), maxObjects)
	for i := range n {
		obj := p.m.ptr("FPDFPage_GetObject", p.handle, uint64(i))
		if obj == 0 || p.m.i32("FPDFPageObj_GetType", obj) == objectText {
			continue
		}
		if b, ok := p.extent(obj); ok {
			out = append(out, b)
		}
	}
	return out
}

// over reports whether the middle of b lies on one of the grounds.
func over(b box, grounds []box) bool {
	for _, g := range grounds {
		if g.contains((b.x0+b.x1)/2, (b.y0+b.y1)/2) {
			return true
		}
	}
	return false
}
