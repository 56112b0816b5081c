package light

import (
	"errors"
	"math"
	"unicode"

	"github.com/ledongthuc/pdf"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// page is a page's characters and the text made of them. A text's indices count glyphs.
type page struct {
	glyphs        []glyph
	pictures      int
	text          pagetext.Text
	x0, y0        float64 // the visible area's corner in user space
	across, up    float64 // its size before rotation
	rotate        int
	width, height float64
}

func (d *Document) load(n int) (*page, error) {
	if n < 1 || n > d.pages {
		return nil, errors.New("there is no such page")
	}
	v := d.r.Page(n)
	if v.V.IsNull() {
		return nil, errors.New("the page is missing")
	}
	c := readContent(v)
	p := &page{glyphs: c.glyphs, pictures: c.pictures}
	p.measure(v)
	p.text = pagetext.Clean(assemble(c.glyphs))
	return p, nil
}

// measure finds the visible area. US letter is what a page without one has.
func (p *page) measure(v pdf.Page) {
	p.across, p.up = 612, 792
	area := inherited(v, "CropBox")
	if area.Len() != 4 {
		area = inherited(v, "MediaBox")
	}
	if area.Len() == 4 {
		a, b, c, e := area.Index(0).Float64(), area.Index(1).Float64(), area.Index(2).Float64(), area.Index(3).Float64()
		p.x0, p.y0, p.across, p.up = min(a, c), min(b, e), math.Abs(c-a), math.Abs(e-b)
	}
	p.rotate = (int(inherited(v, "Rotate").Int64())%360 + 360) % 360
	p.width, p.height = p.across, p.up
	if p.rotate == 90 || p.rotate == 270 {
		p.width, p.height = p.up, p.across
	}
}

// inherited returns an entry of the page or of the nearest node above it.
func inherited(p pdf.Page, key string) pdf.Value {
	v := p.V
	for range maxDepth {
		if r := v.Key(key); !r.IsNull() {
			return r
		}
		v = v.Key("Parent")
	}
	return pdf.Value{}
}

// seen maps a point of user space to the page as it is seen, from its top left corner.
func (p *page) seen(x, y float64) (float64, float64) {
	x, y = x-p.x0, y-p.y0
	switch p.rotate {
	case 90:
		return y, x
	case 180:
		return p.across - x, y
	case 270:
		return p.up - y, p.across - x
	}
	return x, p.up - y
}

// assemble puts lines and blanks between the glyphs in the order in which they were set.
func assemble(glyphs []glyph) pagetext.Text {
	t := make(pagetext.Text, 0, len(glyphs)+len(glyphs)/5)
	for i, g := range glyphs {
		if i > 0 {
			if r := between(glyphs[i-1], g); r != 0 {
				t = append(t, pagetext.Glyph{R: r, At: -1})
			}
		}
		if g.r == '\n' || g.r == '\r' {
			g.r = ' '
		}
		t = append(t, pagetext.Glyph{R: g.r, At: int32(i)})
	}
	return t
}

// between returns what stands between two glyphs set one after the other: a line's end, a blank or, as 0, nothing.
func between(a, b glyph) rune {
	size := max(min(a.size, b.size), 1)
	gap := b.x - (a.x + a.w)
	switch {
	case math.Abs(b.y-a.y) > 0.6*size || gap < -3*size:
		return '\n'
	case gap > 0.2*size && !unicode.IsSpace(a.r) && !unicode.IsSpace(b.r):
		return ' '
	}
	return 0
}

func (p *page) emptyFlag() source.PageFlag {
	if p.pictures > 0 {
		return source.NoText
	}
	return source.BlankPage
}

// lines returns the typography of each line of text, after its first letter and its last.
func (p *page) lines() []source.Line {
	var lines []source.Line
	offs := p.text.Offsets()
	for start := 0; start < len(p.text); {
		end := start
		first, last := -1, -1
		for ; end < len(p.text) && p.text[end].R != '\n'; end++ {
			if p.text[end].At < 0 || unicode.IsSpace(p.text[end].R) {
				continue
			}
			if last = int(p.text[end].At); first < 0 {
				first = last
			}
		}
		line := source.Line{Start: offs[start], End: offs[end], Cuts: p.text.Cuts(start, end, offs)}
		if first >= 0 {
			a, b := p.glyphs[first], p.glyphs[last]
			line.Size, line.Bold = round(a.size), a.bold && b.bold
			x, y := p.seen(a.x, a.y)
			if start > 0 && p.text[start-1].At >= 0 { // the line begins with the rest of a divided word
				rest := p.glyphs[p.text[start-1].At]
				x, _ = p.seen(rest.x, rest.y)
			}
			line.X, line.Y = round(x), round(y)
		}
		lines = append(lines, line)
		start = end + 1
	}
	return lines
}

// Part of a font's size above and below the baseline that a rectangle covers.
const ascent, descent = 0.8, 0.2

// rects returns one rectangle per line of the span.
func (p *page) rects(span source.Span) []source.Rect {
	var rects []source.Rect
	var before glyph
	for _, at := range p.text.Between(span.Start, span.End) {
		g := p.glyphs[at]
		ax, ay := p.seen(g.x, g.y-descent*g.size)
		bx, by := p.seen(g.x+max(g.w, 0.1), g.y+ascent*g.size)
		r := source.Rect{X: round(min(ax, bx)), Y: round(min(ay, by)), W: round(math.Abs(bx - ax)), H: round(math.Abs(by - ay))}
		if n := len(rects); n > 0 && between(before, g) != '\n' {
			rects[n-1] = union(rects[n-1], r)
		} else {
			rects = append(rects, r)
		}
		before = g
	}
	return rects
}

func union(a, b source.Rect) source.Rect {
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return source.Rect{X: x, Y: y, W: round(max(a.X+a.W, b.X+b.W) - x), H: round(max(a.Y+a.H, b.Y+b.H) - y)}
}

// round keeps hundredths.
func round(x float64) float64 { return math.Round(x*100) / 100 }
