package chunk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rabbithole/backend/refs"
	sectioning "rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

// law is three pages of an invented law with running headers and page numbers.
func law() []source.Page {
	var body []string
	for n := 1; n <= 12; n++ {
		body = append(body, fmt.Sprintf("§ %d Titel Nummer %d", n, n))
		for a := 1; a <= 4; a++ {
			body = append(body, fmt.Sprintf("(%d) Wer einen Keller betreibt, hat dafür zu sorgen, dass er trocken bleibt und", a), "die Luft darin nicht schadet. Dies gilt auch für Räume, die nur im Winter", "genutzt werden, und für Gärten.")
		}
	}
	var pages []source.Page
	for i, part := range slices.Collect(slices.Chunk(body, 53)) {
		pages = append(pages, source.Page{Number: i + 1, Text: fmt.Sprintf("Kellerschutzgesetz\n%s\n- %d -\n", strings.Join(part, "\n"), i+1)})
	}
	return pages
}

func split(pages []source.Page, opt Options) ([]source.Passage, []refs.Section) {
	sections := sectioning.Sections(source.Document{Hash: "d"}, source.Meta{Title: "Kellerschutzgesetz"}, pages)
	return Split("d", pages, sections, opt), sections
}

func TestSplit_KeepsToSectionsAndSizes(t *testing.T) {
	pages := law()
	passages, sections := split(pages, Options{})
	if len(sections) != 12 || len(passages) < 12 {
		t.Fatalf("%d sections, %d passages", len(sections), len(passages))
	}
	for i, p := range passages {
		if p.Ordinal != i || p.ID != source.PassageID("d", p.Spans) || p.Hash != source.TextHash(p.Text) || p.Tokens != Tokens(p.Text) || p.Role != source.Body {
			t.Errorf("passage %d: %+v", i, p)
		}
		if p.Tokens > 256+40 {
			t.Errorf("passage %d has %d tokens", i, p.Tokens)
		}
		if strings.Contains(p.Text, "Kellerschutzgesetz") || strings.Contains(p.Text, "- 1 -") {
			t.Errorf("passage %d holds furniture: %q", i, p.Text)
		}
		if n := strings.Count(p.Text, "§ "); n > 1 || n == 1 && !strings.HasPrefix(p.Text, "§ ") {
			t.Errorf("passage %d crosses a heading: %q", i, p.Text)
		}
	}
}

func TestSplit_SpansJoinToTheText(t *testing.T) {
	pages := law()
	passages, _ := split(pages, Options{})
	crossing := 0
	for _, p := range passages {
		var parts []string
		for _, s := range p.Spans {
			parts = append(parts, pages[s.Page-1].Text[s.Start:s.End])
		}
		if strings.Join(parts, "\n") != p.Text {
			t.Errorf("%q is not %q", parts, p.Text)
		}
		if len(p.Spans) > 1 && p.Spans[0].Page != p.Spans[1].Page {
			crossing++
		}
	}
	if crossing == 0 {
		t.Error("no passage crosses a page")
	}
}

func TestSplit_HeadingsLeadDownFromTheTitle(t *testing.T) {
	sections := []refs.Section{
		{ID: "s1", Kind: refs.KindTitle, Title: "Cellars", Label: "Cellars", Page: 1, EndPage: 1, End: 7, Level: 1},
		{ID: "s2", Kind: refs.KindPart, Number: "2", Label: "Part 2", Title: "Air", Page: 1, Start: 8, EndPage: 1, End: 60, Level: 1},
		{ID: "s3", Kind: refs.KindSection, Number: "4", Label: "Section 4", Title: "Damp", Parent: "s2", Page: 1, Start: 20, EndPage: 1, End: 60, Level: 2},
	}
	passages := Split("d", []source.Page{{Number: 1, Text: "Cellars\nPart 2 Air.\nSection 4 Damp\nIt is damp."}}, sections, Options{})
	last := passages[len(passages)-1]
	if want := []string{"Cellars", "Part 2 Air", "Section 4 Damp"}; !slices.Equal(last.Headings, want) || last.Section != "s3" {
		t.Errorf("got %q in %s", last.Headings, last.Section)
	}
}

func TestSplit_BreaksAtNumberedParagraphs(t *testing.T) {
	passages, _ := split(law(), Options{Max: 110, Min: 20})
	for _, p := range passages {
		body := p.Text
		if strings.HasPrefix(body, "§") {
			_, body, _ = strings.Cut(body, "\n")
		}
		if !strings.HasPrefix(body, "(") {
			t.Errorf("begins inside a paragraph: %q", body)
		}
	}
}

