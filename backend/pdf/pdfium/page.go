package pdfium

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf16"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// page is a loaded page with its characters. It must be closed.
type page struct {
	d      *Document
	m      *module
	number int
	handle uint64 // FPDF_PAGE
	chars  uint64 // FPDF_TEXTPAGE
	raw    pagetext.Text
	// straight says that PDFium numbers the characters of raw as they stand there.
	straight bool
	form     bool
	// widened says that characters are among the text whose glyphs are not there: their boxes are flat.
	widened  bool
	doubtful bool   // its characters hardly make words
	struck   []bool // which characters of raw mean nothing; nil when all do mean something

	width, height float64
	toTop         affine // user space -> points from the top left corner
}

// read loads page n and returns it as source.Page.
func (d *Document) read(n int) (source.Page, error) {
	p, err := d.load(n)
	if err != nil {
		return source.Page{}, err
	}
	defer p.close()
	out := source.Page{Number: n, Label: d.label(n), Width: p.width, Height: p.height}
	text := p.text()
	text, out.Lines = p.tabulate(text, p.lines(text))
	out.Text = text.String()
	out.Flags = p.flags(out.Text)
	if p.hides(text) {
		out.Flags = append(out.Flags, source.HiddenText)
	}
	out.Links = p.links(text, out.Lines)
	return out, nil
}

// load loads page n, with form fields and comments made part of it.
func (d *Document) load(n int) (*page, error) {
	p, err := d.loadPlain(n)
	if err != nil {
		return nil, err
	}
	if d.skipForm[n] || !p.hasForm() {
		return p, nil
	}
	before := p.raw.Words()
	flat := d.m.i32("FPDFPage_Flatten", p.handle, 0)
	p.close()
	if p, err = d.loadPlain(n); err != nil {
		return nil, err
	}
	if flat == 1 && float64(p.raw.Words()) < 0.9*float64(before) {
		// Flattening destroyed the page. It cannot be undone in this copy of the document.
		d.skipForm[n] = true
		if err := d.reopen(); err != nil {
			return nil, err
		}
		return d.loadPlain(n)
	}
	p.form = flat == 1
	return p, nil
}

func (d *Document) loadPlain(n int) (*page, error) {
	if n < 1 || n > d.pages {
		return nil, fmt.Errorf("there is no page %d", n)
	}
	p := &page{d: d, m: d.m, number: n}
	if p.handle = d.m.ptr("FPDF_LoadPage", d.handle, uint64(n-1)); p.handle == 0 {
		return nil, fmt.Errorf("page %d cannot be loaded", n)
	}
	if p.chars = d.m.ptr("FPDFText_LoadPage", p.handle); p.chars == 0 {
		p.close()
		return nil, fmt.Errorf("page %d has no readable content", n)
	}
	p.measure()
	p.raw = p.characters()
	p.widen()
	p.regain()
	p.leaveOut()
	return p, nil
}

func (p *page) close() {
	if p.chars != 0 {
		p.m.call("FPDFText_ClosePage", p.chars)
	}
	if p.handle != 0 {
		p.m.call("FPDF_ClosePage", p.handle)
	}
	p.chars, p.handle = 0, 0
}

// characters returns the page's text as PDFium has it.
func (p *page) characters() pagetext.Text {
	n := p.m.i32("FPDFText_CountChars", p.chars)
	if n <= 0 {
		return nil
	}
	size := 2 * (2*n + 2) // two units for characters beyond U+FFFF, and the closing zero
	buf := p.m.malloc(size)
	defer p.m.free(buf)
	written := p.m.i32("FPDFText_GetText", p.chars, 0, uint64(n), buf)
	if written <= 1 {
		return nil
	}
	units := make([]uint16, written-1)
	b := p.m.bytes(buf, 2*len(units))
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	text := pagetext.FromRunes(utf16.Decode(units))
	last := int32(len(text)) - 1
	p.straight = false
	p.straight = p.char(last) == int(last) // none is left out before
	return text
}

