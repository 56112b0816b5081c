package quote_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf"
	"rabbithole/backend/quote"
	"rabbithole/backend/source"
)

func TestMain(m *testing.M) {
	pdf.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// law returns the passages of a real law by the beginning of their section's title; without RABBITHOLE_EVAL the test is skipped.
func law(t *testing.T, name, section string) []source.Passage {
	t.Helper()
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL is not set: no real laws to read")
	}
	ctx := context.Background()
	extractor := pdf.New(pdf.Options{})
	t.Cleanup(func() { extractor.Close() })
	file, err := extractor.Open(ctx, filepath.Join(root, "xref", "pdf", name), source.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var pages []source.Page
	if err := file.Pages(ctx, 1, func(p source.Page) error { pages = append(pages, p); return nil }); err != nil {
		t.Fatal(err)
	}
	read, err := ingest.Structure(ctx, source.Document{Hash: name, Name: name}, file.Meta(), pages)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(read.Passages, func(p source.Passage) bool {
		return len(p.Headings) == 0 || !strings.HasPrefix(p.Headings[len(p.Headings)-1], section)
	})
}

func TestUnits_ListsOfRealLaws(t *testing.T) {
	for _, c := range []struct {
		law, section, begin string
		want                []string // all units of the section that begin so, as beginning and end
	}{
		{"GDPR.pdf", "Article 33", "3. The notification", []string{"shall at least: (a) describe the nature", "its possible adverse effects."}},
		{"GDPR.pdf", "Article 34", "3. The communication", []string{"are met: (a) the controller", "equally effective manner."}},
		{"StrlSchG.pdf", "§ 78 ", "(2) Der Grenzwert", []string{"Personen 1. für die Augenlinse 20", "Knöchel jeweils 500 Millisievert im Kalenderjahr."}},
		{"StrlSchG.pdf", "§ 78 ", "Der Grenzwert der Organ", []string{"beträgt 1. für die Augenlinse 15", "jeweils 50 Millisievert im Kalenderjahr."}},
		{"StrlSchG.pdf", "§ 22 ", "(1) Wer", []string{"", "vor Beginn der Tätigkeit schriftlich anzuzeigen."}},
		{"StrlSchV.pdf", "§ 6 ", "(1) Die Vorschriften", []string{"der 1. mit Kernbrennstoffen a) nach § 5", "Strahlenschutzgesetzes befördern darf."}},
		{"BDSG.pdf", "§ 4 ", "(2) Der Umstand", []string{"", "erkennbar zu machen."}},
	} {
		t.Run(c.law+" "+c.section+c.begin, func(t *testing.T) {
			var units []string
			for _, p := range law(t, c.law, c.section) {
				for _, u := range quote.Units(p, "") {
					if _, _, ok := cite.Find(p.Text, u); !ok && cite.Proves(u) {
						t.Errorf("unit %q does not stand in the passage", u)
					}
					if strings.HasPrefix(u, c.begin) {
						units = append(units, u)
					}
				}
			}
			if len(units)*2 != len(c.want) {
				t.Fatalf("%d units, want %d:\n%s", len(units), len(c.want)/2, strings.Join(units, "\n"))
			}
			for i, u := range units {
				if !strings.Contains(u, c.want[2*i]) || !strings.HasSuffix(u, c.want[2*i+1]) {
					t.Errorf("%q does not hold %q and end with %q", u, c.want[2*i], c.want[2*i+1])
				}
			}
		})
	}
}
