package refs

import (
	"fmt"
	"testing"

	"rabbithole/backend/source"
)

// furnitureOf returns the furniture of each page as text.
func furnitureOf(pages []source.Page) [][]string {
	out := make([][]string, len(pages))
	for i, spans := range Furniture(pages) {
		for _, s := range spans {
			out[i] = append(out[i], pages[i].Text[s.Start:s.End])
		}
	}
	return out
}

func TestFurniture_HeadersAndFooters(t *testing.T) {
	var pages []source.Page
	for i := range 5 {
		pages = append(pages, source.Page{Number: i + 1, Text: fmt.Sprintf("Journal of Cellars %d\nBody %c begins.\nIt goes on.\nAnd on.\nIt ends %c.\n- %d -", 40+i, 'a'+i, 'a'+i, i+1)})
	}
	for i, got := range furnitureOf(pages) {
		want := []string{fmt.Sprintf("Journal of Cellars %d", 40+i), fmt.Sprintf("- %d -", i+1)}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("page %d: got %q, want %q", i+1, got, want)
		}
	}
}

func TestFurniture_HeadingsAtTheTopOfPagesStay(t *testing.T) {
	var pages []source.Page
	for i := range 6 {
		pages = append(pages, typeset(i+1, fmt.Sprintf("Article %d", i*i+3), "Title of its own", "Text.", "More text.", "Still more.", "The end."))
	}
	for i, got := range furnitureOf(pages) {
		for _, f := range got {
			if f[:3] == "Art" {
				t.Errorf("page %d: the heading %q was taken for furniture", i+1, f)
			}
		}
	}
}

func TestFurniture_HeaderGluedToTheLastLine(t *testing.T) {
	var pages []source.Page
	for i := range 6 {
		body := []string{fmt.Sprintf("Zeile %c.", 'a'+i), fmt.Sprintf("Worte %c.", 'p'+i), fmt.Sprintf("Mehr %c.", 'k'+i), "und Voraus"}
		header := fmt.Sprintf("Kellergesetz § %d", i/2+1)
		if i == 3 {
			body[3] += header
		}
		p := typeset(i+1, body...)
		if i != 3 {
			p.Lines = append(p.Lines, source.Line{Start: len(p.Text), End: len(p.Text) + len(header), Size: 7, X: 60, Y: 30})
			p.Text += header
		}
		pages = append(pages, p)
	}
	if got := furnitureOf(pages)[3]; len(got) != 1 || got[0] != "Kellergesetz § 2" {
		t.Errorf("got %q", got)
	}
	lines := bodyLines(pages)
	for _, l := range lines {
		if l.page == 3 && l.text == "und Voraus" && l.cut {
			return
		}
	}
	t.Errorf("the cut line is missing: %+v", lines)
}

func TestFurniture_ShortDocumentsHaveNone(t *testing.T) {
	for _, spans := range Furniture([]source.Page{{Number: 1, Text: "A\nB"}, {Number: 2, Text: "A\nC"}}) {
		if spans != nil {
			t.Errorf("got %v", spans)
		}
	}
}
