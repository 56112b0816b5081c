package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
)

// paper is a small readable PDF.
func paper(texts ...string) pdftest.Doc {
	var d pdftest.Doc
	for _, text := range texts {
		d.Pages = append(d.Pages, pdftest.Page{Runs: pdftest.Lines(text)})
	}
	return d
}

func TestAdd_FolderBecomesACollection(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(t.TempDir(), "cellar")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"one.pdf":   paper("Radon rises from the ground.", "It gathers in cellars.").Bytes(),
		"two.md":    []byte("# Two\n\nA fan draws it off.\n"),
		"three.txt": []byte("A third text, on sealing."),
		"four.html": []byte("<h1>Four</h1><p>On airing a room.</p>"),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := rabbithole(t, home, "add", folder).ok(t).has(t, "added      one.pdf  2 pages, ", "two.md", "three.txt", "four.html")
	if !strings.Contains(s.err, "pages/s") || !strings.Contains(s.err, "4 documents, 5 pages read") {
		t.Errorf("standard error:\n%s", s.err)
	}
	rows := one[[]object](t, rabbithole(t, home, "search", "cellars", "--collection", "cellar", "--json"))
	if len(rows) == 0 || rows[0]["document"] != "one.pdf" {
		t.Errorf("found %v", rows)
	}
	rabbithole(t, home, "add", folder).ok(t).has(t, "duplicate  one.pdf")
	copied := file(t, "copy.pdf", paper("Radon rises from the ground.", "It gathers in cellars.").Bytes())
	rabbithole(t, home, "add", copied).ok(t).has(t, "duplicate  one.pdf", "copy.pdf")
	if s := rabbithole(t, home, "add").ok(t); !strings.Contains(s.err, "Nothing was interrupted") {
		t.Errorf("nothing to go on with: %q", s.err)
	}
}

func TestAdd_JSON(t *testing.T) {
	home := t.TempDir()
	path := file(t, "one.pdf", paper("Radon rises from the ground.").Bytes())
	list := lines(t, rabbithole(t, home, "add", path, "--json").ok(t))
	last := list[len(list)-1]
	for _, p := range list[:len(list)-1] {
		keysOf(t, "progress", p, "phase files_done files_total pages_done pages_total rate eta embedded to_embed recognised to_recognise file | result")
	}
	if len(list) < 2 {
		t.Error("no progress")
	}
	keysOf(t, "the final object", last, "documents links_left")
	rows := last["documents"].([]any)
	if len(rows) != 1 {
		t.Fatalf("%d documents", len(rows))
	}
	keysOf(t, "a document", rows[0], "document name hash pages passages status reason")
	if row := rows[0].(object); row["document"] != "one.pdf" || row["pages"] != 1.0 || row["status"] != "added" || row["reason"] != "" {
		t.Errorf("document %v", row)
	}
}

func TestAdd_LinksOutOfAFolderAreNamed(t *testing.T) {
	home, folder := t.TempDir(), filepath.Join(t.TempDir(), "cellar")
	theirs := file(t, "theirs.md", []byte("# Theirs\n\nRadon rises."))
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "own.md"),
		[]byte("# Own\n\nRadon gathers."), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(theirs, filepath.Join(folder, "linked.md")); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	s := rabbithole(t, home, "add", folder).ok(t)
	if s.has(t, "own.md"); strings.Contains(s.out, "linked.md") || !strings.Contains(s.err,
		"Skipped 1 link that leads out of the folder. --follow-links follows them.") {
		t.Errorf("%s%s", s.out, s.err)
	}
	list := lines(t, rabbithole(t, home, "add", folder, "--json").ok(t))
	if left := list[len(list)-1]["links_left"].([]any); len(left) != 1 ||
		filepath.Base(left[0].(string)) != "linked.md" {
		t.Errorf("%v", left)
	}
	rabbithole(t, home, "add", folder, "--follow-links").ok(t).has(t, "added      linked.md")
}

func TestAdd_WithoutAPathGoesOn(t *testing.T) {
	home := library(t)
	if s := rabbithole(t, home, "add").ok(t); s.out != "" {
		t.Errorf("printed %q although nothing was left", s.out)
	}
	list := lines(t, rabbithole(t, home, "add", "--json").ok(t))
	if rows, ok := list[len(list)-1]["documents"].([]any); !ok || len(rows) != 0 {
		t.Errorf("final object %v", list[len(list)-1])
	}
}

func TestAdd_SomeFilesCannotBeRead(t *testing.T) {
	locked := paper("A secret about radon.")
	locked.Password = "geheim"
	for _, k := range []struct {
		name, reason string
		data         []byte
	}{
		{"locked.pdf", "needs a password", locked.Bytes()},
		{"empty.pdf", "zero bytes", nil},
		{"broken.pdf", "could not be read", []byte("%PDF-1.4\nand then nothing of use")},
	} {
		t.Run(k.name, func(t *testing.T) {
			home := t.TempDir()
			bad, good := file(t, k.name, k.data), file(t, "good.pdf", paper("Radon rises.").Bytes())
			s := rabbithole(t, home, "add", bad, good).has(t, "failed     "+k.name, k.reason, "added      good.pdf")
			if s.code != 11 {
				t.Errorf("exit code %d, want 11\n%s", s.code, s.err)
			}
			list := lines(t, rabbithole(t, home, "add", bad, "--json"))
			row := list[len(list)-1]["documents"].([]any)[0].(object)
			if row["status"] != "failed" || !strings.Contains(row["reason"].(string), k.reason) {
				t.Errorf("document %v", row)
			}
			if rows := one[[]object](t, rabbithole(t, home, "search", "radon", "--json")); len(rows) != 1 {
				t.Errorf("%d hits, want the one of the good file", len(rows))
			}
		})
	}
}

func TestAdd_PasswordOpensTheFile(t *testing.T) {
	home := t.TempDir()
	locked := paper("A secret about radon.")
	locked.Password = "geheim"
	path := file(t, "locked.pdf", locked.Bytes())
	if s := rabbithole(t, home, "add", path, "--password", "wrong"); s.code != 11 {
		t.Errorf("exit code %d with the wrong password", s.code)
	}
	rabbithole(t, home, "add", path, "--password", "geheim").ok(t).has(t, "locked.pdf  1 page, 1 passage")
	t.Setenv("RABBITHOLE_PDF_PASSWORD", "geheim")
	rabbithole(t, t.TempDir(), "add", path).ok(t).has(t, "added")
}

func TestAdd_LightAndLate(t *testing.T) {
	home := t.TempDir()
	path := file(t, "one.pdf", paper("Radon rises from the ground.").Bytes())
	rabbithole(t, home, "add", path, "--light", "--no-embed").ok(t).has(t, "added      one.pdf")
	rows := one[[]object](t, rabbithole(t, home, "documents", "--json"))
	if len(rows) != 1 || rows[0]["engine"] == "pdfium" || rows[0]["state"] != "searchable" {
		t.Errorf("documents %v", rows)
	}
	if hits := one[[]object](t, rabbithole(t, home, "search", "ground", "--json")); len(hits) != 1 {
		t.Errorf("%d hits before there are embeddings", len(hits))
	}
	if s := rabbithole(t, home, "add").ok(t); !strings.Contains(s.err, "Made embeddings for 1 passage that lacked them.") || strings.Contains(s.err, "Nothing was interrupted") {
		t.Errorf("add without a path says\n%s", s.err)
	}
	if rows = one[[]object](t, rabbithole(t, home, "documents", "--json")); rows[0]["state"] != "ready" {
		t.Errorf("after add without a path: %v", rows[0]["state"])
	}
}
