package refs_test

import (
	"fmt"
	"slices"
	"testing"

	"rabbithole/backend/refs/naming"
	"rabbithole/backend/source"
)

func TestNames(t *testing.T) {
	header := func(line string) []source.Page {
		var pages []source.Page
		for i := range 4 {
			pages = append(pages, source.Page{Number: i + 1, Text: fmt.Sprintf("Text %c of its own.\nMore.\nStill more.\nAnd more.\n%s", 'a'+i, fmt.Sprintf(line, i+1))})
		}
		return pages
	}
	for _, c := range []struct {
		name, title string
		pages       []source.Page
		want        []string
	}{
		{"a.pdf", "Gesetz zum Schutz vor Kellerluft (KlSchG 2018)", nil, []string{"KlSchG", "Gesetz zum Schutz vor Kellerluft"}},
		{"a.pdf", "Verordnung über Keller", header("Kellerschutzverordnung § %d"), []string{"Verordnung über Keller", "Kellerschutzverordnung"}},
		{"a.pdf", "Regulation (EU) 2099/1 (General Cellar Regulation)", nil, []string{"General Cellar Regulation", "Regulation (EU) 2099/1"}},
		{"a.pdf", "RFC 9999: Cold Air", nil, []string{"RFC 9999", "Cold Air"}},
		{"rfc9998.pdf", "", nil, []string{"RFC 9998"}},
		{"KlSchV.pdf", "", nil, []string{"KlSchV"}},
		{"scan_0001.pdf", "Untitled", nil, nil},
		{"a.pdf", "Keller", []source.Page{{Number: 1, Text: "Gesetz über den Keller (Kellergesetz – KeG) vom 1. Mai"}}, []string{"Keller", "Kellergesetz", "KeG"}},
		{"a.pdf", "Technical Note KX-7: Damp Air", nil, []string{"Technical Note KX-7: Damp Air", "KX-7", "Technical Note KX-7"}},
		{"KX-07-Measuring-Damp.pdf", "Measuring Damp", nil, []string{"Measuring Damp", "KX-07"}},
		{"a.pdf", "Cellars after SARS-2 in towns", nil, []string{"Cellars after SARS-2 in towns"}},
		{"DSC-0012.pdf", "", nil, nil},
		{"DAMP-2021-report.pdf", "", nil, nil},
		{"a.pdf", "Damp Cellars", []source.Page{{Number: 1, Text: "Damp Cellars\nLibrary of Cellars · third edition · cited as “the Handbook”\nText."}}, []string{"Damp Cellars", "Handbook"}},
		{"a.pdf", "Damp Cellars", []source.Page{{Number: 1, Text: "Damp Cellars\nDamp is often cited as Evidence of age."}}, []string{"Damp Cellars"}},
		{"a.pdf", "Leitfaden Keller", []source.Page{{Number: 1, Text: "Leitfaden Keller\nStand Mai 2099 · zitiert als „LLK“\nDie Norm (zitiert als KXN) gilt."}}, []string{"Leitfaden Keller", "LLK"}},
	} {
		got := naming.Names(source.Document{Name: c.name, Title: c.title}, source.Meta{}, c.pages, nil)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %q: got %q, want %q", c.name, c.title, got, c.want)
		}
	}
}
