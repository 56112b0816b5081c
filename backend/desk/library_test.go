package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core/watch"
	"rabbithole/backend/desk"
	"rabbithole/backend/pdf/pdftest"
)

// own returns a desk with the sample documents, whose files the test may do with as it likes.
func own(t *testing.T) (*desk.Desk, *screen) {
	t.Helper()
	d, s := sit(t, t.TempDir(), noEnv)
	if err := d.AddFiles([]string{samples(t)}, desk.AddWish{}); err != nil {
		t.Fatal(err)
	}
	await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	return d, s
}

func TestDocuments_WhatTiesThem(t *testing.T) {
	d, s := own(t)
	s.forget()
	docs, err := d.Documents()
	if err != nil || len(docs) < 5 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	out, in, gone := 0, 0, 0
	for i, doc := range docs {
		if i > 0 && doc.AddedAt.After(docs[i-1].AddedAt) {
			t.Errorf("%s is newer than the one before it", doc.Name)
		}
		out, in = out+doc.RefsOut, in+doc.RefsIn
		if doc.Gone {
			gone++
		}
	}
	if out == 0 || in == 0 || gone != 0 {
		t.Errorf("%d references lead out, %d in; %d files are gone", out, in, gone)
	}
	if err := os.Remove(docs[0].Path); err != nil {
		t.Fatal(err)
	}
	if err := d.RemoveDocument(docs[1].Hash); err != nil {
		t.Fatal(err)
	}
	after, err := d.Documents()
	if err != nil || len(after) != len(docs)-1 || !after[0].Gone || after[1].Gone {
		t.Errorf("after a file went and a document was removed: %d documents, first %+v, %v", len(after), after[0], err)
	}
	await(t, s, desk.EventChanged, func(any) bool { return true })
}

func TestRevealDocument_OpensItsFolder(t *testing.T) {
	d, _ := own(t)
	docs, err := d.Documents()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	if err := d.RevealDocument(docs[0].Hash); err == nil || !strings.Contains(err.Error(), docs[0].Path) {
		t.Errorf("without a file manager: %v, want an error that names the file", err)
	}
	told := filepath.Join(bin, "told")
	script := "#!/bin/sh\necho \"$@\" > " + told + "\n"
	for _, name := range []string{"xdg-open", "open"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(docs[1].Path); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{filepath.Dir(docs[0].Path), filepath.Join("files", docs[1].Hash[:2])} {
		if err := d.RevealDocument(docs[i].Hash); err != nil {
			t.Fatal(err)
		}
		if said, _ := os.ReadFile(told); !strings.Contains(string(said), want) {
			t.Errorf("the file manager was told %q, want %s", said, want)
		}
	}
}

func TestWatchFolder_WhatComesIsAdded(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for files to settle")
	}
	d, s := sit(t, t.TempDir(), noEnv)
	folder := t.TempDir()
	path, err := d.WatchFolder(folder)
	if err != nil || path != folder {
		t.Fatal(path, err)
	}
	await(t, s, desk.EventWatched, func(e watch.Event) bool { return e.Kind == watch.Scanned })
	page := pdftest.Page{Runs: pdftest.Lines("A radon survey of the schools of the district in the winter.", "All measured values were below the reference level.")}
	data := pdftest.Doc{Title: "Survey", Pages: []pdftest.Page{page}}.Bytes()
	if err := os.WriteFile(filepath.Join(folder, "survey.pdf"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	await(t, s, desk.EventWatched, func(e watch.Event) bool { return e.Kind == watch.Added && e.Name == "survey.pdf" })
	if docs, err := d.Documents(); err != nil || len(docs) != 1 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
	if err := d.UnwatchFolder(folder); err != nil {
		t.Fatal(err)
	}
	if list, err := d.WatchedFolders(); err != nil || len(list) != 0 {
		t.Errorf("%v is still watched, %v", list, err)
	}
	begun := time.Now()
	if err := d.UnwatchFolder(folder); err == nil || time.Since(begun) > time.Second {
		t.Errorf("a folder that is not watched: %v", err)
	}
}

func TestOpenReferences_AreAsManyAsTheTableSays(t *testing.T) {
	d, _ := own(t)
	docs, err := d.Documents()
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, doc := range docs {
		list, err := d.OpenReferences(doc.Hash)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, r := range list {
			if count += r.Count; r.Text == "" || len(r.Pages) == 0 || r.Pages[0].Page < 1 || len(r.Pages) > r.Count {
				t.Errorf("%s: %+v", doc.Name, r)
			}
		}
		if count != doc.Open {
			t.Errorf("%s lists %d open references and counts %d", doc.Name, count, doc.Open)
		}
		listed += count
	}
	if listed == 0 {
		t.Error("no document of the sample has an open reference: nothing was shown")
	}
}
