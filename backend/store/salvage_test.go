package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/graph"
	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// full makes a database of a few hundred database pages: 40 documents of 20 pages each, settings and a report.
func full(t *testing.T) string {
	t.Helper()
	db := openNew(t)
	for d := range 40 {
		hash := fmt.Sprintf("%064d", d)
		put(t, db, hash, fmt.Sprintf("d%02d.pdf", d), "", source.Ready)
		var pages []source.Page
		var passages []source.Passage
		var terms []source.Terms
		var sections []refs.Section
		for n := 1; n <= 20; n++ {
			text := fmt.Sprintf("document %d page %d %s", d, n, strings.Repeat("words ", 100))
			pages = append(pages, source.Page{Number: n, Text: text})
			span := []source.Span{{Page: n, End: len(text)}}
			p := source.Passage{ID: source.PassageID(hash, span), Document: hash, Ordinal: n, Spans: span, Text: text, Hash: source.TextHash(text)}
			sections = append(sections, refs.Section{Document: hash, ID: fmt.Sprintf("s%d", n), Title: strings.Repeat("title ", 20), Page: n})
			passages, terms = append(passages, p), append(terms, source.Terms{Passage: p.ID, Body: "document words"})
		}
		for _, err := range []error{db.PutPages(t.Context(), hash, pages), db.PutPassages(t.Context(), hash, passages), db.PutTerms(t.Context(), terms), db.PutSections(t.Context(), hash, sections)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := db.SetSetting(t.Context(), "k", "v"); err != nil {
		t.Fatal(err)
	}
	if err := db.PutReport(t.Context(), "run", 0, report.Report{Run: "run", Question: "?"}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return db.path
}

// spoil overwrites n bytes of a file from offset at.
func spoil(t *testing.T, path string, at int64, n int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xA5}, n), at); err != nil {
		t.Fatal(err)
	}
}

func TestSalvage_WhateverIsSpoiled(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many damaged databases, which is very slow under the race detector")
	}
	whole := full(t)
	raw, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(len(raw))
	type place struct {
		at   int64
		n    int
		rows int // of the 800 pages there must be at least
	}
	places := map[string]place{"Nothing": {0, 0, 800}, "Header": {0, 100, 800}, "Magic": {3, 5, 800}, "FirstPage": {0, 4096, 0}, "AllButTheStart": {size / 2, int(size / 2), 1}}
	for i := int64(1); i < 16; i++ {
		places[fmt.Sprintf("At%d", i)] = place{size * i / 16 / 4096 * 4096, 8192, 1}
	}
	kept := 0
	for name, p := range places {
		t.Run(name, func(t *testing.T) {
			damaged, fresh := filepath.Join(t.TempDir(), "damaged.db"), filepath.Join(t.TempDir(), "fresh.db")
			if err := os.WriteFile(damaged, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			spoil(t, damaged, p.at, p.n)
			before, err := os.ReadFile(damaged)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Salvage(t.Context(), damaged, fresh)
			if err != nil {
				t.Fatal(err)
			}
			if after, err := os.ReadFile(damaged); err != nil || !bytes.Equal(before, after) {
				t.Error("the damaged file was changed")
			}
			db, err := Open(t.Context(), fresh)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.Check(t.Context()); err != nil {
				t.Errorf("the new database: %v", err)
			}
			if s.Rows["pages"] < p.rows || p.rows == 800 && (len(s.Lost) > 0 || s.Rows["terms"] != 800 || s.Rows["sections"] != 800) {
				t.Errorf("%d rows of pages, lost: %v", s.Rows["pages"], s.Lost)
			}
			if name == "FirstPage" && !slices.Contains(s.Lost, "documents") {
				t.Errorf("lost: %v", s.Lost)
			}
			if strings.HasPrefix(name, "At") {
				kept += s.Rows["pages"]
			}
		})
	}
	if want := 15 * 800 * 85 / 100; kept < want {
		t.Errorf("%d of %d pages were kept where two pages of the database were spoiled, want %d at least", kept, 15*800, want)
	}
	t.Logf("%d of %d pages kept", kept, 15*800)
}

