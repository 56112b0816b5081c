package core_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/refs"
)

// bookPDF is a small book: contents, three chapters, a reference list and an index, a page each. Each part has a word of its own.
func bookPDF() []byte {
	page := func(heading string, lines ...string) pdftest.Page {
		p := pdftest.Page{Runs: []pdftest.Run{{X: 72, Y: 720, Size: 18, Bold: true, S: heading}}}
		for i, l := range lines {
			p.Runs = append(p.Runs, pdftest.Run{X: 72, Y: 690 - 15*float64(i), S: l})
		}
		return p
	}
	chapter := func(n int, title string, more ...string) pdftest.Page {
		lines := []string{"The walls of this cellar are damp in winter and dry in summer.", "Owners open the windows when the air outside is colder than",
			"the air inside, and close them again when it rains."}
		return page(fmt.Sprintf("%d %s", n, title), append(lines, more...)...)
	}
	pages := []pdftest.Page{
		page("Contents", "1 Hygrometers ................................ 2", "2 Windows ................................ 3",
			"3 Zeppelins ................................ 4", "References ................................ 5", "Index ................................ 6"),
		chapter(1, "Hygrometers", "Measuring is described in [1], and see Section 2."),
		chapter(2, "Windows", "Windows are treated at length elsewhere [2]."),
		chapter(3, "Airships", "Nothing in this chapter concerns cellars."),
		page("References", "[1] A. Winter, \"Quixotic measurements of moisture\", 2001. doi:10.1000/quixotic", "[2] B. Frost, \"Windows and their quixotic makers\", RFC 9999, 2003.",
			"[3] C. Dew, \"Never cited, always quixotic\", 2005."),
		page("Index", "airship, 4", "bellows, 2", "chimney, 3", "damp, 2", "owner, 3", "rain, 3", "wall, 2", "winter, 2", "xylophone, 4"),
	}
	return pdftest.Doc{Title: "Damp Cellars", Pages: pages}.Bytes()
}

// What stands in a table of contents, a reference list or an index proves nothing: it is never a hit, and no run reads it. The references
// of the list are there all the same.
func TestSearch_NothingFromContentsReferencesAndIndex(t *testing.T) {
	ctx := context.Background()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "damp.pdf"), bookPDF(), 0o600); err != nil {
		t.Fatal(err)
	}
	app, err := core.Open(ctx, core.Config{Home: t.TempDir(), Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	results, err := app.Add(ctx, []string{folder}, core.AddOptions{})
	if err != nil || len(results) != 1 || results[0].Status != ingest.Added {
		t.Fatalf("%+v, %v", results, err)
	}
	for query, body := range map[string]bool{"hygrometers cellar damp": true, "zeppelins": false, "quixotic": false, "quixotic measurements of moisture": false, "xylophone bellows": false} {
		hits, err := app.Search(ctx, query, core.SearchOptions{Limit: 20})
		if err != nil {
			t.Fatal(err)
		}
		if body && len(hits) == 0 {
			t.Errorf("%q: nothing found in the chapters", query)
		}
		for _, h := range hits {
			if h.Page == 1 || h.Page > 4 {
				t.Errorf("%q: evidence from page %d: %q", query, h.Page, h.Text)
			}
		}
	}
	found, err := app.References(ctx, "damp.pdf")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range found {
		if r.Kind == refs.KindBibliography || r.Kind == refs.KindDOI || r.Kind == refs.KindDocument || r.Text == "Section 2" {
			got = append(got, fmt.Sprintf("%d %s %s", r.Page, r.Text, r.Status))
		}
	}
	want := []string{"2 [1] external", "2 Section 2 found", "3 [2] external", "5 doi:10.1000/quixotic external", "5 RFC 9999 open"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	missing, err := app.Radar(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range missing {
		names = append(names, m.Name)
	}
	if len(names) != 3 || !strings.Contains(names[0]+names[1]+names[2], "Never cited") {
		t.Errorf("missing: %q", names)
	}
}