func TestSplit_TableKeepsItsHeader(t *testing.T) {
	lines := []string{"Grenzwerte der Keller", "Nuklid Wert A Wert B"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("Rn-%d 1,%d 2,%d 300", 200+i, i, i))
	}
	passages := Split("d", []source.Page{{Number: 1, Text: strings.Join(lines, "\n")}}, nil, Options{Max: 120})
	if len(passages) < 3 {
		t.Fatalf("%d passages", len(passages))
	}
	for i, p := range passages {
		if p.Role != source.Table || !strings.Contains(p.Text, "Nuklid Wert A Wert B") {
			t.Errorf("passage %d (%s) lost the header: %q", i, p.Role, p.Text)
		}
	}
}

func TestSplit_RolesComeFromTheSections(t *testing.T) {
	page := source.Page{Number: 1, Text: "Contents\n1 A ..... 3\nReferences\n[X] Y."}
	sections := []refs.Section{
		{ID: "s1", Kind: refs.KindSection, Title: "Contents", Page: 1, EndPage: 1, End: 20, Role: source.Contents},
		{ID: "s2", Kind: refs.KindSection, Title: "References", Page: 1, Start: 21, EndPage: 1, End: 39, Role: source.Bibliography},
	}
	passages := Split("d", []source.Page{page}, sections, Options{})
	if len(passages) != 2 || passages[0].Role != source.Contents || passages[1].Role != source.Bibliography {
		t.Errorf("got %+v", passages)
	}
}

// set is a page of lines, each behind its left edge: "86 text".
func set(lines ...string) []source.Page {
	page := source.Page{Number: 1}
	for i, l := range lines {
		var x float64
		fmt.Sscan(l, &x)
		_, text, _ := strings.Cut(l, " ")
		page.Lines = append(page.Lines, source.Line{Start: len(page.Text), End: len(page.Text) + len(text), Size: 10, X: x, Y: float64(80 + 12*i)})
		page.Text += text + "\n"
	}
	return []source.Page{page}
}

func TestSplit_ParagraphBehindAList(t *testing.T) {
	const full = "which is measured once a year in every room of the house that people use"
	for _, c := range []struct {
		name  string
		pages []source.Page
		last  string // sentence
	}{
		{"goes back to the marks", set("70 Measures are", "70 • ventilation of the cellar, the effect of", "90 "+full, "70 • sealing", "70 Costs are met by the owner"), "Costs are met by the owner"},
		{"goes back further", set("50 Measures are", "70 • sealing", "70 • ventilation of the cellar, the effect of", "90 "+full, "90 or seldom", "50 Costs are met"), "Costs are met"},
		{"a first line that is indented", set("50 (1) Owners shall", "70 • ventilate the cellar, the effect of", "90 "+full, "90 (2) The owner and the", "50 Authority shall meet"),
			"(2) The owner and the\nAuthority shall meet"},
		{"a numbered paragraph that is full", set("70 (1) Owners shall", "70 1. ventilate the cellar, the effect of", "90 "+full, "70 (2) In every place "+full[:40]+" and all of the", "70 Authority shall meet"),
			"(2) In every place " + full[:40] + " and all of the\nAuthority shall meet"},
		{"the end of the sentence around the list", set("70 Who", "70 • ventilates the cellar, the effect of", "90 "+full, "70 • seals it", "70 shall tell the authority"), "• seals it\nshall tell the authority"},
	} {
		var got string
		for _, p := range Split("d", c.pages, nil, Options{}) {
			for _, s := range Sentences(p.Text, "en") {
				got = p.Text[s[0]:s[1]]
			}
		}
		if got != c.last {
			t.Errorf("%s: ends with %q, want %q", c.name, got, c.last)
		}
	}
}

func TestSplit_ChineseWithoutSpaces(t *testing.T) {
	text := strings.Repeat("氡是一种来自地面的放射性气体，它会在地下室里聚集。", 60)
	passages := Split("d", []source.Page{{Number: 1, Text: text}}, nil, Options{})
	if len(passages) < 4 {
		t.Fatalf("%d passages", len(passages))
	}
	for _, p := range passages {
		if p.Tokens > 296 || !utf8.ValidString(p.Text) || !strings.HasSuffix(p.Text, "。") {
			t.Errorf("%d tokens: %q", p.Tokens, p.Text)
		}
	}
}

