package ingest_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf"
	"rabbithole/backend/source"
)

func TestMain(m *testing.M) {
	pdf.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// newPDFShelf is a shelf that reads PDFs as the program does.
func newPDFShelf(t *testing.T) *shelf {
	t.Helper()
	s := newShelf(t)
	extractor := pdf.New(pdf.Options{})
	t.Cleanup(func() { extractor.Close() })
	s.Opener, s.Structure = ingest.ByFormat{source.PDF: extractor}, nil
	return s
}

// evaluation returns a folder of real documents; without RABBITHOLE_EVAL the test is skipped.
func evaluation(t *testing.T, folder string) string {
	t.Helper()
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL is not set: no real documents to read")
	}
	path := filepath.Join(root, folder)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// addFolder adds a folder of PDFs and checks what must hold for every file, however bad.
func addFolder(t *testing.T, s *shelf, folder string) []ingest.Result {
	t.Helper()
	entries, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	results := s.add(t, folder)
	took := time.Since(begin)
	if len(results) != len(entries) {
		t.Errorf("%d results for %d files", len(results), len(entries))
	}
	pages, passages, count := 0, 0, map[ingest.Status]int{}
	for _, r := range results {
		pages, passages = pages+r.Pages, passages+r.Passages
		count[r.Status]++
		if r.Status == ingest.NotAdded && r.Reason == "" {
			t.Errorf("%s failed without a reason", r.Name)
		}
		if r.Reason != "" {
			t.Logf("%s: %s: %s", r.Name, r.Status, r.Reason)
		}
	}
	t.Logf("%d files, %d pages, %d passages in %v: %.0f pages/s; %v", len(results), pages, passages, took.Round(time.Millisecond),
		float64(pages)/took.Seconds(), count)
	return results
}

func TestAdd_RealDocuments(t *testing.T) {
	folder := evaluation(t, "xref/pdf")
	s := newPDFShelf(t)
	for _, r := range addFolder(t, s, folder) {
		d := s.document(t, r.Document)
		if r.Status != ingest.Added || d.Pages == 0 || d.Language == "" || d.Engine == "" {
			t.Errorf("%s: %s, %d pages, language %q, engine %q", r.Name, r.Status, d.Pages, d.Language, d.Engine)
		}
	}
	if r := s.add(t, folder)[0]; r.Status != ingest.Duplicate {
		t.Errorf("the same folder again: %+v", r)
	}
}

func TestAdd_AwkwardDocuments(t *testing.T) {
	folder := evaluation(t, "awkward/pdfs")
	if testing.Short() {
		t.Skip("takes a minute")
	}
	addFolder(t, newPDFShelf(t), folder)
}
