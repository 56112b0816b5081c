package pdf

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// japanese are fonts that are not in the file, for columns and for lines, whose codes are those of Unicode.
const japanese = "/V << /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /UniJIS-UCS2-V " + descendant +
	" >> /H << /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /UniJIS-UCS2-H " + descendant + " >>"

const descendant = "/DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light " +
	"/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>]"

// set writes a text in a font at a place, from there down in a vertical one.
func set(font string, x, y float64, text string) string {
	var code strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&code, "%04X", unit)
	}
	return fmt.Sprintf("BT /%s 10 Tf %g %g Td <%s> Tj ET\n", font, x, y, code.String())
}

// down writes a column character by character, as many programs do.
func down(x, y float64, text string) string {
	var b strings.Builder
	for i, r := range []rune(text) {
		b.WriteString(set("V", x, y-10*float64(i), string(r)))
	}
	return b.String()
}

func TestPage_ColumnsInAFontThatIsNotThere(t *testing.T) {
	const first, second, third = "日本国民は、正当に選挙された国会における", "われらとわれらの子孫のために、諸国民", "恵沢を確保し"
	content := down(500, 700, first) + down(480, 700, second) + set("V", 460, 700, third) +
		set("H", 72, 60, "平成二十年") + set("H", 130, 60, "月")
	x := newExtractor(t, Options{Workers: 1})
	doc := pdftest.Doc{Pages: []pdftest.Page{{Fonts: japanese, Content: content}}}
	f := open(t, x, pdftest.Write(t, "columns.pdf", doc.Bytes()), source.OpenOptions{})
	p := read(t, f)[0]
	if want := first + "\n" + second + "\n" + third + "\n平成二十年 月"; p.Text != want || len(p.Flags) > 0 {
		t.Fatalf("%q %v, want\n%q", p.Text, p.Flags, want)
	}
	from := strings.Index(p.Text, "子孫")
	rects, err := f.Rects(t.Context(), source.Span{Page: 1, Start: from, End: from + len("子孫のために")})
	if err != nil || len(rects) != 1 {
		t.Fatalf("%v, %v", rects, err)
	}
	// The eighth to the thirteenth character of a column that begins 92 points from the top, centred on x = 480.
	if r := rects[0]; r.X < 474 || r.X+r.W > 486 || r.Y < 155 || r.Y > 175 || r.H < 50 || r.H > 65 {
		t.Errorf("the words stand at %+v", r)
	}
}

func TestPage_BlanksWithoutWidthChangeNothing(t *testing.T) {
	runs := pdftest.Lines("Radon is a gas.")
	plain := one(t, pdftest.Page{Runs: runs})
	blanks := "BT /F1 12 Tf 300 720 Td ( ) Tj ET BT /F1 12 Tf 72 600 Td ( ) Tj ET\n"
	blank := one(t, pdftest.Page{Runs: runs, Content: blanks})
	if plain.Text != blank.Text {
		t.Errorf("%q, with blanks %q", plain.Text, blank.Text)
	}
}
