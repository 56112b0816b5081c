package ingest_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// TestRecognise_AfterKill kills a process that recognises the 24 scanned pages of two documents, one of them nothing but scans, and goes
// on with what it left: every page is there, and none that was committed is recognised again.
func TestRecognise_AfterKill(t *testing.T) {
	scans := strings.TrimSuffix(strings.Repeat("scan\f", 12), "\f")
	if home := os.Getenv("RABBITHOLE_TEST_INGEST"); home != "" {
		s := openShelf(t, home)
		s.Recogniser = &eyes{before: func(int) error { time.Sleep(5 * time.Millisecond); return nil }}
		s.Add(t.Context(), []string{s.write(t, "mixed.pdf", "words\f"+scans), s.write(t, "scans.pdf", scans)}, ingest.Options{
			Progress: func(p ingest.Progress) { fmt.Println("recognised", p.Recognised) }})
		return
	}
	for _, kill := range []int{1, 6, 12, 13, 18, 23} {
		t.Run(fmt.Sprint(kill), func(t *testing.T) {
			home := t.TempDir()
			killAfter(t, home, "recognised", kill)
			s := openShelf(t, home)
			defer s.db.Close()
			kept := 0
			for _, d := range all(t, s) {
				for _, p := range d.pages {
					if p.Has(source.OCRText) {
						kept++
					}
				}
			}
			e := &eyes{}
			s.Recogniser = e
			if _, err := s.Tidy(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Resume(t.Context(), ingest.Options{}); err != nil {
				t.Fatal(err)
			}
			if kept < kill || e.asked != 24-kept {
				t.Errorf("%d pages were committed, then %d recognised", kept, e.asked)
			}
			for _, d := range all(t, s) {
				if len(d.RecognisedPages) != 12 || d.Unreadable != 0 || d.State != source.Ready || d.Passages != len(d.pages) {
					t.Errorf("%s: %s, %d recognised, %d unreadable, %d passages", d.Name, d.State, len(d.RecognisedPages), d.Unreadable, d.Passages)
				}
			}
		})
	}
}

type kept struct {
	source.Document
	pages []source.Page
}

// all returns the documents with their pages.
func all(t *testing.T, s *shelf) []kept {
	t.Helper()
	docs, err := s.db.Documents(t.Context(), source.DocumentFilter{})
	if err != nil || len(docs) != 2 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	var out []kept
	for _, d := range docs {
		pages, err := s.db.Pages(t.Context(), d.Hash, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, kept{d, pages})
	}
	return out
}
