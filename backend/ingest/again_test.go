package ingest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

func TestAdd_SameBytesTwice(t *testing.T) {
	s := newShelf(t)
	a := s.write(t, "a.txt", "same")
	b := s.write(t, "b.txt", "same")
	results := s.add(t, a, b, a)
	if len(results) != 2 || results[0].Status != ingest.Added || results[1].Status != ingest.Duplicate {
		t.Fatalf("results %+v, want one added and one duplicate", results)
	}
	if results[1].Document != results[0].Document || results[1].Name != "a.txt" || results[1].Pages != 1 {
		t.Errorf("the duplicate is %+v, want it to name the document there is", results[1])
	}
	if r := s.add(t, a); r[0].Status != ingest.Duplicate {
		t.Errorf("added again: %+v", r[0])
	}
	if s.index.hits("same") != 1 || len(s.reader.opened) != 1 {
		t.Errorf("%d hits, read %d times, want one each", s.index.hits("same"), len(s.reader.opened))
	}
}

func TestAdd_RenamedFile(t *testing.T) {
	s := newShelf(t)
	old := s.write(t, "scan001.txt", "the act")
	hash := s.add(t, old)[0].Document
	renamed := filepath.Join(s.desk, "acts", "act.txt")
	os.MkdirAll(filepath.Dir(renamed), 0o700)
	if err := os.Rename(old, renamed); err != nil {
		t.Fatal(err)
	}
	r := s.add(t, filepath.Dir(renamed))[0]
	d := s.document(t, hash)
	if r.Status != ingest.Duplicate || r.Name != "act.txt" || d.Path != renamed || d.Collection != "acts" {
		t.Errorf("result %+v, document %+v: want the same document under its new name", r, d)
	}
}

func TestAdd_ChangedFileReplacesItsOldVersion(t *testing.T) {
	s := newShelf(t)
	path := s.write(t, "a.txt", "before")
	old := s.add(t, path)[0]
	if err := s.db.Cite(t.Context(), "run1", old.Document, 1); err != nil {
		t.Fatal(err)
	}
	s.write(t, "a.txt", "after")
	r := s.add(t, path)[0]
	if r.Status != ingest.Replacing || r.Name != "a.txt" || s.index.hits("before") != 0 || s.index.hits("after") != 1 {
		t.Errorf("result %+v, %d hits of the old text, %d of the new", r, s.index.hits("before"), s.index.hits("after"))
	}
	d := s.document(t, old.Document)
	page, err := s.db.Page(t.Context(), old.Document, 1)
	if d.State != source.Replaced || err != nil || page.Text != "before" {
		t.Errorf("the cited old version: state %s, page %q, %v", d.State, page.Text, err)
	}
	if raw, err := os.ReadFile(s.Files.Path(d)); err != nil || string(raw) != "before" {
		t.Errorf("its bytes: %q, %v", raw, err)
	}

	s.write(t, "a.txt", "before") // the person takes the change back
	if r := s.add(t, path)[0]; r.Status != ingest.Replacing || r.Document != old.Document || s.index.hits("before") != 1 || s.index.hits("after") != 0 {
		t.Errorf("the old version again: %+v, %d and %d hits", r, s.index.hits("before"), s.index.hits("after"))
	}
	if _, err := s.db.Document(t.Context(), r.Document); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the version that nothing cites: %v, want it deleted", err)
	}
}

func TestAdd_BrokenNewVersionLeavesTheOldInSearch(t *testing.T) {
	s := newShelf(t)
	path := s.write(t, "a.pdf", "%PDF-1.4 before")
	s.add(t, path)
	s.write(t, "a.pdf", "%PDF-broken")
	r := s.add(t, path)[0]
	if r.Status != ingest.NotAdded || s.index.hits("before") != 1 {
		t.Errorf("result %+v, %d hits of the old version", r, s.index.hits("before"))
	}
	s.write(t, "a.pdf", "%PDF-1.4 mended")
	if r := s.add(t, path)[0]; r.Status != ingest.Replacing || r.Name != "a.pdf" {
		t.Errorf("the mended version: %+v", r)
	}
	if docs, _ := s.db.Documents(t.Context(), source.DocumentFilter{}); len(docs) != 1 {
		t.Errorf("%d documents left, want one: %+v", len(docs), docs)
	}
}

