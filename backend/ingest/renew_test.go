package ingest_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// newer lets a shelf read as a program of the next version, which reads other words.
func newer(s *shelf) {
	s.Reading = ingest.ReadingVersion + 1
	s.reader.better = strings.NewReplacer("page", "leaf")
}

// renewAll reads again what is old.
func renewAll(t *testing.T, s *shelf) []ingest.Result {
	t.Helper()
	old, err := s.Old(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []ingest.Result
	for _, d := range old {
		r, err := s.Renew(t.Context(), d, ingest.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("renewed", len(out)+1)
		out = append(out, r)
	}
	return out
}

// TestRenew_AfterKill starts this test again as a process that reads three books again, kills it at some moment, and finds every book in search with either
// all of its old text or all of its new one; then it goes on.
func TestRenew_AfterKill(t *testing.T) {
	if home := os.Getenv("RABBITHOLE_TEST_INGEST"); home != "" {
		s := openShelf(t, home)
		newer(s)
		renewAll(t, s)
		return
	}
	for done := range 3 {
		t.Run(fmt.Sprint(done), func(t *testing.T) {
			home := t.TempDir()
			s := openShelf(t, home)
			s.add(t, s.write(t, "one.txt", book("one")), s.write(t, "two.txt", book("two")), s.write(t, "three.txt", book("three")))
			if err := s.db.Close(); err != nil {
				t.Fatal(err)
			}
			killAfter(t, home, "renewed", done)
			s = openShelf(t, home)
			defer s.db.Close()
			newer(s)
			old, err := s.Old(t.Context())
			if err != nil || len(old) == 0 || len(old) > 3-done {
				t.Fatalf("%d of 3 are old after %d were read again: %v", len(old), done, err)
			}
			checkReadings(t, s)
			if results := renewAll(t, s); len(results) != len(old) {
				t.Errorf("%d of %d were read again", len(results), len(old))
			}
			checkReadings(t, s)
			if old, err := s.Old(t.Context()); err != nil || len(old) != 0 {
				t.Errorf("%d are still old: %v", len(old), err)
			}
		})
	}
}

// checkReadings looks whether every book is in search with all pages and passages of one reading, and found by the words of that alone.
func checkReadings(t *testing.T, s *shelf) {
	t.Helper()
	docs, err := s.db.Documents(t.Context(), source.DocumentFilter{Live: true})
	if err != nil || len(docs) != 3 {
		t.Fatalf("%d documents in search: %v", len(docs), err)
	}
	for _, d := range docs {
		word := "page"
		if d.Reading > ingest.ReadingVersion {
			word = "leaf"
		}
		pages, err := s.db.Pages(t.Context(), d.Hash, 1, 0)
		if err != nil || len(pages) != bookPages || d.Passages != bookPages {
			t.Errorf("%s has %d pages, %d passages: %v", d.Name, len(pages), d.Passages, err)
		}
		passages, err := s.db.PassagesOf(t.Context(), d.Hash)
		if err != nil || len(passages) != bookPages {
			t.Errorf("%s has %d passages: %v", d.Name, len(passages), err)
		}
		for i, p := range passages {
			if !strings.Contains(p.Text, word) || !strings.Contains(pages[i].Text, word) {
				t.Errorf("%s of version %d reads %q and %q", d.Name, d.Reading, p.Text, pages[i].Text)
			}
		}
	}
	if err := s.db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestRenew_CancelledWithinASecond(t *testing.T) {
	s := newShelf(t)
	s.add(t, s.write(t, "long.txt", strings.Repeat("page\f", 300)+"end"))
	newer(s)
	s.reader.slow = 5 * time.Millisecond
	old, err := s.Old(t.Context())
	if err != nil || len(old) != 1 {
		t.Fatalf("%d old: %v", len(old), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	begun := time.Now()
	if _, err := s.Renew(ctx, old[0], ingest.Options{}, nil); fault.KindOf(err) != fault.Cancelled || time.Since(begun) > time.Second {
		t.Errorf("Renew = %v after %v", err, time.Since(begun))
	}
	if d := s.document(t, old[0].Hash); !d.Live() || d.Reading != ingest.ReadingVersion {
		t.Errorf("it is %s, read by version %d", d.State, d.Reading)
	}
}

// A file that asks for its password keeps the text it has, says why, and is not asked for again.
func TestRenew_KeepsWhatCannotBeRead(t *testing.T) {
	s := newShelf(t)
	results, err := s.Add(t.Context(), []string{s.write(t, "locked.pdf", "%PDF-locked page")}, ingest.Options{Password: "sesame"})
	if err != nil || results[0].Status != ingest.Added {
		t.Fatalf("%+v, %v", results, err)
	}
	newer(s)
	if got := renewAll(t, s); len(got) != 1 || got[0].Status != ingest.NotAdded || !strings.Contains(got[0].Reason, "password") {
		t.Errorf("%+v", got)
	}
	d := s.document(t, results[0].Document)
	pages, err := s.db.Pages(t.Context(), d.Hash, 1, 0)
	if err != nil || len(pages) != 1 || !strings.Contains(pages[0].Text, "page") || !d.Live() || !strings.Contains(d.Reason, "password") {
		t.Errorf("%+v with %d pages: %v", d, len(pages), err)
	}
	if old, err := s.Old(t.Context()); err != nil || len(old) != 0 {
		t.Errorf("%d are to be read again: %v", len(old), err)
	}
}