// char returns PDFium's index of the character at index at of its text: the text leaves out some characters. -1 when none.
func (p *page) char(at int32) int {
	if at < 0 || p.straight {
		return int(at)
	}
	return p.m.i32("FPDFText_GetCharIndexFromTextIndex", p.chars, uint64(uint32(at)))
}

// text returns the page's text as it is stored.
func (p *page) text() pagetext.Text {
	t := p.kept()
	if pagetext.MaybeDoubled(t) {
		t = pagetext.Undouble(t, p.boxesOf(t))
	}
	if pagetext.LooseAccents(t) {
		t = pagetext.PlaceAccents(t, p.boxesOf(t))
	}
	if pagetext.Upright(t, p.boxesOf) {
		t, _ = pagetext.Columns(t, p.boxesOf(t))
	}
	if pagetext.MaybeShattered(t) {
		if boxes := p.boxesOf(t); pagetext.Shattered(t, boxes) && p.rotated() < maxRotated {
			t = pagetext.Reassemble(t, boxes)
		}
	}
	return pagetext.Clean(p.raise(p.ended(t)))
}

// flat is the height of a character in its widths below which its glyph is not there. It is taken for a square one at
// its origin, as those are that files leave out.
const flat = 0.05

// maxRotated is the share of rotated characters from which single letters on lines are no defect.
const maxRotated = 0.2

// boxesOf returns the box of each character of t that can be seen, in user space.
func (p *page) boxesOf(t pagetext.Text) []pagetext.Box {
	boxes := make([]pagetext.Box, len(t))
	for i, g := range t {
		if g.At < 0 || g.R <= ' ' {
			continue
		}
		if c := p.char(g.At); c >= 0 {
			boxes[i] = p.boxOf(uint64(c))
		}
	}
	return boxes
}

func (p *page) boxOf(char uint64) (b pagetext.Box) {
	out := p.m.small()
	if !p.m.ok("FPDFText_GetCharBox", p.chars, char, out, out+8, out+16, out+24) {
		return b
	}
	b = pagetext.Box{X0: p.m.readF64(out), X1: p.m.readF64(out + 8), Y0: p.m.readF64(out + 16), Y1: p.m.readF64(out + 24)}
	side := b.X1 - b.X0
	if p.widened && b.Y1-b.Y0 < flat*side && p.m.ok("FPDFText_GetCharOrigin", p.chars, char, out, out+8) {
		x, y := p.m.readF64(out), p.m.readF64(out+8)
		b = pagetext.Box{X0: x, X1: x + side, Y0: y, Y1: y + side}
	}
	return b
}

// rotated returns the share of characters that do not stand upright on the page, among a sample.
func (p *page) rotated() float64 {
	const sample = 200
	turned, all := 0, 0
	for i := 0; i < len(p.raw); i += max(len(p.raw)/sample, 1) {
		c := p.char(p.raw[i].At)
		if c < 0 || p.raw[i].R <= ' ' {
			continue
		}
		all++
		angle := p.m.float("FPDFText_GetCharAngle", p.chars, uint64(c))
		if quarter := math.Mod(angle, 2*math.Pi); quarter > 0.1 && quarter < 2*math.Pi-0.1 {
			turned++
		}
	}
	return float64(turned) / float64(max(all, 1))
}

// The annotation subtypes that matter.
const (
	annotFreeText = 3
	annotStamp    = 13
	annotWidget   = 20
)

// maxAnnots bounds what is looked at on one page.
const maxAnnots = 5000

// hasForm reports whether the page has form fields or comments that show text.
func (p *page) hasForm() bool {
	n := min(p.m.i32("FPDFPage_GetAnnotCount", p.handle), maxAnnots)
	for i := range n {
		a := p.m.ptr("FPDFPage_GetAnnot", p.handle, uint64(i))
		if a == 0 {
			continue
		}
		kind := p.m.i32("FPDFAnnot_GetSubtype", a)
		p.m.call("FPDFPage_CloseAnnot", a)
		if kind == annotFreeText || kind == annotStamp || kind == annotWidget {
			return true
		}
	}
	return false
}
