package core_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/private"
)

// pagesOf returns the offsets of the pages of a table of a closed library.
func pagesOf(t *testing.T, home, table string) (offsets []int64) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT (pageno - 1) * pgsize FROM dbstat WHERE name = ? ORDER BY pageno`, table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var at int64
		if err := rows.Scan(&at); err != nil {
			t.Fatal(err)
		}
		offsets = append(offsets, at)
	}
	return offsets
}

// holdings returns what a library has of documents and runs, and closes it.
func holdings(t *testing.T, home string) (held []string) {
	t.Helper()
	c := open(t, home, noEnv)
	docs, err := c.Documents(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		held = append(held, d.Hash+" "+d.Name+" "+d.Collection+" "+string(d.State))
	}
	runs, err := c.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		held = append(held, r.ID+" "+r.Title+" "+string(r.Status))
	}
	files, err := c.Attachments(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		held = append(held, f.Hash+" "+f.Name)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return held
}

// One page that says where the tables are takes nothing with it.
func TestCheck_DamagedSchemaLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, _ := waitingRun(t)
	before := holdings(t, home)
	for _, at := range pagesOf(t, home, "sqlite_schema") {
		home := twin(t, home)
		spoil(t, filepath.Join(home, "library.db"), at+109, 1)
		r := check(t, home, true)
		if !r.Sound() || !strings.Contains(strings.Join(r.Repaired, "\n"), "nothing was lost") {
			t.Errorf("page at %d: repaired %q, findings %+v", at, r.Repaired, r.Findings)
		}
		if again := check(t, home, false); !again.Sound() {
			t.Errorf("page at %d: %+v", at, again.Findings)
		}
		if after := holdings(t, home); !reflect.DeepEqual(before, after) {
			t.Errorf("page at %d:\n%q, before\n%q", at, after, before)
		}
	}
}

// Without the copy of the schema, everything is lost, and the repair says so.
func TestCheck_LostSchemaIsSaid(t *testing.T) {
	home := library(t)
	spoil(t, filepath.Join(home, "library.db"), 109, 1)
	if err := os.Remove(filepath.Join(home, "library.db.schema")); err != nil {
		t.Fatal(err)
	}
	r := check(t, home, true)
	if said := strings.Join(r.Repaired, "\n"); r.Sound() || !strings.Contains(said, "all tables are lost") || strings.Contains(said, "in part") {
		t.Errorf("repaired %q, findings %+v", r.Repaired, r.Findings)
	}
	if len(glob(t, home, "damaged-*/library.db")) != 1 {
		t.Error("the damaged database is not kept")
	}
	if n := len(holdings(t, home)); n != 7 {
		t.Errorf("%d documents", n)
	}
}

// The copy of the schema is written where it is missing or not as it should be, is nobody else's, and is no leftover.
func TestOpen_KeepsACopyOfTheSchema(t *testing.T) {
	home := library(t)
	path := filepath.Join(home, "library.db.schema")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func() error{
		"missing": func() error { return os.Remove(path) },
		"damaged": func() error { return os.WriteFile(path, []byte("x"), 0o600) },
		"open":    func() error { return os.Chmod(path, 0o644) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if r := check(t, home, false); !r.Sound() {
			t.Errorf("%s: %+v", name, r.Findings)
		}
		if err := open(t, home, noEnv).Close(); err != nil {
			t.Fatal(err)
		}
		have, err := os.ReadFile(path)
		if err != nil || string(have) != string(want) || !private.Is(path) {
			t.Errorf("%s: %d bytes, want %d, private %t, %v", name, len(have), len(want), private.Is(path), err)
		}
	}
}
