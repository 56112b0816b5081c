package pdfium

import "rabbithole/backend/pdf/pagetext"

const (
	samplesOfChars = 50   // characters of a page whose map is looked at before all are
	glance         = 600  // characters in a row, from its middle, that tell whether there are words,
	stretch        = 3000 // and how many do where they are none
	mostlyUnmapped = 0.5  // share of unmapped characters from which a font says nothing
)

// spoken is what a page says in one font.
type spoken struct {
	text     pagetext.Text
	unmapped int
}

// leaveOut finds the fonts whose characters mean nothing. Where such a font does not say which letters it shows, its characters are kept out
// of the page's text. Where it says so, they stay: what hardly makes words may be abbreviations or part numbers.
func (p *page) leaveOut() {
	all := !pagetext.Wordy(p.middle(glance)) && pagetext.Meaningless(p.middle(stretch), true)
	if !all && p.unmappedOf(samplesOfChars) == 0 {
		return
	}
	fonts := p.fonts()
	for _, s := range fonts {
		switch mapped := s.mapped(); {
		case !pagetext.Meaningless(s.text, mapped):
		case mapped:
			p.doubtful = true
		default:
			p.strike(s.text)
		}
	}
	if all && p.struck == nil { // no font alone has enough to be judged by
		p.doubtful = true
	}
	if p.struck != nil && 2*p.kept().Letters() < p.raw.Letters() { // what is too short to be judged is no better there
		for _, s := range fonts {
			if !pagetext.Wordy(s.text) {
				p.strike(s.text)
			}
		}
	}
}

// middle returns so many characters of the page, in a row.
func (p *page) middle(n int) pagetext.Text {
	from := max(len(p.raw)-n, 0) / 2
	return p.raw[from:min(from+n, len(p.raw))]
}

// mapped reports whether the font claims to know its letters.
func (s *spoken) mapped() bool { return float64(s.unmapped) < mostlyUnmapped*float64(s.text.Letters()) }

// strike keeps characters out of the text.
func (p *page) strike(t pagetext.Text) {
	if p.struck == nil {
		p.struck = make([]bool, len(p.raw))
	}
	for _, g := range t {
		if g.At >= 0 && g.R > ' ' {
			p.struck[g.At] = true
		}
	}
}

// fonts returns what the page says in each of its fonts.
func (p *page) fonts() map[uint64]*spoken {
	fonts := map[uint64]*spoken{}
	var now *spoken
	for _, g := range p.raw {
		c := p.char(g.At)
		if font := p.font(c); font != 0 {
			if now = fonts[font]; now == nil {
				now = &spoken{}
				fonts[font] = now
			}
		}
		if now == nil {
			continue
		}
		now.text = append(now.text, g)
		if g.R > ' ' && p.m.i32("FPDFText_HasUnicodeMapError", p.chars, uint64(c)) == 1 {
			now.unmapped++
		}
	}
	return fonts
}

// font returns the font of a character, 0 for a blank that PDFium has put in.
func (p *page) font(char int) uint64 {
	if char < 0 {
		return 0
	}
	obj := p.m.ptr("FPDFText_GetTextObject", p.chars, uint64(char))
	if obj == 0 {
		return 0
	}
	return p.m.ptr("FPDFTextObj_GetFont", obj)
}

// kept returns the page's characters less those that are struck.
func (p *page) kept() pagetext.Text {
	if p.struck == nil {
		return p.raw
	}
	kept := make(pagetext.Text, 0, len(p.raw))
	for _, g := range p.raw {
		if !p.struck[g.At] {
			kept = append(kept, g)
		}
	}
	return kept
}

// unmappedOf returns the share of characters whose font does not say what they mean, among about so many.
func (p *page) unmappedOf(samples int) float64 {
	n := p.m.i32("FPDFText_CountChars", p.chars)
	bad, seen := 0, 0
	for i := 0; i < n; i += n/samples + 1 {
		seen++
		if p.m.i32("FPDFText_HasUnicodeMapError", p.chars, uint64(i)) == 1 {
			bad++
		}
	}
	return float64(bad) / float64(max(seen, 1))
}
