package pdfium

import "math"

// affine maps a point: x' = a*x + c*y + e, y' = b*x + d*y + f.
type affine struct{ a, b, c, d, e, f float64 }

func (t affine) apply(x, y float64) (float64, float64) {
	return t.a*x + t.c*y + t.e, t.b*x + t.d*y + t.f
}

// box is a rectangle with x0 <= x1, y0 <= y1.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) area() float64 { return max(b.x1-b.x0, 0) * max(b.y1-b.y0, 0) }

func (b box) intersect(o box) box {
	return box{max(b.x0, o.x0), max(b.y0, o.y0), min(b.x1, o.x1), min(b.y1, o.y1)}
}

func (b box) contains(x, y float64) bool { return x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1 }

// rect maps a rectangle given by two opposite corners.
func (t affine) rect(x0, y0, x1, y1 float64) box {
	ax, ay := t.apply(x0, y0)
	bx, by := t.apply(x1, y1)
	return box{min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)}
}

// measure finds the page's size and the map from user space to the page as it is seen, rotated and cropped. PDFium has only a
// function to pixels, so it is asked for three points on a fine raster.
func (p *page) measure() {
	p.width = round(math.Abs(p.m.float("FPDF_GetPageWidthF", p.handle)))
	p.height = round(math.Abs(p.m.float("FPDF_GetPageHeightF", p.handle)))
	const fine, far = 64, 4096
	e, f := p.pixel(0, 0, fine)
	a, b := p.pixel(far, 0, fine)
	c, d := p.pixel(0, far, fine)
	p.toTop = affine{(a - e) / far, (b - f) / far, (c - e) / far, (d - f) / far, e, f}
}

func (p *page) pixel(x, y float64, fine float64) (float64, float64) {
	out := p.m.small()
	w, h := uint64(uint32(p.width*fine)), uint64(uint32(p.height*fine))
	p.m.call("FPDF_PageToDevice", p.handle, 0, 0, w, h, 0, f64(x), f64(y), out, out+4)
	return float64(int32(p.m.readU32(out))) / fine, float64(int32(p.m.readU32(out+4))) / fine
}
