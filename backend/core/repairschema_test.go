package core_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
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

// One changed letter in the hash of a document or an attached file makes no second one of it.
func TestCheck_DamagedHashes(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	used := attach(t, c, file(t, "visit.md", "# Visit\n\nThe roof of the barn was measured in winter."))
	explored(t, c, core.Explore{Question: twoSided, Context: used, Engine: settings.Extractive, MaxNodes: 2})
	attach(t, c, file(t, "plan.md", "# Plan\n\nThe plan is short."))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	home = compact(t, home)
	before := holdings(t, home)
	raw, err := os.ReadFile(filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	hit := 0
	for _, table := range []string{"documents", "attached", "attached_to"} {
		for _, page := range pagesOf(t, home, table) {
			for _, place := range glob(t, home, "files/??/*") {
				hash, _, _ := strings.Cut(filepath.Base(place), ".")
				at := bytes.Index(raw[page:page+4096], []byte(hash))
				if at < 0 {
					continue
				}
				for _, letter := range []byte("0=g") {
					hit++
					wrongLetter(t, twin(t, home), page+int64(at)+5, letter, before)
				}
			}
		}
	}
	if hit < 21 { // three notes, two files, the text of one and its run
		t.Errorf("only %d letters were changed", hit)
	}
}

// wrongLetter changes a letter of a library's database, repairs it and compares what is held.
func wrongLetter(t *testing.T, home string, at int64, letter byte, before []string) {
	t.Helper()
	path := filepath.Join(home, "library.db")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if raw[at] == letter {
		letter++
	}
	raw[at] = letter
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	r := check(t, home, true)
	if again := check(t, home, false); !r.Sound() || !again.Sound() {
		t.Errorf("byte %d is %c: repaired %q, findings %+v, again %+v", at, letter, r.Repaired, r.Findings, again.Findings)
	}
	if after := holdings(t, home); !reflect.DeepEqual(before, after) {
		t.Errorf("byte %d is %c: repaired %q\n%q, before\n%q", at, letter, r.Repaired, after, before)
	}
}
