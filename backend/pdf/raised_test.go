package pdf

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// typeset writes a line in 12 points, "{^" to "}" raised and "{_" to "}" lowered in 8, "{~" to "}" raised a little in 6, "{." to "}" in 8 on the line, and "{!" to "}" in 30.
// A "|" ends a piece, as programs do that place letters one by one.
func typeset(x, y float64, line string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "BT /F1 12 Tf %g %g Td\n", x, y)
	for line != "" {
		plain, rest, found := strings.Cut(line, "{")
		for piece := range strings.SplitSeq(plain, "|") {
			fmt.Fprintf(&b, "/F1 12 Tf 0 Ts %s Tj\n", quoted(piece))
		}
		if line = ""; found {
			special, after, _ := strings.Cut(rest, "}")
			size, rise := 8, map[byte]int{'^': 4, '_': -2, '.': 0, '!': -14, '~': 3}[special[0]]
			switch special[0] {
			case '!':
				size = 30
			case '~':
				size = 6
			}
			fmt.Fprintf(&b, "/F1 %d Tf %d Ts %s Tj\n", size, rise, quoted(special[1:]))
			line = after
		}
	}
	return b.String() + "ET\n"
}

func TestPage_WhatIsRaisedIsKeptApart(t *testing.T) {
	for line, want := range map[string]string{
		"at most 2{^23} packets, or 2{^62}-1":           "at most 2^23 packets, or 2^62-1",
		"below 10{^-10} or 2{^n-1} in x{^n} leases{^e}": "below 10^-10 or 2^(n-1) in x^n leases^e",
		"in R{^4d}{~m}, R{^d}{~m} and R{^T +d}{~m}":     "in R^4dm, R^dm and R^(T+dm)",
		"f = 3e{^x} - 2 and e{^x}-2":                    "f = 3e^x - 2 and e^x-2",
		"300 Bq/m{^3} on 20 m{^2}":                      "300 Bq/m³ on 20 m²",
		"for such purposes.{^12} The law{^2} says":      "for such purposes.¹² The law² says",
		"Revenue $1,234{^2} $1,300 22{^b} 19{^ab}":      "Revenue $1,234² $1,300 22^b 19^ab",
		"{^2}Each relation is":                          "² Each relation is",
		"{^2} is so":                                    "² is so",
		"for ever. {^7}":                                "for ever.⁷",
		"the 37{^th} state, a 2{^nd}state, XX{^e}":      "the 37th state, a 2nd state, XXe",
		"CO{_2} and x{_1} in 37{_th}":                   "CO2 and x1 in 37th",
		"33{^1}/{_3} of all, Sales{^2,5}/ Total":        "33 1/3 of all, Sales²,⁵/ Total",
		"{!T}he first 3 lines":                          "T\nhe first 3 lines",
		"S{.ECTION} 5{.A} of A{.CT} 7{.2}":              "SECTION 5A of ACT 72",
		"p|e|e|r|s| |Q|U|I|C| |m|i|g|h|t| |g|5|j|27":    "peers QUIC might g5j27",
		"Chang{^+} and Revenue{^(1)}":                   "Chang+ and Revenue(1)",
	} {
		if got := one(t, pdftest.Page{Content: typeset(72, 700, line)}).Text; got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// A heading, a row of figures and lines of another size around them are not raised on one another.
func TestPage_LinesOfOtherSizesAreNotRaised(t *testing.T) {
	p := one(t, pdftest.Page{Runs: []pdftest.Run{
		{X: 72, Y: 700, Size: 18, S: "Dose limits for 2"}, {X: 230, Y: 708, Size: 9, S: "2015 and 2016 in the buildings"},
		{X: 72, Y: 660, Size: 14, S: "5"}, {X: 72, Y: 668, Size: 7, S: "23"},
	}})
	if strings.ContainsAny(p.Text, "^²³⁰¹⁴⁵⁶⁷⁸⁹") {
		t.Errorf("%q", p.Text)
	}
}

func TestRects_WhatIsRaisedIsWhereThePageHasIt(t *testing.T) {
	doc := pdftest.Doc{Pages: []pdftest.Page{{Content: typeset(72, 700, "at most 2{^23} packets of 5 m{^3} each")}}}
	f := open(t, newExtractor(t, Options{Workers: 1}), pdftest.Write(t, "raised.pdf", doc.Bytes()), source.OpenOptions{})
	text := read(t, f)[0].Text
	for _, part := range []string{"^23", "³"} {
		from := strings.Index(text, part)
		rects, err := f.Rects(t.Context(), source.Span{Page: 1, Start: from, End: from + len(part)})
		if err != nil || len(rects) != 1 {
			t.Fatalf("%q in %q: %v, %v", part, text, rects, err)
		}
		before, _ := f.Rects(t.Context(), source.Span{Page: 1, Start: 0, End: from})
		left := before[len(before)-1].X + before[len(before)-1].W
		if r := rects[0]; r.X < left-1 || r.X > left+1.5 || r.Y+r.H > 792-700-3 || r.W > 12 {
			t.Errorf("%q stands at %+v, what is before it ends at %.1f", part, r, left)
		}
	}
}

// Letters that are a piece of the page each, and in italic type reach far over the next, stand twice where they are written twice. What is drawn
// twice to look bold stands once.
func TestPage_ItalicLettersPlacedOneByOne(t *testing.T) {
	const fonts = "/F3 << /Type /Font /Subtype /Type1 /BaseFont /Times-Italic /Encoding /WinAnsiEncoding >>"
	var once, twice strings.Builder
	for i, r := range "a difficult effect of the spin-off" {
		fmt.Fprintf(&once, "%s Tj ", quoted(string(r)))
		for _, shift := range []float64{0, 0.4} {
			fmt.Fprintf(&twice, "BT /F3 12 Tf %g 600 Td %s Tj ET\n", 72+9*float64(i)+shift, quoted(string(r)))
		}
	}
	if got := one(t, pdftest.Page{Fonts: fonts, Content: "BT /F3 12 Tf -0.5 Tc 72 700 Td " + once.String() + "ET"}).Text; got != "a difficult effect of the spin-off" {
		t.Errorf("placed one by one: %q", got)
	}
	if got := strings.ReplaceAll(one(t, pdftest.Page{Fonts: fonts, Content: twice.String()}).Text, " ", ""); got != "adifficulteffectofthespin-off" {
		t.Errorf("drawn twice: %q", got)
	}
}

// What is raised may be drawn behind everything else, so that it comes as lines of its own.
func TestPage_WhatIsRaisedAndDrawnLastComesHome(t *testing.T) {
	last := typeset(99, 700, "{^rd}") + typeset(157, 600, "{^TM}") + typeset(72, 500, "{^th}")
	got := one(t, pdftest.Page{Content: typeset(72, 700, "In 53") + typeset(115, 700, "week there was rain.") + typeset(72, 650, "Nobody counted 53 others.") +
		typeset(72, 600, "Made of Glasso") + typeset(72, 400, "End.") + last}).Text
	if want := "In 53rd week there was rain.\nNobody counted 53 others.\nMade of Glasso TM\nEnd.\nth"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
