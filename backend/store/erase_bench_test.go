package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/source"
)

// BenchmarkErase writes documents into a new library and deletes them, as SQLite leaves what is deleted in unused parts of the file (off), overwrites
// it where that costs no further writing (fast), and everywhere (on). The modes take turns and the quickest of each counts, so that the ratios are of one
// run. What is measured is the database alone: extracting text, which takes most of an ingest, is left out.
func BenchmarkErase(b *testing.B) {
	modes := []string{"OFF", "FAST", "ON"}
	ingest, erase := map[string]time.Duration{}, map[string]time.Duration{}
	quickest := func(of map[string]time.Duration, mode string, at time.Time) {
		if took := time.Since(at); of[mode] == 0 || took < of[mode] {
			of[mode] = took
		}
	}
	for b.Loop() {
		for _, mode := range modes {
			db, err := Open(b.Context(), filepath.Join(b.TempDir(), "library.db"))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := db.write.ExecContext(b.Context(), `PRAGMA secure_delete = `+mode); err != nil {
				b.Fatal(err)
			}
			at := time.Now()
			hashes := fillTexts(b, db)
			quickest(ingest, mode, at)
			at = time.Now()
			eraseTexts(b, db, hashes)
			quickest(erase, mode, at)
			if err := db.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(ingest["OFF"].Milliseconds()), "ms-ingest-off")
	b.ReportMetric(float64(erase["OFF"].Milliseconds()), "ms-delete-off")
	for _, mode := range modes[1:] {
		b.ReportMetric(ingest[mode].Seconds()/ingest["OFF"].Seconds(), "ingest-"+strings.ToLower(mode)+"/off")
		b.ReportMetric(erase[mode].Seconds()/erase["OFF"].Seconds(), "delete-"+strings.ToLower(mode)+"/off")
	}
}

// fillTexts stores ten documents of 40 pages with two passages each, and what they are found by.
func fillTexts(b *testing.B, db *DB) (hashes []string) {
	random := rand.New(rand.NewPCG(1, 2))
	words := func(n int) string {
		var out strings.Builder
		for range n {
			fmt.Fprintf(&out, "word%d ", int(random.ExpFloat64()*2000))
		}
		return out.String()
	}
	for i := range 10 {
		d := source.Document{Hash: fmt.Sprintf("%064x", i), Name: fmt.Sprint(i, ".pdf"), Format: source.PDF, State: source.Extracting, AddedAt: time.Now()}
		var pages []source.Page
		var passages []source.Passage
		var terms []source.Terms
		for n := range 40 {
			text := words(400)
			pages = append(pages, source.Page{Number: n + 1, Text: text})
			for half := range 2 {
				spans := []source.Span{{Page: n + 1, Start: half * len(text) / 2, End: (half + 1) * len(text) / 2}}
				p := source.Passage{ID: source.PassageID(d.Hash, spans), Document: d.Hash, Ordinal: len(passages), Spans: spans, Text: text[spans[0].Start:spans[0].End], Role: source.Body}
				p.Hash = source.TextHash(p.Text)
				passages = append(passages, p)
				terms = append(terms, source.Terms{Passage: p.ID, Document: d.Hash, Page: n + 1, Hash: p.Hash, Head: "title chapter", Body: strings.ToLower(p.Text)})
			}
		}
		if _, err := db.PutDocument(b.Context(), d); err != nil {
			b.Fatal(err)
		}
		for at := 0; at < len(pages); at += 16 {
			if err := db.PutPages(b.Context(), d.Hash, pages[at:min(at+16, len(pages))]); err != nil {
				b.Fatal(err)
			}
		}
		if err := db.PutPassages(b.Context(), d.Hash, passages); err != nil {
			b.Fatal(err)
		}
		if err := db.PutTerms(b.Context(), terms); err != nil {
			b.Fatal(err)
		}
		d.State = source.Ready
		if _, err := db.PutDocument(b.Context(), d); err != nil {
			b.Fatal(err)
		}
		hashes = append(hashes, d.Hash)
	}
	return hashes
}

// eraseTexts takes every second document out of search and deletes it.
func eraseTexts(b *testing.B, db *DB, hashes []string) {
	for i, hash := range hashes {
		if i%2 == 1 {
			continue
		}
		d, err := db.Document(b.Context(), hash)
		if err != nil {
			b.Fatal(err)
		}
		if err := db.DropTerms(b.Context(), hash); err != nil {
			b.Fatal(err)
		}
		d.State = source.Removed
		if _, err := db.PutDocument(b.Context(), d); err != nil {
			b.Fatal(err)
		}
	}
	if gone, err := db.CollectGarbage(b.Context()); err != nil || len(gone) != len(hashes)/2 {
		b.Fatal(len(gone), err)
	}
}
