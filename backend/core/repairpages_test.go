package core_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/kb"
)

// value reads one value of a closed library.
func value[T any](t *testing.T, home, query string) (v T) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(query).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// loseTable overwrites the first page of a table.
func loseTable(t *testing.T, home, table string) {
	t.Helper()
	size := value[int64](t, home, `PRAGMA page_size`)
	page := value[int64](t, home, `SELECT rootpage FROM sqlite_schema WHERE name = '`+table+`'`)
	spoil(t, filepath.Join(home, "library.db"), (page-1)*size, int(size))
}

// The rows of runs may be lost while those of their reports are not.
func TestCheck_RunsAreBackWithTheirReports(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, run, _ := researched(t)
	for name, lose := range map[string]func(home string){
		"Damaged": func(home string) { loseTable(t, home, "runs") },
		"Gone":    func(home string) { behind(t, home, `PRAGMA foreign_keys = OFF; DELETE FROM runs`) },
	} {
		t.Run(name, func(t *testing.T) {
			home := twin(t, compact(t, home))
			lose(home)
			if r := check(t, home, false); r.Sound() {
				t.Error("nothing was found")
			}
			if r := check(t, home, true); !r.Sound() || !strings.Contains(strings.Join(r.Repaired, "\n"), run.ID) {
				t.Errorf("repaired %q, findings %+v", r.Repaired, r.Findings)
			}
			c := open(t, home, noEnv)
			if runs, err := c.Runs(t.Context()); err != nil || len(runs) != 1 || runs[0].ID != run.ID {
				t.Errorf("%+v, %v", runs, err)
			}
			checked(t, c, run)
		})
	}
}

// What was attached to runs stays, whichever page of what tells of it is lost.
func TestCheck_AttachedFilesStay(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	for _, table := range []string{"attached", "attached_to"} {
		t.Run(table, func(t *testing.T) {
			home := t.TempDir()
			c := open(t, home, noEnv)
			addNotes(t, c)
			explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Extractive, MaxNodes: 2})
			other, _ := finish(t, c, core.Begin{Question: twoSided, Engine: settings.Extractive})
			docs, err := c.Documents(t.Context(), true)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			copies := glob(t, home, "files/??/*")
			loseTable(t, home, table)
			if r := check(t, home, true); !r.Sound() || len(r.Repaired) == 0 {
				t.Errorf("repaired %q, findings %+v", r.Repaired, r.Findings)
			}
			c = open(t, home, noEnv)
			if err := c.DeleteRun(t.Context(), other.ID); err != nil {
				t.Fatal(err)
			}
			after, err := c.Documents(t.Context(), true)
			if hashes := func(d []source.Document) (out []string) {
				for _, x := range d {
					out = append(out, x.Hash)
				}
				return out
			}; err != nil || !slices.Equal(hashes(docs), hashes(after)) {
				t.Errorf("there are %d documents, were %d, %v", len(after), len(docs), err)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if left := glob(t, home, "files/??/*"); !slices.Equal(copies, left) {
				t.Errorf("%d of %d copies are left", len(left), len(copies))
			}
			if r := check(t, home, false); !r.Sound() {
				t.Errorf("checked again: %+v", r.Findings)
			}
		})
	}
}

// The same bytes under two endings are one document.
func TestCheck_TheSameBytesUnderTwoEndings(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	for _, name := range []string{"notes.md", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("Radon was measured in the cellar."), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, home, noEnv)
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	before, err := c.Documents(t.Context(), true)
	if err != nil || len(before) != 1 {
		t.Fatalf("%+v, %v", before, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, repair := range []bool{false, true} {
		if r := check(t, home, repair); !r.Sound() || len(r.Repaired) > 0 {
			t.Errorf("repaired %q, findings %+v", r.Repaired, r.Findings)
		}
	}
	after, err := open(t, home, noEnv).Documents(t.Context(), true)
	if err != nil || len(after) != 1 || after[0].Name != before[0].Name || after[0].Collection != before[0].Collection {
		t.Errorf("%+v, was %+v, %v", after, before, err)
	}
}

// A run that waits for its person is back where it stood: what its row said is in its events.
func TestCheck_WaitingRunsAreBackWithTheirPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home := library(t)
	c := open(t, home, noEnv)
	run, err := c.StartResearch(t.Context(), core.Begin{Question: kb.Question, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Waiting {
		t.Fatalf("%s, %v", run.Status, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	home = compact(t, home)
	loseTable(t, home, "runs")
	if r := check(t, home, true); !strings.Contains(strings.Join(r.Repaired, "\n"), run.ID) {
		t.Errorf("repaired %q", r.Repaired)
	}
	c = open(t, home, noEnv)
	back, err := c.Run(t.Context(), run.ID)
	if err != nil || back.Title != run.Title || back.Flow != run.Flow || back.Status != graph.Waiting {
		t.Fatalf("%+v, %v", back, err)
	}
	if asked, err := c.Questions(t.Context(), run.ID); err != nil || len(asked) == 0 {
		t.Errorf("it asks %v, %v", asked, err)
	}
}
