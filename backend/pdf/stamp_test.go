package pdf

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// written is a picture of the whole page, black on white: lines of words from one height to another, in points from the
// top.
func written(from, to int) string {
	const wide, high = 306, 396 // two points for a pixel
	var hex strings.Builder
	for y := range high {
		inLine := 2*y >= from && 2*y < to && y%8 < 4
		for x := 0; x < (wide+7)/8*8; x += 4 {
			bits := 0xF
			if inLine && x > 36 && x < 260 && (x/4)%7 != 0 {
				bits = 0x7 // a stroke
			}
			fmt.Fprintf(&hex, "%X", bits)
		}
	}
	return fmt.Sprintf("q 612 0 0 792 0 0 cm BI /W %d /H %d /BPC 1 /CS /G /F /AHx ID %s> EI Q\n", wide, high, hex.String())
}

// drawn is a picture of the whole page with a bar across it, as a template of slides has.
func drawn() string {
	return "q 612 0 0 792 0 0 cm BI /W 8 /H 8 /BPC 8 /CS /G /F /AHx ID " +
		strings.Repeat("40", 8) + strings.Repeat("FF", 56) + "> EI Q\n"
}

const (
	court   = "Case 1:20-cv-01234-ABC-DEF   Document 123-4   Filed 03/04/20   Page 3 of 20   PageID #: 1187"
	scanner = "Scanned with CamScanner on a mobile phone, see www.camscanner.example"
	bullets = "Radon is a gas that comes from the ground and seeps into cellars through cracks"
)

func TestPage_WritingInAPictureWithAStampIsTold(t *testing.T) {
	layer := func() (runs []pdftest.Run) { // as text recognition leaves it
		for y := 100; y < 300; y += 16 {
			words := strings.Repeat("recognised words ", 5)[:82]
			runs = append(runs, pdftest.Run{X: 74, Y: 792 - float64(y) - 6, Size: 10, S: words})
		}
		return runs
	}
	top, foot := pdftest.Run{X: 80, Y: 775, Size: 9, S: court}, pdftest.Run{X: 80, Y: 12, Size: 9, S: scanner}
	for name, c := range map[string]struct {
		content string
		runs    []pdftest.Run
		scan    bool
	}{
		"a court's stamp":                    {written(60, 740), []pdftest.Run{top}, true},
		"a scanner's footer":                 {written(60, 740), []pdftest.Run{foot}, true},
		"both, on a short letter":            {written(100, 260), []pdftest.Run{top, foot}, true},
		"words of a slide on its background": {drawn(), pdftest.Lines(bullets, bullets), false},
		"a stamp on an empty page":           {written(0, 0), []pdftest.Run{top, foot}, false},
		"a text layer on its own writing":    {written(100, 220), layer()[:8], false},
	} {
		t.Run(name, func(t *testing.T) {
			// The text is on top of the picture, as it is in such files.
			var runs strings.Builder
			for _, r := range c.runs {
				fmt.Fprintf(&runs, "BT /F1 %g Tf %g %g Td (%s) Tj ET\n", cmp.Or(r.Size, 12), r.X, r.Y, r.S)
			}
			p := one(t, pdftest.Page{Content: c.content + runs.String()})
			if p.Has(source.PictureText) != c.scan || p.Has(source.NoText) || p.Has(source.BadText) {
				t.Errorf("flags %v of a page with the text %.80q", p.Flags, p.Text)
			}
		})
	}
}
