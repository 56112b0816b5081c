package refs_test

import (
	"fmt"
	"slices"
	"testing"

	"rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

// Names of columns and of groups of rows are set bold, as headings are. The same lines with nothing of a table around them are headings.
func TestSections_NamesInATableAreNoHeadings(t *testing.T) {
	rows := []string{
		"*Cash and debt", "We hold cash in several banks, as the table below shows.", "*Years ended June 30", "*(in millions)", "\t2022\t2021",
		"*Assets", "Cash\t12\t14", "Bonds\t3\t4", "*Liabilities", "Loans\t7\t–", "The loans were paid back in part, and the bonds were kept.",
		"*Dividends", "No dividends were paid in the years that the table covers.",
	}
	page := func(rows []string) source.Page {
		p := typeset(1, rows...)
		for i := range p.Lines {
			p.Lines[i].Size = 9
		}
		return p
	}
	table := page(rows)
	table.Lines[2].X, table.Lines[3].X = 380, 400
	plain := slices.Clone(rows)
	for _, i := range []int{4, 6, 7, 9} {
		plain[i] = "Nothing is set in columns in this line, which says a thing."
	}
	names := func(p source.Page) (out []string) {
		for _, s := range outline.Sections(source.Document{Hash: "d"}, source.Meta{}, []source.Page{p}) {
			out = append(out, s.Title)
		}
		return out
	}
	if got, want := names(table), []string{"Cash and debt", "Dividends"}; !slices.Equal(got, want) {
		t.Errorf("with a table: %q, want %q", got, want)
	}
	if got, want := names(page(plain)), []string{"Cash and debt", "Years ended June 30 (in millions)", "Assets", "Liabilities", "Dividends"}; !slices.Equal(got, want) {
		t.Errorf("without: %q, want %q", got, want)
	}
}

// Heads of narrow columns take a line for each word and are read one by one.
func TestSections_HeadsOfColumnsReadOneByOneAreNoHeadings(t *testing.T) {
	p := typeset(1, "*Options held", "The officers hold options as follows at the end of the year.", "*Number", "*of options", "*Price", "*of each", "*Date", "*of issue", "Some text that is longer than a name is.")
	for i := range 6 {
		l := &p.Lines[2+i]
		l.X, l.Y = 200+90*float64(i/2), 110+12*float64(i%2)
	}
	if got, want := outlineOf(source.Meta{}, p), []string{"1 title Options held|Options held"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFurniture_NumbersThatCountThePagesOfAPart(t *testing.T) {
	var pages []source.Page
	for i := range 60 {
		last := fmt.Sprintf("It ends with %d words.", i*i)
		switch {
		case i >= 20 && i < 24: // an annex of four pages
			last = fmt.Sprintf("A-%d", i-19)
		case i >= 30 && i < 36 && i%2 == 1: // every second page has a number, as where a printed one became two
			last = fmt.Sprint(7 + (i-30)/2)
		case i >= 40 && i < 46: // the last rows of tables
			last = []string{"12", "7", "90", "8", "3", "11"}[i-40]
		}
		pages = append(pages, source.Page{Number: i + 1, Text: fmt.Sprintf("Body %d begins.\nIt goes on.\nAnd on, %d times.\n%s", i*i, i*i, last)})
	}
	for i, got := range furnitureOf(pages) {
		want := []string(nil)
		if i >= 20 && i < 24 {
			want = []string{fmt.Sprintf("A-%d", i-19)}
		} else if i >= 30 && i < 36 && i%2 == 1 {
			want = []string{fmt.Sprint(7 + (i-30)/2)}
		}
		if !slices.Equal(got, want) {
			t.Errorf("page %d: got %q, want %q", i+1, got, want)
		}
	}
}
