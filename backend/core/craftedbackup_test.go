package core_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/fault"
)

// rewriteDatabase makes statements on a database, over one connection that may write its schema by hand.
func rewriteDatabase(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("PRAGMA journal_mode=DELETE; PRAGMA writable_schema=ON; " + statements); err != nil {
		t.Fatal(err)
	}
}

// untouched is a backup as the program makes it, made once.
var untouched []byte

// crafted returns a backup of a small library as a stranger could write it: its database is changed by statements, its manifest by change,
// and all sums are right.
func crafted(t *testing.T, statements string, change func(*backup.Manifest)) string {
	t.Helper()
	if untouched == nil {
		data, err := os.ReadFile(backupOf(t, func(string, *core.Core) {}))
		if err != nil {
			t.Fatal(err)
		}
		untouched = data
	}
	own, err := zip.NewReader(bytes.NewReader(untouched), int64(len(untouched)))
	if err != nil {
		t.Fatal(err)
	}
	folder, place := t.TempDir(), filepath.Join(t.TempDir(), "crafted.backup")
	out, err := os.Create(place)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	z, manifest := zip.NewWriter(out), backup.Manifest{}
	put := func(name string, data []byte) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, entry := range own.File {
		in, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err = errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
		switch entry.Name {
		case "manifest.json":
			if err := json.Unmarshal(data, &manifest); err != nil {
				t.Fatal(err)
			}
			continue
		case "library.db":
			path := filepath.Join(folder, entry.Name)
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			rewriteDatabase(t, path, statements)
			if data, err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
		put(entry.Name, data)
	}
	database, err := os.ReadFile(filepath.Join(folder, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(database)
	manifest.Files[0].Bytes, manifest.Files[0].SHA256 = int64(len(database)), hex.EncodeToString(sum[:])
	change(&manifest)
	raw, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	put("manifest.json", raw)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return place
}

func asItIs(*backup.Manifest) {}

// A trigger is found also under a name that SQLite keeps for itself, and under the name of a table that stands behind it.
func TestRestore_RefusesTriggersUnderOtherNames(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	const body = ` AFTER UPDATE ON runs BEGIN INSERT OR REPLACE INTO settings VALUES ('OLLAMA_HOST', 'http://192.0.2.2'); END; `
	for name, statements := range map[string]string{
		"sqlite_x": `CREATE TRIGGER evil` + body + `UPDATE sqlite_schema SET name = 'sqlite_x', sql = replace(sql, 'evil', 'sqlite_x') WHERE name = 'evil'`,
		"sketches": `CREATE TRIGGER sketches` + body + `UPDATE sqlite_schema SET rowid = rowid * 10 + 100000;
			UPDATE sqlite_schema SET rowid = (SELECT rowid - 5 FROM sqlite_schema WHERE type = 'table' AND name = 'sketches') WHERE type = 'trigger' AND name = 'sketches'`,
	} {
		t.Run(name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "here")
			_, err := core.Restore(t.Context(), crafted(t, statements, asItIs), core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{})
			if fault.KindOf(err) != fault.Unreadable || !strings.Contains(err.Error(), "it has a trigger "+name) {
				t.Errorf("restored: %v", err)
			}
			left(t, filepath.Dir(home))
		})
	}
}

// A trigger in a database of an older version does not run while that is brought up to date: this one would not end.
func TestRestore_RunsNothingOfAStranger(t *testing.T) {
	saved := crafted(t, `PRAGMA user_version = 16; DROP TABLE terms_places; DROP TABLE former_pages; DROP TABLE former_passages; ALTER TABLE documents DROP COLUMN reading; DROP INDEX reports_glance; ALTER TABLE reports DROP COLUMN verdict;
		CREATE INDEX reports_glance ON reports(run, version, score, claims, calls, time);
		INSERT INTO runs (id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at)
			VALUES ('abcdefghijkl', 'answer', 'x', 'finished', '', '', '', '', '', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
		INSERT INTO reports (run, version, at, report) VALUES ('abcdefghijkl', 0, '2026-01-01T00:00:00Z', '{}');
		CREATE TRIGGER evil AFTER UPDATE ON reports BEGIN
			INSERT INTO settings SELECT 'x', count(*) FROM (WITH RECURSIVE r(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM r) SELECT a FROM r); END`,
		func(m *backup.Manifest) { m.Schema = 16 })
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	home := filepath.Join(t.TempDir(), "here")
	_, err := core.Restore(ctx, saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{})
	if ctx.Err() != nil || fault.KindOf(err) != fault.Unreadable || !strings.Contains(err.Error(), "it has a trigger evil") {
		t.Errorf("restored: %v", err)
	}
	left(t, filepath.Dir(home))
}

// A library that was restored before strangers' triggers were looked for is told of them, and a repair leaves them behind.
func TestCheck_TellsOfWhatRabbitholeDidNotMake(t *testing.T) {
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	docs, err := c.Documents(t.Context(), false)
	if err = errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	rewriteDatabase(t, filepath.Join(home, "library.db"), `CREATE TRIGGER evil AFTER INSERT ON settings BEGIN DELETE FROM documents; END;
		UPDATE sqlite_schema SET name = 'sqlite_x', sql = replace(sql, 'evil', 'sqlite_x') WHERE name = 'evil'`)
	r, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{})
	if err != nil || r.Sound() || !strings.Contains(r.Findings[0].Text, "did not make") || !strings.Contains(r.Findings[0].Text, "a trigger sqlite_x") || !strings.Contains(r.Findings[0].Cure, "restore FILE") {
		t.Fatalf("%+v, %v", r, err)
	}
	r, err = core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{Repair: true})
	if err != nil || !r.Sound() || !strings.Contains(r.Repaired[0], "a trigger sqlite_x") || !strings.Contains(r.Repaired[0], "nothing was lost") {
		t.Fatalf("%+v, %v", r, err)
	}
	if r, err = core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{}); err != nil || !r.Sound() {
		t.Errorf("after the repair: %+v, %v", r, err)
	}
	if now, err := open(t, home, noEnv).Documents(t.Context(), false); err != nil || len(now) != len(docs) {
		t.Errorf("%d documents, there were %d: %v", len(now), len(docs), err)
	}
}

// A manifest that cannot be true is refused before what it lists is read.
func TestRestore_RefusesListsThatCannotBe(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for said, change := range map[string]func(*backup.Manifest){
		"lists more than there is": func(m *backup.Manifest) { m.Files = slices.Repeat(m.Files[:1], 100_000) },
		"lists library.db twice":   func(m *backup.Manifest) { m.Files = append(m.Files[:2:2], m.Files[0]) },
		"has not as many bytes":    func(m *backup.Manifest) { m.Files[1].Bytes = 1 << 50 },
		"it holds no database":     func(m *backup.Manifest) { m.Files = m.Files[1:] },
		"no proper entry":          func(m *backup.Manifest) { m.Files[1].Name = "../files/x" },
		"unexpected EOF":           func(m *backup.Manifest) { m.Version = strings.Repeat("x", 20<<20) },
	} {
		t.Run(said, func(t *testing.T) {
			home, read := filepath.Join(t.TempDir(), "here"), false
			_, err := core.Restore(t.Context(), crafted(t, "", change), core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{Progress: func(backup.Transfer) { read = true }})
			if fault.KindOf(err) != fault.Unreadable || !strings.Contains(err.Error(), said) || read {
				t.Errorf("restored: %.300v, entries read: %t", err, read)
			}
			left(t, filepath.Dir(home))
		})
	}
}
