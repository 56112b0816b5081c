package core_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

// backupOf returns a small library, changed by change, and a backup of it.
func backupOf(t *testing.T, change func(home string, c *core.Core)) string {
	t.Helper()
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	change(home, c)
	backup := filepath.Join(t.TempDir(), "library.backup")
	if _, err := c.Backup(t.Context(), backup, core.BackupOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return backup
}

// setting is the value of a setting that is in force.
func setting(c *core.Core, name string) string {
	list := c.SettingList()
	return list[slices.IndexFunc(list, func(s core.Setting) bool { return s.Name == name })].Value
}

// A backup, of a stranger or of another computer, decides neither where words go nor which folders are read.
func TestRestore_SettingsOfThisComputerStay(t *testing.T) {
	set := func(c *core.Core, name, value string) {
		if err := c.ChangeSetting(t.Context(), name, value); err != nil {
			t.Fatal(err)
		}
	}
	backup := backupOf(t, func(_ string, c *core.Core) {
		set(c, "OLLAMA_HOST", "http://192.0.2.2:9977")
		set(c, "RELATED_AUTOMATIC_WEB", "true")
		set(c, "MAX_CALLS", "77")
		if _, err := c.WatchFolder(t.Context(), t.TempDir()); err != nil {
			t.Fatal(err)
		}
	})
	home := filepath.Join(t.TempDir(), "here")
	r, err := core.Restore(t.Context(), backup, core.Config{Home: home, Env: noEnv}, core.RestoreOptions{})
	if err != nil || !slices.Equal(r.Left, []string{"OLLAMA_HOST", "RELATED_AUTOMATIC_WEB", "watched_folders"}) {
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
	if r, err = core.Restore(t.Context(), backup, core.Config{Home: home, Env: noEnv}, core.RestoreOptions{}); err != nil || len(r.Left) != 3 {
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
			backup := backupOf(t, func(home string, _ *core.Core) {
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
			if _, err := core.Restore(t.Context(), backup, core.Config{Home: home, Env: noEnv}, core.RestoreOptions{}); fault.KindOf(err) != fault.Unreadable || !strings.Contains(err.Error(), said) {
				t.Errorf("restored: %v", err)
			}
		})
	}
}
