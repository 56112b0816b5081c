package pdfium

import "rabbithole/backend/pdf/pagetext"

// A court stamps its number on every page of a scan, and a scanner its name: the page has text, and it is not what the
// page says. Whether pictures on a page are writing, and the text beside it, is only to be seen on the page as it is
// drawn.

const (
	stampDPI    = 72
	stampCover  = 0.7   // share of the page that pictures cover
	paperShare  = 0.6   // share of the page that has the colour of paper
	paperLight  = 8     // of 16 shades; darker ones are no paper
	inkShare    = 0.005 // share of the page that is ink outside the text: some lines of writing
	inkOutside  = 0.7   // share of the ink that is outside a few words,
	inkBeside   = 0.85  // and outside some lines of text
	inkEdges    = 0.25  // edges for a pixel of ink: writing has many, photographs few
	inkMargin   = 3     // pixels around a letter that are still the letter
	shades      = 16
	inkContrast = 4 // shades between paper and ink
)

// isStamped reports whether the page shows writing of which its few letters are no part.
func (p *page) isStamped(letters int) bool {
	least := inkOutside
	if letters >= marginLetters {
		least = inkBeside
	}
	w, h, err := pixels(p.width, p.height, stampDPI)
	if err != nil {
		return false
	}
	mask := p.mask(w, h) // before there are pixels to see, which any other call may move
	var ink inkCount
	err = p.paint(stampDPI, func(pix []byte, w, h, stride int) { ink = countInk(pix, w, h, stride, mask) })
	return err == nil && ink.writing(least)
}

// mask returns which pixels of a drawing of that size stand in a letter of the page's text, or right beside one.
func (p *page) mask(w, h int) []bool {
	mask := make([]bool, w*h)
	sx, sy := float64(w)/p.width, float64(h)/p.height
	for _, b := range p.boxesOf(p.raw) {
		if b == (pagetext.Box{}) {
			continue
		}
		r := p.toTop.rect(b.X0, b.Y0, b.X1, b.Y1)
		for y := max(int(r.y0*sy)-inkMargin, 0); y < min(int(r.y1*sy)+inkMargin+1, h); y++ {
			for x := max(int(r.x0*sx)-inkMargin, 0); x < min(int(r.x1*sx)+inkMargin+1, w); x++ {
				mask[y*w+x] = true
			}
		}
	}
	return mask
}

// inkCount is what a drawing consists of, in pixels.
type inkCount struct {
	all, paper      int
	inside, outside int // ink in the mask and outside it
	edges           int // between ink outside the mask and paper, along its rows
}

// writing reports whether the drawing is paper with writing, at least that share of it outside the mask.
func (c inkCount) writing(least float64) bool {
	all, outside := float64(c.all), float64(c.outside)
	return float64(c.paper) >= paperShare*all && outside >= inkShare*all &&
		outside >= least*float64(c.inside+c.outside) && float64(c.edges) >= inkEdges*outside
}

// countInk counts the pixels of a drawing of four bytes each.
func countInk(pix []byte, w, h, stride int, mask []bool) inkCount {
	shade := make([]byte, w*h)
	var have [shades]int
	for y := range h {
		for x := range w {
			at := y*stride + 4*x
			s := (299*int(pix[at]) + 587*int(pix[at+1]) + 114*int(pix[at+2])) * shades / 256_000
			shade[y*w+x] = byte(s)
			have[s]++
		}
	}
	c := inkCount{all: w * h}
	paper := commonest(have)
	if paper < paperLight {
		return c
	}
	for y := range h {
		before := false
		for x := range w {
			s := int(shade[y*w+x])
			ink := s <= paper-inkContrast
			switch {
			case !ink && s >= paper-1:
				c.paper++
			case ink && mask[y*w+x]:
				c.inside++
			case ink:
				c.outside++
			}
			if ink != before && !mask[y*w+x] {
				c.edges++
			}
			before = ink
		}
	}
	return c
}

func commonest(have [shades]int) int {
	most := 0
	for s, n := range have {
		if n > have[most] {
			most = s
		}
	}
	return most
}
