package core

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/graph"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/report"
)

// TestChosen_TheWebGoesOnWithoutIt limits runs that may use the web to a scan without text: they answer from pages, not
// from other documents, and say what they could not read.
func TestChosen_TheWebGoesOnWithoutIt(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	p := pretend(t)
	c := cooking(t, p, "RABBITHOLE_TESSERACT", "none")
	path := filepath.Join(t.TempDir(), "scan.pdf")
	if err := os.WriteFile(path, pdftest.Doc{Pages: []pdftest.Page{{Scan: true}}}.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Add(t.Context(), []string{path}, AddOptions{}); err != nil {
		t.Fatal(err)
	}
	const level = "What is the reference level for radon in dwellings, and how long does the yeast dough rest?"
	scan := []string{"scan.pdf"}
	for name, start := range map[string]func() (graph.Run, error){
		"ask": func() (graph.Run, error) {
			return c.StartAnswer(t.Context(), Ask{Question: level, Documents: scan, Web: WebOpen, Consented: true,
				Engine: settings.Extractive})
		},
		"research": func() (graph.Run, error) {
			return c.StartResearch(t.Context(), Begin{Question: level, Documents: scan, Web: WebOpen, Consented: true,
				Engine: settings.Extractive, Unattended: true})
		},
		"explore": func() (graph.Run, error) {
			return c.StartExplore(t.Context(), Explore{Question: level, Documents: scan, Web: WebOpen, Consented: true,
				Engine: settings.Extractive, MaxNodes: 2})
		},
		"discover": func() (graph.Run, error) {
			return c.StartDiscover(t.Context(), Discover{Query: level, Documents: scan, Web: WebOpen, Consented: true,
				Engine: settings.Extractive})
		},
	} {
		t.Run(name, func(t *testing.T) {
			run, err := start()
			if err != nil {
				t.Fatal(err)
			}
			r := reported(t, c, run.ID)
			raw, err := report.JSON(r)
			if err != nil || !strings.Contains(string(raw), "300 becquerel") || strings.Contains(string(raw),
				"ninety minutes") {
				t.Errorf("%s, %v", raw, err)
			}
			if !strings.Contains(strings.Join(r.Warnings, "\n"),
				"Nothing readable in the documents you chose. scan.pdf: ") {
				t.Errorf("warnings %q", r.Warnings)
			}
		})
	}
}
