package core_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
)

// backupOf returns a small library, changed by change, and a backup of it.
func backupOf(t *testing.T, change func(home string, c *core.Core)) string {
	t.Helper()
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	change(home, c)
	saved := filepath.Join(t.TempDir(), "library.backup")
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return saved
}

// setting is the value of a setting that is in force.
func setting(c *core.Core, name string) string {
	list := c.SettingList()
	return list[slices.IndexFunc(list, func(s settings.Setting) bool { return s.Name == name })].Value
}

// A backup, of a stranger or of another computer, decides neither where words go nor which folders are read.
func TestRestore_SettingsOfThisComputerStay(t *testing.T) {
	set := func(c *core.Core, name, value string) {
		if err := c.ChangeSetting(t.Context(), name, value); err != nil {
			t.Fatal(err)
		}
	}
	saved := backupOf(t, func(_ string, c *core.Core) {
		set(c, "OLLAMA_HOST", "http://192.0.2.2:9977")
		set(c, "RELATED_AUTOMATIC_WEB", "true")
		set(c, "MAX_CALLS", "77")
		if _, err := c.WatchFolder(t.Context(), t.TempDir()); err != nil {
			t.Fatal(err)
		}
	})
	home := filepath.Join(t.TempDir(), "here")
	r, err := core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{})
	if err != nil || !slices.Equal(r.Left, []string{"OLLAMA_HOST", "RELATED_AUTOMATIC_WEB", "the places of its documents", "watched_folders"}) {
		t.Fatalf("%+v, %v", r, err)
	}
	c := open(t, home, noEnv)
	if watched, err := c.Watched(t.Context()); err != nil || len(watched) > 0 || setting(c, "OLLAMA_HOST") == "http://192.0.2.2:9977" || setting(c, "RELATED_AUTOMATIC_WEB") != "false" {
		t.Errorf("watched %q, %v, host %s", watched, err, setting(c, "OLLAMA_HOST"))
	}
	if setting(c, "MAX_CALLS") != "77" {
		t.Errorf("a setting of the library is lost: %s", setting(c, "MAX_CALLS"))
	}

	set(c, "OLLAMA_HOST", "http://127.0.0.1:4242")
	folder, err := c.WatchFolder(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	keys := filepath.Join(home, "keys.json")
	if err := os.WriteFile(keys, []byte(`{"brave":"secret"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err = core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{}); err != nil || len(r.Left) != 4 {
		t.Fatalf("%+v, %v", r, err)
	}
	if kept, err := os.ReadFile(keys); err != nil || string(kept) != `{"brave":"secret"}` {
		t.Errorf("the keys of search providers are gone: %s, %v", kept, err)
	}
	c = open(t, home, noEnv)
	if watched, err := c.Watched(t.Context()); err != nil || !slices.Equal(watched, []string{folder}) || setting(c, "OLLAMA_HOST") != "http://127.0.0.1:4242" {
		t.Errorf("what this computer had set is gone: watched %q, %v, host %s", watched, err, setting(c, "OLLAMA_HOST"))
	}
}

// A database that holds more or other things than the program makes is no library, however whole its pages are.
func TestRestore_RefusesADatabaseOfAStranger(t *testing.T) {
	for statement, said := range map[string]string{
		`CREATE TRIGGER evil AFTER INSERT ON documents BEGIN DELETE FROM runs; END`: "it has a trigger evil",
		`CREATE VIEW evil AS SELECT * FROM documents`:                               "it has a view evil",
		`DROP TABLE inbox`:                 "it has no table inbox",
		`DROP INDEX runs_parent`:           "it has no index runs_parent",
		`CREATE INDEX evil ON runs(title)`: "it has a index evil",
		`DROP TABLE settings; CREATE TABLE settings (key BLOB PRIMARY KEY, value TEXT NOT NULL)`: "it has a table settings that was made otherwise",
		`INSERT INTO loose_copies VALUES ('a')`:                                                  "loose_copies has 1 rows without the hash",
		`INSERT INTO runs (id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at) VALUES ('../../thesis', 'answer', 'x', 'finished', '', '', '', '', '', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`: "it has 1 runs without a proper ID",
	} {
		t.Run(said, func(t *testing.T) {
			saved := backupOf(t, func(home string, _ *core.Core) {
				db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				if _, err := db.Exec(statement); err != nil {
					t.Fatal(err)
				}
			})
			home := filepath.Join(t.TempDir(), "here")
			if _, err := core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{}); fault.KindOf(err) != fault.Unreadable || !strings.Contains(err.Error(), said) {
				t.Errorf("restored: %v", err)
			}
		})
	}
}

// The paths of documents in a backup are what somebody wrote there: a restored library leads to none of them, but to its own copies.
func TestRestore_PathsOfABackupLeadNowhere(t *testing.T) {
	private := filepath.Join(t.TempDir(), "private.md")
	if err := os.WriteFile(private, []byte("# Private\n\nNobody asked for this file to be read.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	c := open(t, home, noEnv)
	own := addNotes(t, c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	// One whose path is another's, one that also failed and whose copy is lost, one as it was.
	rewriteDatabase(t, filepath.Join(home, "library.db"), `UPDATE documents SET path = '`+private+`' WHERE name <> 'roof.md';
		UPDATE documents SET state = 'failed' WHERE name = 'well.md'`)
	c = open(t, home, noEnv)
	lost, err := c.FilePath(t.Context(), own["well.md"].Hash)
	if err = errors.Join(err, os.Remove(lost)); err != nil {
		t.Fatal(err)
	}
	saved := filepath.Join(t.TempDir(), "library.backup")
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}

	elsewhere := filepath.Join(t.TempDir(), "here")
	r, err := core.Restore(t.Context(), saved, core.Config{Home: elsewhere, Env: noEnv}, backup.RestoreOptions{})
	if err != nil || !slices.Equal(r.Left, []string{"the places of its documents"}) {
		t.Fatalf("%+v, %v", r, err)
	}
	c = open(t, elsewhere, noEnv)
	docs, err := c.Documents(t.Context(), true)
	for _, d := range docs {
		if d.Path != "" {
			t.Errorf("%s leads to %s", d.Name, d.Path)
		}
	}
	if _, retried := c.Retry(t.Context(), own["well.md"].Hash, core.AddOptions{}); err != nil || len(docs) != 3 || fault.KindOf(retried) != fault.NotFound {
		t.Errorf("read again: %v; %d documents, %v", retried, len(docs), err)
	}
	if place, err := c.PlaceOf(t.Context(), own["cellar.md"].Hash); err != nil || !strings.HasPrefix(place, elsewhere) {
		t.Errorf("its place is %s, %v", place, err)
	}
	// The file named anew is the document's place again.
	if results, err := c.Add(t.Context(), []string{own["roof.md"].Path}, core.AddOptions{}); err != nil || results[0].Status != "duplicate" {
		t.Errorf("added again: %+v, %v", results, err)
	}
	if place, err := c.PlaceOf(t.Context(), own["roof.md"].Hash); err != nil || place != own["roof.md"].Path {
		t.Errorf("its place is %s, %v", place, err)
	}

	// What the library that is there says of the same document stays.
	rewriteDatabase(t, filepath.Join(home, "library.db"), `UPDATE documents SET path = '`+own["cellar.md"].Path+`' WHERE name = 'cellar.md'`)
	if r, err = core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{}); err != nil || len(r.Left) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	docs, err = open(t, home, noEnv).Documents(t.Context(), true)
	for _, d := range docs {
		if want := map[string]string{"roof.md": own["roof.md"].Path, "well.md": private}[d.Name]; err != nil || d.Path != want {
			t.Errorf("%s leads to %q, want %q: %v", d.Name, d.Path, want, err)
		}
	}
}
