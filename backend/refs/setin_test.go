package refs_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

const filled = "The lamps of the pier are lit before dusk, and those of the boats when they leave."

// indented makes a page of lines with their left edges: what begins with "*" is bold.
func indented(number int, lines ...any) source.Page {
	var texts []string
	for i := 1; i < len(lines); i += 2 {
		texts = append(texts, lines[i].(string))
	}
	p := typeset(number, texts...)
	for i := range p.Lines {
		p.Lines[i].X, p.Lines[i].Size = float64(lines[2*i].(int)), 9
		if strings.HasPrefix(texts[i], "**") {
			p.Lines[i].Size = 13
		}
	}
	return p
}

func titles(pages ...source.Page) (out []string) {
	for _, s := range outline.Sections(source.Document{Hash: "d"}, source.Meta{}, pages) {
		out = append(out, s.Title)
	}
	return out
}

func TestSections_NameOfABoxIsNoHeading(t *testing.T) {
	page := func(box int) source.Page {
		return indented(1, 60, "**Harbour book", 60, filled, 60, "*Lamps", 60, filled, 60, filled,
			box, "*Mind the step", box, "Wet boards are slippery, and so are the stairs in winter.", box, "Nobody runs on them.",
			60, filled, 60, "*Boats", 60, filled)
	}
	if got, want := titles(page(72)), []string{"Harbour book", "Lamps", "Boats"}; !slices.Equal(got, want) {
		t.Errorf("with a box: %q, want %q", got, want)
	}
	if got, want := titles(page(60)), []string{"Harbour book", "Lamps", "Mind the step", "Boats"}; !slices.Equal(got, want) {
		t.Errorf("without: %q, want %q", got, want)
	}
}

func TestSections_TermsOfAListAreNoHeadings(t *testing.T) {
	page := func(explained int) source.Page {
		return indented(1, 60, "**Harbour book", 60, filled, 60, filled, 60, filled, 60, "*Words", 60, filled,
			60, "*Anchor", explained, "Iron that holds a boat.", 60, "*Buoy", explained, "A barrel on a chain.",
			60, "*Cable", explained, "A rope of several ropes.", 60, "*Davit", explained, "An arm for a boat.", 60, "**Boats", 60, filled)
	}
	if got, want := titles(page(80)), []string{"Harbour book", "Words", "Boats"}; !slices.Equal(got, want) {
		t.Errorf("explained further right: %q, want %q", got, want)
	}
	if got := titles(page(60)); len(got) != 7 {
		t.Errorf("explained below: %q", got)
	}
}

// Headings of the second column, and those above a paragraph whose first line is indented, are headings.
func TestSections_HeadingsAboveRunningTextStay(t *testing.T) {
	short := filled[:44]
	columns := indented(1, 60, "**Harbour book", 60, short, 60, short, 60, short, 60, short, 60, short, 60, short,
		300, "*Boats", 300, short, 300, short, 300, short, 300, short)
	for i := range 5 {
		columns.Lines[7+i].Y = columns.Lines[2+i].Y
	}
	if got, want := titles(columns), []string{"Harbour book", "Boats"}; !slices.Equal(got, want) {
		t.Errorf("in two columns: %q, want %q", got, want)
	}
	first := indented(1, 60, "**Harbour book", 75, filled, 60, filled, 60, filled, 75, "*Boats", 75, filled, 60, filled, 60, filled)
	for i := range first.Lines {
		first.Lines[i].Y = float64(80 + 12*i)
	}
	if got, want := titles(first), []string{"Harbour book", "Boats"}; !slices.Equal(got, want) {
		t.Errorf("with first lines indented: %q, want %q", got, want)
	}
}
