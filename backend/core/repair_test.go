package core_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/kb"
)

// researched returns a closed library with one finished run and its report.
func researched(t *testing.T) (home string, run graph.Run, r report.Report) {
	t.Helper()
	home = library(t)
	c := open(t, home, noEnv)
	run, r = finish(t, c, core.Begin{Question: kb.Question, Engine: settings.Extractive})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return home, run, r
}

// twin returns a copy of a closed library.
func twin(t *testing.T, home string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "home")
	if err := os.CopyFS(copied, os.DirFS(home)); err != nil {
		t.Fatal(err)
	}
	return copied
}

// compact returns a copy of a closed library without free pages: damage to those loses nothing and is nothing to find.
func compact(t *testing.T, home string) string {
	t.Helper()
	saved, copied := filepath.Join(t.TempDir(), "backup.zip"), filepath.Join(t.TempDir(), "home")
	c := open(t, home, noEnv)
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := core.Restore(t.Context(), saved, core.Config{Home: copied, Env: noEnv}, backup.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	return copied
}

// spoil overwrites n bytes of a file from offset at; a negative offset counts from the end.
func spoil(t *testing.T, path string, at int64, n int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at += info.Size()
	}
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xA5}, n), at); err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, home string, repair bool) core.CheckReport {
	t.Helper()
	r, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{Repair: repair})
	if err != nil {
		t.Fatalf("Check = %v (hint %q)", err, fault.Hint(err))
	}
	return r
}

func TestCheck_SoundLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, run, _ := researched(t)
	for _, repair := range []bool{false, true} {
		if r := check(t, home, repair); !r.Sound() || len(r.Repaired) > 0 || len(r.Findings) < 6 {
			t.Errorf("repair %t of a sound library: %+v", repair, r)
		}
	}
	checked(t, open(t, home, noEnv), run)
}

// TestCheck_DamagedDatabase spoils the database in many places. Where opening or reading fails the message says what to do; repaired, the
// library is sound, every document is searched, and the report is there with all its citations.
func TestCheck_DamagedDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("repairs many libraries")
	}
	home, run, before := researched(t)
	home = compact(t, home)
	info, err := os.Stat(filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	places := map[string][2]int64{"Header": {0, 100}, "FirstPage": {0, 4096}, "End": {-40_000, 40_000}, "Half": {info.Size() / 2, info.Size() / 2}}
	for i := int64(1); i < 12; i++ {
		places[fmt.Sprintf("At%d", i)] = [2]int64{info.Size() * i / 12, 12_000}
	}
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			home := twin(t, home)
			spoil(t, filepath.Join(home, "library.db"), place[0], int(place[1]))
			if c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv}); err == nil {
				c.Close()
			} else if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "check --repair") {
				t.Errorf("Open = %v (hint %q)", err, fault.Hint(err))
			}
			if r := check(t, home, false); r.Sound() {
				t.Error("the damage was not found")
			}
			r := check(t, home, true)
			kept, _ := filepath.Glob(filepath.Join(home, "damaged-*", "library.db"))
			if len(r.Repaired) == 0 || len(kept) != 1 {
				t.Errorf("repaired: %q; the damaged database is kept in %q", r.Repaired, kept)
			}
			if again := check(t, home, false); again.Sound() != r.Sound() {
				t.Errorf("checked again: %+v", again.Findings)
			}
			c := open(t, home, noEnv)
			docs, err := c.Documents(t.Context(), false)
			if err != nil || len(docs) != 7 {
				t.Errorf("%d documents, %v", len(docs), err)
			}
			for _, d := range docs {
				if !d.Live() {
					t.Errorf("%s is %s: %s", d.Name, d.State, d.Reason)
				}
			}
			if hits, err := c.Search(t.Context(), "radon", core.SearchOptions{}); err != nil || len(hits) == 0 {
				t.Errorf("search: %d hits, %v", len(hits), err)
			}
			if last, err := c.Reported(t.Context(), "last"); err != nil || last.ID != run.ID {
				t.Errorf("the last run is %q, %v", last.ID, err)
			}
			if after := checked(t, c, run); len(after.Claims) != len(before.Claims) {
				t.Errorf("%d claims, %d before", len(after.Claims), len(before.Claims))
			}
		})
	}
}

// TestCheck_LostDatabase deletes the database, or empties it: opening the library must not make a new one, which would clear the
// copies away, and a repair reads them again.
func TestCheck_LostDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("adds many documents, which is very slow under the race detector")
	}
	for name, lose := range map[string]func(string) error{
		"Deleted": os.Remove,
		"Empty":   func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			home := library(t)
			for _, side := range []string{"-wal", "-shm"} {
				os.Remove(filepath.Join(home, "library.db"+side))
			}
			if err := lose(filepath.Join(home, "library.db")); err != nil {
				t.Fatal(err)
			}
			if r := check(t, home, false); r.Sound() || !strings.Contains(r.Findings[0].Cure, "restore FILE") {
				t.Errorf("findings: %+v", r.Findings)
			}
			for _, readOnly := range []bool{false, true} {
				_, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv, ReadOnly: readOnly})
				if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "check --repair") {
					t.Errorf("Open = %v (hint %q)", err, fault.Hint(err))
				}
			}
			if r := check(t, home, true); !r.Sound() || len(r.Repaired) < 7 {
				t.Errorf("repaired: %q, findings: %+v", r.Repaired, r.Findings)
			}
			if hits, err := open(t, home, noEnv).Search(t.Context(), "radon", core.SearchOptions{}); err != nil || len(hits) == 0 {
				t.Errorf("search: %d hits, %v", len(hits), err)
			}
		})
	}
}

