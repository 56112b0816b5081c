package ingest_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// openShelf opens the library in folder home, with a reader that takes its time over every page.
func openShelf(t *testing.T, home string) *shelf {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{db: db, reader: &reader{slow: 5 * time.Millisecond}, index: &index{passages: map[string][]source.Passage{}}, desk: filepath.Join(home, "desk")}
	s.Ingester = ingest.New(db, s.reader, s.index, ingest.Files{Folder: filepath.Join(home, "files")})
	s.Structure, s.Batch = structure, 4
	return s
}

const bookPages = 40

func book(title string) string {
	pages := make([]string, bookPages)
	for i := range pages {
		pages[i] = fmt.Sprintf("%s page %d", title, i+1)
	}
	return strings.Join(pages, "\f")
}

// TestResume_AfterKill starts this test again as a process that adds three books, kills it when it has committed some pages, and
// goes on with what it left.
func TestResume_AfterKill(t *testing.T) {
	if home := os.Getenv("RABBITHOLE_TEST_INGEST"); home != "" {
		addUntilKilled(t, home)
		return
	}
	const points = 20
	for i := range points { // pages read when it is killed, up to 96 of 120
		kill := 1 + i*95/(points-1)
		t.Run(fmt.Sprint(kill), func(t *testing.T) {
			if testing.Short() && i%5 != 2 {
				t.Skip("-short kills at four of the twenty pages")
			}
			home := t.TempDir()
			killAfter(t, home, "pages", kill)
			s := openShelf(t, home)
			defer s.db.Close()
			committed := lastPages(t, s)
			if _, err := s.Tidy(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Resume(t.Context(), ingest.Options{}); err != nil {
				t.Fatal(err)
			}
			for last, n := range committed {
				if last < bookPages && s.reader.from[last+1] < n {
					t.Errorf("%d documents had %d pages committed, reading went on at %v", n, last, s.reader.from)
				}
			}
			checkBooks(t, s)
		})
	}
}

func addUntilKilled(t *testing.T, home string) {
	s := openShelf(t, home)
	paths := []string{s.write(t, "one.txt", book("one")), s.write(t, "two.txt", book("two")), s.write(t, "three.txt", book("three"))}
	s.Add(t.Context(), paths, ingest.Options{Progress: func(p ingest.Progress) { fmt.Println("pages", p.PagesDone) }})
}

// killAfter runs this test as the process that adds until that has said what (a word and a number of at least n), then kills it.
func killAfter(t *testing.T, home, what string, n int) {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	child := exec.Command(os.Args[0], "-test.run=^"+name+"$")
	child.Env = append(os.Environ(), "RABBITHOLE_TEST_INGEST="+home)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for done := 0; done < n && lines.Scan(); {
		fmt.Sscanf(lines.Text(), what+" %d", &done)
	}
	child.Process.Kill()
	for lines.Scan() { // what it said before the signal came
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the adding process ended before it was killed")
	}
}

// lastPages counts the unfinished documents by the number of their last committed page.
func lastPages(t *testing.T, s *shelf) map[int]int {
	t.Helper()
	docs, err := s.db.Documents(t.Context(), source.DocumentFilter{States: []source.State{source.Queued, source.Extracting}})
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]int{}
	for _, d := range docs {
		last, err := s.db.LastPage(t.Context(), d.Hash)
		if err != nil {
			t.Fatal(err)
		}
		all[last]++
	}
	if len(docs) == 0 {
		t.Fatal("nothing was unfinished when the process was killed")
	}
	return all
}

// checkBooks wants every document that the killed process took in to be complete.
func checkBooks(t *testing.T, s *shelf) {
	t.Helper()
	docs, err := s.db.Documents(t.Context(), source.DocumentFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		pages, err := s.db.Pages(t.Context(), d.Hash, 1, 0)
		if err != nil || len(pages) != bookPages || d.State != source.Ready || d.Passages != bookPages {
			t.Errorf("%s: %d pages, %v, state %s, %d passages", d.Name, len(pages), err, d.State, d.Passages)
		}
		for i, p := range pages {
			if want := fmt.Sprintf("%s page %d", strings.TrimSuffix(d.Name, ".txt"), i+1); p.Text != want {
				t.Errorf("page %d of %s reads %q, want %q", i+1, d.Name, p.Text, want)
			}
		}
	}
	if err := s.db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAdd_CancelledWithinASecondAndResumed(t *testing.T) {
	s := newShelf(t)
	s.reader.slow, s.Batch = 5*time.Millisecond, 2
	path := s.write(t, "long.txt", strings.Repeat("page\f", 2000)+"end")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var asked time.Time
	_, err := s.Add(ctx, []string{path}, ingest.Options{Progress: func(p ingest.Progress) {
		if p.PagesDone >= 4 && asked.IsZero() {
			asked = time.Now()
			cancel()
		}
	}})
	if took := time.Since(asked); fault.KindOf(err) != fault.Cancelled || took > time.Second {
		t.Errorf("Add = %v, %v after it was cancelled", err, took)
	}
	left, err := s.Library.Documents(t.Context(), source.DocumentFilter{States: []source.State{source.Queued, source.Extracting, source.Searchable}})
	if err != nil || len(left) != 1 || left[0].State == source.Searchable {
		t.Errorf("left are %+v, %v, want one document to read", left, err)
	}
	s.reader.slow = 0
	results, err := s.Resume(t.Context(), ingest.Options{})
	if err != nil || len(results) != 1 || results[0].Pages != 2001 || s.reader.from[1] != 1 {
		t.Errorf("Resume = %+v, %v; pages were read from %v", results, err, s.reader.from)
	}
}

func TestAdd_FileDeletedBeforeItIsRead(t *testing.T) {
	s := newShelf(t)
	first, second := s.write(t, "a.txt", "a"), s.write(t, "b.txt", "b")
	s.add(t, first)
	results, err := s.Add(t.Context(), []string{first, second}, ingest.Options{Progress: func(p ingest.Progress) {
		os.Remove(second) // the first file is settled at once as a duplicate, before the second is looked at
	}})
	if err != nil || len(results) != 2 || results[1].Status != ingest.NotAdded || !strings.Contains(results[1].Reason, "deleted or moved") {
		t.Errorf("Add = %+v, %v", results, err)
	}
}

func TestAdd_FileDeletedWhileItIsRead(t *testing.T) {
	s := newShelf(t)
	path := s.write(t, "a.txt", "words\fmore")
	s.reader.slow = time.Millisecond
	results, err := s.Add(t.Context(), []string{path}, ingest.Options{Progress: func(p ingest.Progress) {
		if p.PagesTotal > 0 {
			os.Remove(path) // its copy is open
		}
	}})
	if err != nil || results[0].Status != ingest.Added || results[0].Pages != 2 {
		t.Errorf("Add = %+v, %v", results, err)
	}
}