// TestSalvage_OneLetterChanged changes a letter of what a person asked, of a report, and of a page of a document. What stands on that page of
// the database is lost, which is said; nothing else is.
func TestSalvage_OneLetterChanged(t *testing.T) {
	db := openNew(t)
	put(t, db, "h", "a.pdf", "", source.Ready)
	for n := range 60 {
		title := fmt.Sprintf("which limit applies to case %d?", n)
		run := graph.Run{ID: fmt.Sprint("run", n), Title: title, Status: graph.Finished}
		if _, err := db.Commit(t.Context(), graph.Commit{Run: run, New: true}); err != nil {
			t.Fatal(err)
		}
		r := report.Report{Run: run.ID, Question: fmt.Sprintf("what the report says about case %d", n)}
		if err := db.PutReport(t.Context(), run.ID, 0, r); err != nil {
			t.Fatal(err)
		}
		page := source.Page{Number: n + 1, Text: fmt.Sprintf("what page %d says %s", n, strings.Repeat("words ", 50))}
		if err := db.PutPages(t.Context(), "h", []source.Page{page}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(db.path)
	if err != nil {
		t.Fatal(err)
	}
	for text, table := range map[string]string{
		"applies to case 30?": "runs", "what the report says about case 30\"": "reports", "what page 30 says": "pages",
	} {
		t.Run(text, func(t *testing.T) {
			damaged, fresh := filepath.Join(t.TempDir(), "damaged.db"), filepath.Join(t.TempDir(), "fresh.db")
			changed := slices.Clone(raw)
			at := bytes.Index(changed, []byte(text))
			changed[at+8] ^= 1
			if err := os.WriteFile(damaged, changed, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := CheckFile(t.Context(), damaged); !Damaged(err) {
				t.Errorf("CheckFile = %v", err)
			}
			s, err := Salvage(t.Context(), damaged, fresh)
			if err != nil {
				t.Fatal(err)
			}
			if n := s.Rows[table]; n < 1 || n > 59 || !slices.Equal(s.Lost, []string{table}) {
				t.Errorf("%d of 60 rows of %s, lost: %v", n, table, s.Lost)
			}
			if err := CheckFile(t.Context(), fresh); err != nil {
				t.Errorf("the new database: %v", err)
			}
		})
	}
}

// TestOpen_SpoiledLog spoils the write-ahead log a kill left behind: what was committed before the spoiled place is there, the rest is
// as if it had never been written, and the database is sound.
func TestOpen_SpoiledLog(t *testing.T) {
	db := openNew(t)
	for i := range 50 {
		if err := db.SetSetting(t.Context(), fmt.Sprintf("k%02d", i), "v"); err != nil {
			t.Fatal(err)
		}
	}
	home := t.TempDir()
	for _, name := range []string{"library.db", "library.db-wal"} { // without closing, as kill -9 leaves it
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(db.path), name))
		if err != nil || len(raw) == 0 {
			t.Fatalf("%s: %d bytes, %v", name, len(raw), err)
		}
		if err := os.WriteFile(filepath.Join(home, name), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(home, "library.db-wal")
	info, err := os.Stat(log)
	if err != nil {
		t.Fatal(err)
	}
	spoil(t, log, info.Size()*3/4, 500)
	again, err := Open(t.Context(), filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	all, err := again.Settings(t.Context())
	if err != nil || len(all) == 0 || len(all) == 50 {
		t.Errorf("%d settings, %v; want those before the spoiled place", len(all), err)
	}
	for i := range len(all) {
		if all[fmt.Sprintf("k%02d", i)] != "v" {
			t.Errorf("setting %d is missing: %d later ones are there", i, len(all))
		}
	}
	if err := again.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