// TestCheck_InconsistentContents breaks one part after the other behind the program's back.
func TestCheck_InconsistentContents(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, run, _ := researched(t)
	for name, statement := range map[string]string{
		"PageLost":       `DELETE FROM pages WHERE rowid IN (SELECT rowid FROM pages LIMIT 1 OFFSET 3)`,
		"PageChanged":    `UPDATE pages SET text = 'x' || text WHERE rowid IN (SELECT rowid FROM pages LIMIT 1 OFFSET 5)`,
		"PassageLost":    `DELETE FROM passages WHERE no = 4`,
		"PassageChanged": `UPDATE passages SET text = text || '!' WHERE no = 5`,
		"IndexLost":      `DELETE FROM terms WHERE no IN (SELECT no FROM terms LIMIT 5)`,
		"IndexBehind":    `INSERT INTO terms_index(terms_index) VALUES ('delete-all')`,
		"TotalsWrong":    `UPDATE terms_total SET passages = passages + 3`,
		"VectorShort":    `UPDATE vectors SET vector = x'0000803f' WHERE rowid IN (SELECT rowid FROM vectors LIMIT 1)`,
		"VectorNaN":      `UPDATE vectors SET vector = CAST(x'0000c07f' || substr(vector, 5) AS BLOB) WHERE rowid IN (SELECT rowid FROM vectors LIMIT 1)`,
		"SketchChanged":  `UPDATE sketches SET sketch = CAST(substr(sketch, 1, 8) || zeroblob(length(sketch) - 8) AS BLOB) WHERE no IN (SELECT no FROM sketches LIMIT 1)`,
		"SketchScaled":   `UPDATE sketches SET sketch = CAST(x'0000803f' || substr(sketch, 5) AS BLOB) WHERE no IN (SELECT no FROM sketches LIMIT 1)`,
		"SketchShort":    `UPDATE sketches SET sketch = substr(sketch, 1, 10) WHERE no IN (SELECT no FROM sketches LIMIT 1)`,
		"Orphans":        `DELETE FROM documents WHERE rowid IN (SELECT rowid FROM documents LIMIT 1)`,
	} {
		t.Run(name, func(t *testing.T) {
			home := twin(t, home)
			behind(t, home, statement)
			if r := check(t, home, false); r.Sound() {
				t.Fatal("nothing was found")
			}
			if r := check(t, home, true); !r.Sound() || len(r.Repaired) == 0 {
				t.Errorf("repaired: %q, findings: %+v", r.Repaired, r.Findings)
			}
			if r := check(t, home, false); !r.Sound() {
				t.Errorf("checked again: %+v", r.Findings)
			}
			checked(t, open(t, home, noEnv), run)
		})
	}
}

// behind changes the database behind the program's back.
func behind(t *testing.T, home, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	done, err := db.Exec(statement)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		t.Fatalf("%s changed %d rows, %v", statement, n, err)
	}
}

func TestCheck_LostAndDamagedCopies(t *testing.T) {
	home := library(t)
	copies, err := filepath.Glob(filepath.Join(home, "files", "*", "*.pdf"))
	if err != nil || len(copies) < 3 {
		t.Fatalf("copies: %q, %v", copies, err)
	}
	spoil(t, copies[0], 1000, 10)
	if err := os.Remove(copies[1]); err != nil {
		t.Fatal(err)
	}
	if r := check(t, home, false); r.Sound() || !strings.Contains(fmt.Sprint(r.Findings), "2 of 7 copies") {
		t.Errorf("findings: %+v", r.Findings)
	}
	r := check(t, home, true) // the person's own files are where they were
	if !r.Sound() || len(r.Repaired) != 2 {
		t.Errorf("repaired: %q, findings: %+v", r.Repaired, r.Findings)
	}
	if r := check(t, home, false); !r.Sound() {
		t.Errorf("checked again: %+v", r.Findings)
	}
}

func TestOpen_LibraryOfANewerVersion(t *testing.T) {
	home := library(t)
	behind(t, home, `INSERT INTO settings VALUES ('x', 'y')`)
	db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`PRAGMA user_version = 9999`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	for _, readOnly := range []bool{false, true} {
		_, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv, ReadOnly: readOnly})
		if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "Update this one") || !strings.Contains(err.Error(), "9999") {
			t.Errorf("Open = %v (hint %q)", err, fault.Hint(err))
		}
	}
	if _, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{Repair: true}); !strings.Contains(fault.Hint(err), "Update this one") {
		t.Errorf("Check = %v (hint %q)", err, fault.Hint(err))
	}
}
