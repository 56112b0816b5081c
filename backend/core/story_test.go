package core_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/pdf"
	"rabbithole/backend/report"
	"rabbithole/backend/report/reporttest"
	"rabbithole/backend/source"
)

// sameStory reads the PDF of a report back and holds it against the JSON: every claim with every quote and its page.
func sameStory(t *testing.T, c *core.Core, r report.Report) {
	t.Helper()
	rendered, err := c.Render(t.Context(), r, "pdf")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(path, rendered.Data, 0o600); err != nil {
		t.Fatal(err)
	}
	x := pdf.New(pdf.Options{Workers: 1})
	defer x.Close()
	f, err := x.Open(t.Context(), path, source.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pages []string
	if err := f.Pages(t.Context(), 1, func(p source.Page) error { pages = append(pages, p.Text); return nil }); err != nil {
		t.Fatal(err)
	}
	raw, err := report.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	reporttest.SameStory(t, raw, pages)
}