func TestAdd_BytesMoveToAnotherPathWhileTheirOldOneChanges(t *testing.T) {
	s := newShelf(t)
	a := s.write(t, "x/a.txt", "text one")
	hash := s.add(t, a)[0].Document
	s.write(t, "x/a.txt", "text two")
	for _, name := range []string{"x/b.txt", "x/A.txt"} { // found after and before the changed one
		s.write(t, name, "text one")
		s.add(t, filepath.Dir(a))
		if d := s.document(t, hash); !d.Live() || s.index.hits("text one") != 1 || s.index.hits("text two") != 1 {
			t.Errorf("%s: state %s, %d and %d hits, want both texts in search once", name, d.State, s.index.hits("text one"), s.index.hits("text two"))
		}
	}
}

func TestRemove_CitedStaysAndComesBack(t *testing.T) {
	s := newShelf(t)
	path, other := s.write(t, "a.txt", "cited"), s.write(t, "b.txt", "uncited")
	results := s.add(t, path, other)
	if err := s.db.Cite(t.Context(), "run1", results[0].Document, 1); err != nil {
		t.Fatal(err)
	}
	copies := []string{s.Files.Path(s.document(t, results[0].Document)), s.Files.Path(s.document(t, results[1].Document))}
	for _, r := range results {
		if err := s.Remove(t.Context(), r.Document); err != nil {
			t.Fatal(err)
		}
	}
	if s.index.hits("cited") != 0 {
		t.Error("a removed document is still found")
	}
	if _, err := os.Stat(copies[0]); err != nil {
		t.Errorf("the copy of the cited document: %v", err)
	}
	if _, err := os.Stat(copies[1]); err == nil {
		t.Error("the copy of the document that nothing cites is still there")
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("the person's own file: %v", err)
	}
	if r := s.add(t, path)[0]; r.Status != ingest.Added || s.index.hits("cited") != 1 || s.document(t, r.Document).State != source.Ready {
		t.Errorf("the removed document added again: %+v", r)
	}
	if err := s.Remove(t.Context(), "unknown"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("removing what is not there: %v", err)
	}
}

func TestTidy_DeletesWhatACrashLeft(t *testing.T) {
	s := newShelf(t)
	r := s.add(t, s.write(t, "a.txt", "kept"))[0]
	kept := s.Files.Path(s.document(t, r.Document))
	noted, unknown := "ab"+strings.Repeat("0", 62), "ab"+strings.Repeat("1", 62)
	if err := s.db.NoteCopy(t.Context(), noted); err != nil {
		t.Fatal(err)
	}
	if err := s.db.NoteCopy(t.Context(), r.Document); err != nil { // known after all
		t.Fatal(err)
	}
	stray := []string{filepath.Join(s.Files.Folder, "ab", noted+".pdf"), filepath.Join(s.Files.Folder, "part-123")}
	theirs := []string{filepath.Join(s.Files.Folder, "ab", unknown+".pdf"), filepath.Join(s.Files.Folder, "letters", "a.txt"), filepath.Join(s.Files.Folder, "ab", "x.pdf", "y"), filepath.Join(s.Files.Folder, "part-of-me")}
	for _, path := range append(stray, theirs...) {
		os.MkdirAll(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, path := range stray {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is still there", path)
		}
	}
	for _, path := range append(theirs, kept) {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("gone: %v", err)
		}
	}
	if loose, err := s.db.LooseCopies(t.Context()); err != nil || len(loose) > 0 {
		t.Errorf("still noted: %v, %v", loose, err)
	}
}

// What came by an upload has no path, so nothing else is a version of it.
func TestAgain_OfADocumentWithoutAPathReplacesNothing(t *testing.T) {
	s := newShelf(t)
	kept := s.add(t, s.write(t, "kept.txt", "kept"))[0].Document
	locked := s.document(t, s.add(t, s.write(t, "locked.pdf", "%PDF-locked text"))[0].Document)
	locked.Path = ""
	if _, err := s.db.PutDocument(t.Context(), locked); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		password string
		status   ingest.Status
	}{{"wrong", ingest.NotAdded}, {"sesame", ingest.Added}} {
		r, err := s.Again(t.Context(), locked.Hash, ingest.Options{Password: c.password})
		if err != nil || len(r) != 1 || r[0].Status != c.status || strings.Contains(r[0].Reason, "version added before") {
			t.Errorf("%s: %+v, %v", c.password, r, err)
		}
		if d := s.document(t, kept); !d.Live() {
			t.Errorf("%s: the other document is %s", c.password, d.State)
		}
	}
}