func TestSplit_OneEndlessSentence(t *testing.T) {
	for name, text := range map[string]string{"words": strings.Repeat("damp cellar ", 2000), "no spaces": strings.Repeat("x", 20000), "no stops": strings.Repeat("氡", 3000)} {
		for _, p := range Split("d", []source.Page{{Number: 1, Text: text}}, nil, Options{}) {
			if p.Tokens > 300 {
				t.Errorf("%s: %d tokens", name, p.Tokens)
			}
		}
	}
}

// TestSplit_LosesNothingOfGarbage checks what holds for any text: no panic, every letter in one passage, the same twice.
func TestSplit_LosesNothingOfGarbage(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	parts := []string{"§ 1 ", "(1) ", "1. ", "\n", " ", "word", "12 13 14", "|", "Ende.", "。", "\xff", "[X] ", "Contents\n", "Teil 2", "1,5 2,5 3,5\n", "Ä", "....... 4\n"}
	for range 2000 {
		var pages []source.Page
		for i := range r.IntN(3) {
			var b strings.Builder
			for range r.IntN(80) {
				b.WriteString(parts[r.IntN(len(parts))])
			}
			pages = append(pages, source.Page{Number: i + 1, Text: b.String()})
		}
		opt := Options{Max: 1 + r.IntN(60), Min: r.IntN(90)}
		passages, _ := split(pages, opt)
		again, _ := split(pages, opt)
		if len(passages) != len(again) {
			t.Fatal("not the same twice")
		}
		covered := map[[2]int]bool{}
		for _, p := range passages {
			for _, s := range p.Spans {
				for at := s.Start; at < s.End; at++ {
					covered[[2]int{s.Page, at}] = true
				}
			}
		}
		for _, p := range pages {
			for at := range len(p.Text) {
				if strings.TrimSpace(p.Text[at:at+1]) != "" && p.Text[at] < 0x80 && !covered[[2]int{p.Number, at}] {
					t.Fatalf("%q lost at %d of %q", p.Text[at:at+1], at, p.Text)
				}
			}
		}
	}
}

// Every passage carries its path: headings of any length would multiply with the passages.
func TestSplit_HeadingsOfAnyLength(t *testing.T) {
	long := strings.Repeat("Grundwasser ", 300)
	sections := []refs.Section{{ID: "s0", Kind: refs.KindPart, Number: "1", Title: long, Page: 1, EndPage: 1, End: 60, Level: 1}}
	for i := 1; i < 9; i++ {
		sections = append(sections, refs.Section{ID: fmt.Sprint("s", i), Kind: refs.KindSection, Number: fmt.Sprint(i), Title: long, Parent: fmt.Sprint("s", i-1), Page: 1, EndPage: 1, End: 60, Level: i + 1})
	}
	passages := Split("d", []source.Page{{Number: 1, Text: strings.Repeat("It is damp. ", 5)}}, sections, Options{})
	if len(passages) == 0 {
		t.Fatal("no passages")
	}
	for _, p := range passages {
		if n := len(strings.Join(p.Headings, "")); n > 3200 || n < 200 || len(p.Headings) < 2 {
			t.Errorf("%d headings of %d bytes", len(p.Headings), n)
		}
	}
}

// A term stands in the passage of its definition, and the first line of a list with its first entry.
func TestSplit_WhatLeadsOnGoesWithWhatFollows(t *testing.T) {
	var lines []string
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("70 LAMP_FAULT_%d (0x%02x):", i, i), fmt.Sprintf("90 The lamp with number %d went out, and nobody has lit it again within the hour.", i))
	}
	pages := set(lines...)
	for i := range pages[0].Lines { // each a paragraph of its own
		pages[0].Lines[i].Y = float64(80 + 24*i)
	}
	for i := range 4 { // the text they are set off from
		y, text := float64(1100+12*i), "The keeper of the harbour writes down what went out and who lit it again, and when."
		pages[0].Lines = append(pages[0].Lines, source.Line{Start: len(pages[0].Text), End: len(pages[0].Text) + len(text), Size: 10, X: 70, Y: y})
		pages[0].Text += text + "\n"
	}
	passages := Split("d", pages, nil, Options{Max: 80, Min: 20})
	if len(passages) < 5 {
		t.Fatalf("%d passages", len(passages))
	}
	for _, p := range passages {
		if strings.HasSuffix(p.Text, ":") || Tokens(p.Text) > 100 {
			t.Errorf("%d tokens: …%s", Tokens(p.Text), p.Text[max(0, len(p.Text)-60):])
		}
	}
}
