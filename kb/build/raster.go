package main

import "math"

// point is a point of an outline in font units, y upwards.
type point struct{ x, y float64 }

// coverage accumulates how much of each pixel outlines cover: for every edge the signed area it leaves to its right, summed
// along the row at the end (the method of font-rs).
type coverage struct {
	width, height int
	area          []float64
}

func newCoverage(width, height int) coverage {
	return coverage{width, height, make([]float64, width*height+2)}
}

// add draws the contours of a glyph, scaled, with its origin at x, y.
func (c coverage) add(contours [][]point, scale, x, y float64) {
	for _, contour := range contours {
		for i, p := range contour {
			q := contour[(i+1)%len(contour)]
			c.edge(point{x + p.x*scale, y - p.y*scale}, point{x + q.x*scale, y - q.y*scale})
		}
	}
}

// edge adds one straight edge, row by row.
func (c coverage) edge(p, q point) {
	if p.y == q.y {
		return
	}
	dir := 1.0
	if p.y > q.y {
		dir, p, q = -1, q, p
	}
	slope := (q.x - p.x) / (q.y - p.y)
	for row := max(0, int(p.y)); row < c.height && float64(row) < q.y; row++ {
		top, bottom := max(p.y, float64(row)), min(q.y, float64(row+1))
		if bottom <= top {
			continue
		}
		c.span(row, p.x+(top-p.y)*slope, p.x+(bottom-p.y)*slope, dir*(bottom-top))
	}
}

// span spreads the area of an edge that crosses one row from xa to xb over the pixels it passes.
func (c coverage) span(row int, xa, xb, height float64) {
	if xa > xb {
		xa, xb = xb, xa
	}
	for x := xa; ; {
		cell := math.Floor(x)
		end := min(xb, cell+1)
		part := height
		if xb > xa {
			part = height * (end - x) / (xb - xa)
		}
		if i := int(cell); i >= 0 && i+1 < c.width {
			right := (x+end)/2 - cell // share of the pixel left of the edge
			c.area[row*c.width+i] += part * (1 - right)
			c.area[row*c.width+i+1] += part * right
		}
		if end >= xb {
			return
		}
		x = end
	}
}

// ink sums the areas up to what is covered of each pixel, 0 to 1.
func (c coverage) ink() []float64 {
	out := make([]float64, c.width*c.height)
	for y := range c.height {
		sum := 0.0
		for x := range c.width {
			sum += c.area[y*c.width+x]
			out[y*c.width+x] = min(1, math.Abs(sum))
		}
	}
	return out
}

// sample reads the ink between pixels by linear interpolation.
func (c coverage) sample(ink []float64, x, y float64) float64 {
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	at := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= c.width || y >= c.height {
			return 0
		}
		return ink[y*c.width+x]
	}
	i, j := int(x0), int(y0)
	return at(i, j)*(1-fx)*(1-fy) + at(i+1, j)*fx*(1-fy) + at(i, j+1)*(1-fx)*fy + at(i+1, j+1)*fx*fy
}
