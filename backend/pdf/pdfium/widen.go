package pdfium

import (
	"encoding/binary"
	"math"
)

// PDFium leaves text objects without width out of a page's text. A glyph that is in neither the file nor PDFium's own
// fonts has no extent, so that vertical text in a font that is not embedded, as Japanese files have it, would be
// missing altogether, and of horizontal text every character that is an object by itself.

const (
	samplesOfText = 32     // objects of a page that are looked at before all are
	maxWidened    = 50_000 // objects that are looked at on one page
	noWidth       = 0.01   // points; PDFium's own limit
	strokeMode    = 1      // of text: outlined
	objectText    = 1
)

// widen reads the page's characters anew with the objects that PDFium has left out, if they bring any letters. Most
// such objects are blanks between words, which PDFium finds by itself.
func (p *page) widen() {
	if !p.leavesOut() {
		return
	}
	widened := false
	p.objects(1, func(obj uint64) bool {
		if p.extentless(obj) {
			p.stroke(obj, 1)
			widened = true
		}
		return true
	})
	if widened && p.reread() {
		p.widened = true
	}
}

// reread reads the page's characters anew after its objects were changed, and reports whether that brought any letters. Where it did not,
// they stay as they were.
func (p *page) reread() bool {
	before, text, straight := p.chars, p.raw, p.straight
	if p.chars = p.m.ptr("FPDFText_LoadPage", p.handle); p.chars != 0 {
		if p.raw = p.characters(); p.raw.Letters() > text.Letters() {
			p.m.call("FPDFText_ClosePage", before)
			return true
		}
		p.m.call("FPDFText_ClosePage", p.chars)
	}
	p.chars, p.raw, p.straight = before, text, straight
	return false
}

// leavesOut reports whether a sample of the page's objects has one that PDFium leaves out.
func (p *page) leavesOut() bool {
	found := false
	step := max(p.m.i32("FPDFPage_CountObjects", p.handle)/samplesOfText, 1)
	p.objects(step, func(obj uint64) bool {
		found = p.extentless(obj)
		return !found
	})
	return found
}

// objects calls each with every step-th object of the page, until each returns false.
func (p *page) objects(step int, each func(obj uint64) bool) {
	n := min(p.m.i32("FPDFPage_CountObjects", p.handle), maxWidened)
	for i := 0; i < n; i += step {
		obj := p.m.ptr("FPDFPage_GetObject", p.handle, uint64(i))
		if obj != 0 && !each(obj) {
			return
		}
	}
}

// extentless reports whether an object is text that PDFium leaves out because its font is not there.
func (p *page) extentless(obj uint64) bool {
	if b, ok := p.extent(obj); !ok || math.Abs(b.x1-b.x0) >= noWidth {
		return false
	}
	if p.m.i32("FPDFPageObj_GetType", obj) != objectText {
		return false
	}
	font := p.m.ptr("FPDFTextObj_GetFont", obj)
	return font != 0 && p.m.i32("FPDFFont_GetIsEmbedded", font) == 0
}

// extent returns where an object stands in user space.
func (p *page) extent(obj uint64) (box, bool) {
	at := p.m.small()
	if !p.m.ok("FPDFPageObj_GetBounds", obj, at, at+4, at+8, at+12) {
		return box{}, false
	}
	b := p.m.bytes(at, 16)
	edge := func(i int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))) }
	return box{edge(0), edge(1), edge(2), edge(3)}, true
}

// stroke gives a text object an outline of that width, which moves nothing.
func (p *page) stroke(obj uint64, width float64) {
	p.m.call("FPDFTextObj_SetTextRenderMode", obj, strokeMode)
	p.m.call("FPDFPageObj_SetStrokeWidth", obj, f32(float32(width)))
	p.m.call("FPDFPageObj_Transform", obj, f64(1), f64(0), f64(0), f64(1), f64(0), f64(0)) // measures it anew
}
