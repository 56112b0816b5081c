package refs

import (
	"fmt"
	"slices"
	"testing"

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
	} {
		got := Names(source.Document{Name: c.name, Title: c.title}, source.Meta{}, c.pages, nil)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %q: got %q, want %q", c.name, c.title, got, c.want)
		}
	}
}
