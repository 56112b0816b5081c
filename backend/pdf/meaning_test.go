package pdf

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// numbered fonts do not say which letters they show: /G has glyphs named after their numbers, /I only numbers.
func numberedFonts() string {
	var names strings.Builder
	for i := 33; i < 127; i++ {
		fmt.Fprintf(&names, "/G%d ", i)
	}
	return "/G << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding " +
		"/Differences [33 " + names.String() + "] >> >> " +
		"/I << /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H " +
		"/DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>"
}

// subset numbers the letters of a text in the order in which they come, as programs do that embed a part of a font.
func subset(text string) string {
	numbers := map[rune]byte{}
	var out []byte
	for _, r := range text {
		if r == ' ' {
			out = append(out, ' ')
			continue
		}
		if _, ok := numbers[r]; !ok {
			numbers[r] = byte(33 + len(numbers))
		}
		out = append(out, numbers[r])
	}
	return string(out)
}

// glyphs writes a text as numbers of glyphs, in the order of the usual TrueType fonts.
func glyphs(text string) string {
	var hex strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&hex, "%04X", c-29)
	}
	return "<" + hex.String() + ">"
}

func quoted(text string) string {
	return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(text) + ")"
}

func TestPage_GlyphsWithoutLettersAreNoText(t *testing.T) {
	lines := []string{"Radon is a gas that comes from the ground and seeps into cellars through cracks.",
		"The level at the workplace is measured for twelve months; the employer keeps the records.",
		"Above the reference level the cause is looked for, and what can be done is done at once."}
	codes := []string{"BfS BMUV StrlSchG StrlSchV WHO ICRP UNSCEAR BImSchG KrWG AtG AVV TrinkwV", "RKT-0412 QX-77 BVQW-9 ZXK-1100 VWG-3 PQR-88 XKCD-12 WVTZ-4 QQR-5",
		"Nf3 Nc6 Bb5 Qxd7 Kxd7 Rxd7 Bxf6 Nxf6 Qxf6 gxf6 hxg5 Rg8 Kh8 Qg7 Nxg7", "SPGVFQKJWQ MNPQRSTVWY KRHDEQNXGV WQZJXKVPBM FGHJKLQWRT ZXCVBNMKJH"}
	write := func(font string, y int, code func(string) string, lines ...string) string {
		var b strings.Builder
		for i, l := range lines {
			fmt.Fprintf(&b, "BT /%s 12 Tf 72 %d Td %s Tj ET\n", font, y-16*i, code(l))
		}
		return b.String()
	}
	ciphered := func(l string) string { return quoted(subset(l)) }
	for name, c := range map[string]struct {
		content string
		flag    source.PageFlag // "": none
		text    string
	}{
		"glyph names that are numbers":        {write("G", 700, ciphered, lines...), source.BadText, ""},
		"numbers of glyphs":                   {write("I", 700, glyphs, lines...), source.BadText, ""},
		"a short title":                       {write("I", 700, glyphs, "DESCRIPTION"), source.BadText, ""},
		"glyph names, but codes as they were": {write("G", 700, quoted, lines...), "", strings.Join(lines, "\n")},
		"a line of them among others": {write("F1", 700, quoted, lines...) + write("G", 500, ciphered, lines[1]),
			source.PartText, strings.Join(lines, "\n")},
		"abbreviations in a font that tells its letters": {write("F1", 700, quoted, codes...), source.DoubtText, strings.Join(codes, "\n")},
		"figures": {write("G", 700, quoted, "12.5% (3.1%) $ 1,204.50 - 7.8% (9.9%)"), "", "12.5% (3.1%) $ 1,204.50 - 7.8% (9.9%)"},
	} {
		t.Run(name, func(t *testing.T) {
			p := one(t, pdftest.Page{Fonts: numberedFonts(), Content: c.content})
			if flagged := len(p.Flags) > 0; flagged != (c.flag != "") || flagged && !p.Has(c.flag) || p.Text != c.text {
				t.Errorf("flags %v, text %q", p.Flags, p.Text)
			}
		})
	}
}
