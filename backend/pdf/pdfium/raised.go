package pdfium

import (
	"slices"
	"unicode"

	"rabbithole/backend/pdf/pagetext"
)

// raise keeps exponents and footnotes' marks apart from what they stand on, and brings endings that stand elsewhere in t there.
func (p *page) raise(t pagetext.Text) pagetext.Text {
	t = pagetext.Home(t, func(i int) pagetext.Set { return p.set(t[i]) })
	last := uint64(0) // the piece looked at before: what ends in it, too, is in it, as its characters follow one another
	return pagetext.Raise(t, func(i, j int) bool {
		before, piece := last, p.object(t[j])
		last = piece
		return piece == before || piece == p.object(t[i])
	}, func(i int) pagetext.Set { return p.set(t[i]) })
}

// ended ends lines behind hyphens where PDFium has put a blank although what follows stands further down.
func (p *page) ended(t pagetext.Text) pagetext.Text {
	out := t
	for i := 2; i+1 < len(t); i++ {
		if t[i].R != ' ' || t[i-1].R != '-' || !unicode.IsLetter(t[i-2].R) || !unicode.IsLetter(t[i+1].R) {
			continue
		}
		if before, after := p.set(t[i-1]), p.set(t[i+1]); after.X < before.X && after.Y > before.Y+before.Size/2 {
			if len(out) > 0 && &out[0] == &t[0] {
				out = slices.Clone(t)
			}
			out[i].R = '\n'
		}
	}
	return out
}

// object returns the piece of the page that a character is drawn by; 0 for one that PDFium has put in.
func (p *page) object(g pagetext.Glyph) uint64 {
	if c := p.char(g.At); c >= 0 {
		return p.m.ptr("FPDFText_GetTextObject", p.chars, uint64(c))
	}
	return 0
}

// set returns how a character is set.
func (p *page) set(g pagetext.Glyph) (s pagetext.Set) {
	c := p.char(g.At)
	if c < 0 {
		return s
	}
	i := uint64(c)
	s.Size = p.m.double("FPDFText_GetFontSize", p.chars, i) * p.scale(i)
	b := p.boxOf(i)
	s.Right = p.toTop.rect(b.X0, b.Y0, b.X1, b.Y1).x1
	out := p.m.small()
	if p.m.ok("FPDFText_GetCharOrigin", p.chars, i, out, out+8) {
		s.X, s.Y = p.toTop.apply(p.m.readF64(out), p.m.readF64(out+8))
	}
	return s
}
