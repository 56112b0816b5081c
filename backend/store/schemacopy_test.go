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
	"rabbithole/backend/source"
)

// withSchema makes a database with the copy of its schema beside it. The last row is only in the log, when logged.
func withSchema(t *testing.T, logged bool) (path string, pages []int64) {
	t.Helper()
	db := openNew(t)
	put(t, db, "h", "a.pdf", "", source.Ready)
	for n := range 60 {
		page := source.Page{Number: n + 1, Text: strings.Repeat("what a page says ", 50)}
		if err := db.PutPages(t.Context(), "h", []source.Page{page}); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := db.SchemaCopy(t.Context())
	if err != nil || len(schema) == 0 {
		t.Fatal(err)
	}
	pages, err = list("read pages", value[int64])(db.read.QueryContext(t.Context(), `SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`))
	if err != nil || len(pages) < 3 {
		t.Fatalf("pages %d, %v", pages, err)
	}
	path = filepath.Join(t.TempDir(), "library.db")
	if logged {
		if _, err := db.write.ExecContext(t.Context(), `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			t.Fatal(err)
		}
	}
	run := graph.Run{ID: "run", Title: "which limit applies?", Status: graph.Waiting}
	if _, err := db.Commit(t.Context(), graph.Commit{Run: run, New: true}); err != nil {
		t.Fatal(err)
	}
	if !logged {
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyDatabase(db.path, path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+SchemaSuffix, schema, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, pages
}

// salvaged salvages a database and returns what was found and how many pages and runs there are.
func salvaged(t *testing.T, damaged string) (found Salvaged, pages, runs int) {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	found, err := Salvage(t.Context(), damaged, fresh)
	if err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), fresh)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := db.read.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM pages), (SELECT count(*) FROM runs)`).Scan(&pages, &runs); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(fresh + ".patched*"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	return found, pages, runs
}

// TestSalvage_DamagedSchema damages each page of sqlite_schema in several ways. All other pages are sound: nothing is lost.
func TestSalvage_DamagedSchema(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many damaged databases, which is very slow under the race detector")
	}
	for _, logged := range []bool{false, true} {
		path, pages := withSchema(t, logged)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			start := (page - 1) * 4096
			first := start
			if page == 1 {
				first += headerSize
			}
			for name, change := range map[string]func(b []byte){
				"kind":    func(b []byte) { b[first] ^= 1 },
				"pointer": func(b []byte) { b[first+10] ^= 1 },
				"letter":  func(b []byte) { b[start+4000] ^= 1 },
				"zeroes":  func(b []byte) { clear(b[start : start+4096]) },
			} {
				t.Run(fmt.Sprintf("logged %t, page %d, %s", logged, page, name), func(t *testing.T) {
					damaged := slices.Clone(raw)
					change(damaged)
					if err := os.WriteFile(path, damaged, 0o600); err != nil {
						t.Fatal(err)
					}
					found, pages, runs := salvaged(t, path)
					if len(found.Lost) > 0 || found.NoSchema || pages != 60 || runs != 1 {
						t.Errorf("%d pages, %d runs, %+v", pages, runs, found)
					}
				})
			}
		}
	}
}

// A copy of the schema that is not of this database, or damaged, is as good as none: then it is said that everything is lost.
func TestSalvage_SchemaThatDoesNotFit(t *testing.T) {
	path, _ := withSchema(t, false)
	spoil(t, path, headerSize, 4096-headerSize)
	schema, err := os.ReadFile(path + SchemaSuffix)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(schema, []byte("\n"))
	other := bytes.ReplaceAll(rest, []byte(`"root":3,`), []byte(`"root":2,`))
	if bytes.Equal(rest, other) {
		t.Fatal("nothing was changed")
	}
	swapped := bytes.ReplaceAll(bytes.ReplaceAll(bytes.ReplaceAll(rest, []byte(`"root":3,`), []byte(`"root":0000,`)), []byte(`"root":2,`), []byte(`"root":3,`)), []byte(`"root":0000,`), []byte(`"root":2,`))
	for name, content := range map[string][]byte{
		"none": nil, "damaged": append([]byte{schema[0] ^ 1}, schema[1:]...), "half": schema[:len(schema)/2],
		"one page twice": append(sumLine(other), other...), "another kind": append(sumLine(swapped), swapped...),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path+SchemaSuffix, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if found, _, _ := salvaged(t, path); !found.NoSchema || !slices.Contains(found.Lost, "runs") {
				t.Errorf("%+v", found)
			}
		})
	}
}

// Where pages move, no copy is left that says where they were.
func TestSchemaCopy_IsDroppedBeforePagesMove(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	stale := func(what string, move func() error) {
		t.Helper()
		if err := os.WriteFile(path+SchemaSuffix, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := move(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if _, err := os.Stat(path + SchemaSuffix); err == nil {
			t.Errorf("%s: the copy is still there", what)
		}
	}
	var db *DB
	stale("migration", func() (err error) {
		db, err = Open(t.Context(), path)
		return err
	})
	defer db.Close()
}
