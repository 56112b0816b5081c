package pdfium

import (
	"math"
	"strings"
	"unicode"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// lines returns the typography of each line of text. Three characters of a line are looked at, not all: a page has 50 lines
// and 5,000 characters.
func (p *page) lines(text pagetext.Text) []source.Line {
	offs := text.Offsets()
	var lines []source.Line
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end].R != '\n' {
			end++
		}
		line := source.Line{Start: offs[start], End: offs[end], Cuts: text.Cuts(start, end, offs)}
		p.typography(text[start:end], &line)
		if start > 0 {
			p.resume(text[start-1], &line)
		}
		lines = append(lines, line)
		start = end + 1
	}
	return lines
}

// typography fills in size, weight and place of a line. A line is bold when its first, middle and last letter are: text that
// begins with a bold word is no heading. Its size is the middle one of the three: the first may be a footnote's number.
func (p *page) typography(t pagetext.Text, line *source.Line) {
	first, middle, last := samples(t)
	if first < 0 {
		return
	}
	a := p.letter(first)
	b, c := a, a
	if middle != first {
		b = p.letter(middle)
	}
	if last != middle {
		c = p.letter(last)
	}
	line.Size = round(max(min(a.size, b.size), min(max(a.size, b.size), c.size)))
	line.Bold = a.bold && b.bold && c.bold
	line.X, line.Y = round(a.x), round(a.y)
}

// resume moves a line's left edge to the part of a divided word that begins it on paper: behind the last word of a cell another one begins.
func (p *page) resume(end pagetext.Glyph, line *source.Line) {
	if end.At < 0 || int(end.At) >= len(p.raw) || p.raw[end.At].R <= ' ' || line.Size == 0 {
		return
	}
	if l := p.letter(end.At); math.Abs(l.y-line.Y) < line.Size/2 {
		line.X = round(l.x)
	}
}

// samples returns the source indices of the first, the middle and the last letter or digit, or of any characters when there
// are none; -1 when the line is empty.
func samples(t pagetext.Text) (first, middle, last int32) {
	first, middle, last = -1, -1, -1
	for _, g := range t {
		if g.At >= 0 && !unicode.IsSpace(g.R) {
			first = g.At
			break
		}
	}
	if first < 0 {
		return
	}
	for i := len(t) / 2; i < len(t) && middle < 0; i++ {
		if word(t[i]) {
			middle = t[i].At
		}
	}
	for i := len(t) - 1; i >= 0 && last < 0; i-- {
		if word(t[i]) {
			last = t[i].At
		}
	}
	if last < 0 {
		last = first
	}
	if middle < 0 {
		middle = last
	}
	return first, middle, last
}

func word(g pagetext.Glyph) bool {
	return g.At >= 0 && (unicode.IsLetter(g.R) || unicode.IsDigit(g.R))
}

// letter is how one character is set.
type letter struct {
	size float64
	bold bool
	x, y float64
}

func (p *page) letter(at int32) letter {
	c := p.char(at)
	if c < 0 {
		return letter{}
	}
	i := uint64(c)
	size := p.m.double("FPDFText_GetFontSize", p.chars, i)
	l := letter{size: size * p.scale(i), bold: p.bold(i)}
	out := p.m.small()
	if p.m.ok("FPDFText_GetCharOrigin", p.chars, i, out, out+8) {
		l.x, l.y = p.toTop.apply(p.m.readF64(out), p.m.readF64(out+8))
	}
	return l
}

// scale returns the factor between a character's font size and its size on paper: many files set the size to 1 and scale.
func (p *page) scale(char uint64) float64 {
	out := p.m.small()
	if !p.m.ok("FPDFText_GetMatrix", p.chars, char, out) {
		return 1
	}
	c, d := p.m.readF32(out+8), p.m.readF32(out+12)
	if s := math.Hypot(c, d); s > 0 {
		return s
	}
	return 1
}

const boldWeight = 600

// bold reports whether a character's font is bold, by its weight or its name.
func (p *page) bold(char uint64) bool {
	buf := p.m.small()
	n := p.m.i32("FPDFText_GetFontInfo", p.chars, char, buf, 256, buf+1024)
	if n > 1 && n <= 256 {
		if boldName(string(p.m.bytes(buf, n-1))) {
			return true
		}
	}
	w := p.m.i32("FPDFText_GetFontWeight", p.chars, char)
	return w >= boldWeight && w <= 1000
}

func boldName(font string) bool {
	font = strings.ToLower(font)
	for _, s := range []string{"bold", "black", "heavy", "-bd", "cmbx", "sfbx", "halbfett", "-fett"} {
		if strings.Contains(font, s) {
			return true
		}
	}
	return false
}

// round keeps hundredths.
func round(x float64) float64 { return math.Round(x*100) / 100 }
