package pdf

import (
	"context"
	"math"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// near reports whether two rectangles are the same to within four points: engines differ in what belongs to a letter.
func near(a, b source.Rect) bool {
	for _, d := range []float64{a.X - b.X, a.Y - b.Y, a.W - b.W, a.H - b.H} {
		if math.Abs(d) > 4 {
			return false
		}
	}
	return true
}

func (c contract) rects(t *testing.T) {
	f := c.open(t, pdftest.Doc{Pages: []pdftest.Page{{Runs: pdftest.Lines("alpha beta gamma", "delta epsilon")}}})
	text := read(t, f)[0].Text
	span := source.Span{Page: 1, Start: strings.Index(text, "gamma"), End: strings.Index(text, " epsilon")}
	rects, err := f.Rects(context.Background(), span)
	if err != nil || len(rects) != 2 {
		t.Fatalf("rects = %+v, err = %v", rects, err)
	}
	wide := 0.0
	if c.engine == "ledongthuc" { // it does not know the widths of the standard fonts
		wide = rects[0].X - 133
	}
	if got, want := rects[0], (source.Rect{X: 133 + wide, Y: 63, W: rects[0].W, H: 11}); !near(got, want) || got.W < 20 {
		t.Errorf("first line %+v, want %+v", got, want)
	}
	if got, want := rects[1], (source.Rect{X: 72, Y: 79, W: 27, H: 11}); !near(got, want) {
		t.Errorf("second line %+v, want %+v", got, want)
	}
	if none, err := f.Rects(context.Background(), source.Span{Page: 1, Start: 3, End: 3}); len(none) != 0 || err != nil {
		t.Errorf("empty span: %v, %v", none, err)
	}
}

func (c contract) turned(t *testing.T) {
	for _, tt := range []struct {
		page source.Rect
		p    pdftest.Page
		at   source.Rect
	}{
		{source.Rect{W: 792, H: 612}, pdftest.Page{Rotate: 90}, source.Rect{X: 100, Y: 100, W: 9, H: 45}},
		{source.Rect{W: 612, H: 792}, pdftest.Page{Rotate: 180}, source.Rect{X: 467, Y: 100, W: 45, H: 9}},
		{source.Rect{W: 792, H: 612}, pdftest.Page{Rotate: 270}, source.Rect{X: 683, Y: 467, W: 9, H: 45}},
		{source.Rect{W: 400, H: 500}, pdftest.Page{Crop: []float64{50, 60, 450, 560}}, source.Rect{X: 50, Y: 451, W: 45, H: 9}},
	} {
		tt.p.Runs = []pdftest.Run{{X: 100, Y: 100, S: "WWWW"}}
		f := c.open(t, pdftest.Doc{Pages: []pdftest.Page{tt.p}})
		p := read(t, f)[0]
		if p.Width != tt.page.W || p.Height != tt.page.H {
			t.Errorf("rotate %d: page is %g x %g", tt.p.Rotate, p.Width, p.Height)
		}
		rects, err := f.Rects(context.Background(), source.Span{Page: 1, Start: 0, End: 4})
		if err != nil || len(rects) != 1 {
			t.Fatalf("rotate %d: rects = %v, err = %v", tt.p.Rotate, rects, err)
		}
		if c.engine == "ledongthuc" { // as above: the place counts, not the width
			rects[0] = source.Rect{X: rects[0].X, Y: rects[0].Y, W: tt.at.W, H: tt.at.H}
			tt.at.X, tt.at.Y = loosely(tt.at.X, rects[0].X), loosely(tt.at.Y, rects[0].Y)
		}
		if !near(rects[0], tt.at) {
			t.Errorf("rotate %d: rect = %+v, want %+v", tt.p.Rotate, rects[0], tt.at)
		}
	}
}

// loosely returns got when it is within 30 of want.
func loosely(want, got float64) float64 {
	if math.Abs(want-got) < 30 {
		return got
	}
	return want
}
