package refs_test

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/refs/layout"
	"rabbithole/backend/source"
)

// furnitureOf returns the furniture of each page as text.
func furnitureOf(pages []source.Page) [][]string {
	out := make([][]string, len(pages))
	for i, spans := range layout.Furniture(pages) {
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

func TestFurniture_PageNumbersOfAPartOfALongDocument(t *testing.T) {
	var pages []source.Page
	for i := range 120 {
		text := fmt.Sprintf("Body %d begins.\nIt goes on.\nAnd on.\nIt ends here.", i*i)
		if i >= 20 && i < 40 {
			text = fmt.Sprintf("Body %d begins.\nIt goes on.\nAnd on %c,\n%d", i*i, 'a'+i, i-17)
		}
		pages = append(pages, source.Page{Number: i + 1, Text: text})
	}
	for i, got := range furnitureOf(pages)[20:40] {
		if len(got) != 1 || got[0] != fmt.Sprint(i+3) {
			t.Errorf("page %d: got %q, want its number %d", i+21, got, i+3)
		}
	}
}

// chapters are pages whose last lines name a chapter on the left pages and a section on the right ones, with the page's number outside.
func chapters(foot func(page int) string) (pages []source.Page) {
	for i := range 16 {
		pages = append(pages, source.Page{Number: i + 1, Text: fmt.Sprintf("Body %d begins.\nIt goes on.\nAnd on.\nIt ends %c.\n%s", i*i, 'a'+i, foot(i+9))})
	}
	return pages
}

func TestFurniture_PageNumberBesideTheNameOfAChapter(t *testing.T) {
	foot := func(page int) string {
		if page%2 == 0 {
			return fmt.Sprintf("%d Chapter %d. Cellars of the %c kind", page, page/6, 'a'+page/6)
		}
		return fmt.Sprintf("%d.%d. Steps and lamps %c %d", page/6, page%4+1, 'a'+page/4, page)
	}
	for i, got := range furnitureOf(chapters(foot)) {
		if len(got) != 1 || got[0] != foot(i+9) {
			t.Errorf("page %d: got %q, want %q", i+1, got, foot(i+9))
		}
	}
}

func TestFurniture_TitlesOfNumberedSlidesStay(t *testing.T) {
	names := strings.Fields("Aim Means Costs Risks People Places Dates Tools Tests Terms Words Rooms Lamps Steps Doors End")
	for i, got := range furnitureOf(chapters(func(page int) string { return fmt.Sprintf("%d %s", page, names[page-9]) })) {
		if len(got) > 0 {
			t.Errorf("page %d: the title %q was taken for furniture", i+1, got)
		}
	}
}

func TestFurniture_WordOfTheHeadersInTheLastLine(t *testing.T) {
	pages := chapters(func(page int) string { return fmt.Sprintf("Chapter %d", page) })
	pages[3].Text = "Body begins.\nIt goes on.\nAnd on.\nCellars are described in Chapter 9 and"
	if got := furnitureOf(pages)[3]; len(got) > 0 {
		t.Errorf("got %q", got)
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
	lines := layout.Body(pages)
	for _, l := range lines {
		if l.Page == 3 && l.Text == "und Voraus" && l.Cut {
			return
		}
	}
	t.Errorf("the cut line is missing: %+v", lines)
}

func TestFurniture_ShortDocumentsHaveNone(t *testing.T) {
	for _, spans := range layout.Furniture([]source.Page{{Number: 1, Text: "A\nB"}, {Number: 2, Text: "A\nC"}}) {
		if spans != nil {
			t.Errorf("got %v", spans)
		}
	}
}

// memo makes a document of three pages with text and a scan, where a header in small type stands behind the text of the second and
// the last page.
func memo(title string, headers ...string) []source.Page {
	pages := []source.Page{typeset(1, "**"+title, "The cellar of the town hall is damp.", "We went there in May.")}
	for i, h := range headers {
		p := typeset(i+2, fmt.Sprintf("Wall %c is wet, and the floor too.", 'a'+i), "It was seen.", "It was measured.", "It was said.")
		if h != "" {
			p.Lines = append(p.Lines, source.Line{Start: len(p.Text), End: len(p.Text) + len(h), Size: 7, X: 60, Y: 44})
			p.Text += h
		}
		pages = append(pages, p)
	}
	return append(pages, source.Page{Number: len(pages) + 1})
}

func TestFurniture_TitleInSmallTypeOfAShortDocument(t *testing.T) {
	pages := memo("Memo: Damp at the Town Hall", "Memo: Damp at the Town Hall 3 What we saw")
	got := furnitureOf(pages)
	if len(got[0]) != 0 || len(got[1]) != 1 || got[1][0] != "Memo: Damp at the Town Hall 3 What we saw" {
		t.Errorf("got %q", got)
	}
}

func TestFurniture_SameWordsAtOneHeightTwice(t *testing.T) {
	for headers, want := range map[[2]string]int{
		{"Winter et al.: Damp 3 Methods", "Winter et al.: Damp 5 Results"}:  2,
		{"Table 1: Walls in small type", "Table 2: Floors in small type"}:   0,
		{"Winter et al.: Damp 3 Methods", "Frost comes in small type here"}: 0,
	} {
		got := furnitureOf(memo("On Cellars", headers[0], headers[1]))
		if n := len(got[1]) + len(got[2]); n != want {
			t.Errorf("%q: got %q", headers, got)
		}
	}
}
