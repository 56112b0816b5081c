package core_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/fault"
)

// unreadRows are stored settings that the program cannot read, with what is set to them.
const unreadRows = `INSERT OR REPLACE INTO settings VALUES ('MAX_CALLS', 'x'), ('RABBITHOLE_ENGINE', 'warp'), ('RELEVANCE_THRESHOLD', '7'),
	('RABBITHOLE_MODEL', char(27) || '[2Jmodel'), ('embedder.answering', '{'), ('watched_folders', '{'), ('MAX_REWRITES', '3')`

var unreadNames = []string{"MAX_CALLS", "RABBITHOLE_ENGINE", "RABBITHOLE_MODEL", "RELEVANCE_THRESHOLD", "embedder.answering", "watched_folders"}

// A stored value that cannot be read locks nobody out: it counts as its default, is named, and a repair forgets it.
func TestSettings_UnreadableStoredValuesAreDefaults(t *testing.T) {
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	rewriteDatabase(t, filepath.Join(home, "library.db"), unreadRows)
	c = open(t, home, noEnv)
	if setting(c, "MAX_CALLS") != "0" || setting(c, "RABBITHOLE_ENGINE") != "auto" || setting(c, "RELEVANCE_THRESHOLD") != "0.6" || setting(c, "MAX_REWRITES") != "3" {
		t.Errorf("in force: %+v", c.SettingList())
	}
	for where, text := range map[string]string{"settings": c.UnreadSettings(), "doctor": textsOf(c.Doctor(t.Context()))} {
		if !strings.Contains(text, "the default applies: "+strings.Join(unreadNames, ", ")) {
			t.Errorf("%s: %q", where, text)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, repair := range []bool{false, true, false} {
		r, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{Repair: repair})
		named := strings.Count(strings.Join(r.Repaired, " "), "could not be read; its default applies")
		if err != nil || repair && named < len(unreadNames)-1 /* the embedder wrote its own anew */ {
			t.Fatalf("repair %t: %+v, %v", repair, r, err)
		}
		if unread := strings.Contains(textsOf(r.Findings), "MAX_CALLS"); unread == r.Sound() {
			t.Errorf("repair %t: %+v", repair, r)
		}
	}
	if c = open(t, home, noEnv); c.UnreadSettings() != "" || setting(c, "MAX_REWRITES") != "3" {
		t.Errorf("after the repair: %q", c.UnreadSettings())
	}
}

// A backup with such values is restored without them.
func TestRestore_LeavesUnreadableSettingsOut(t *testing.T) {
	saved := backupOf(t, func(home string, _ *core.Core) {
		db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(unreadRows); err != nil {
			t.Fatal(err)
		}
	})
	home := filepath.Join(t.TempDir(), "here")
	r, err := core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range unreadNames {
		if !slices.Contains(r.Left, name) {
			t.Errorf("%s was not left out: %q", name, r.Left)
		}
	}
	if c := open(t, home, noEnv); c.UnreadSettings() != "" || setting(c, "MAX_REWRITES") != "3" {
		t.Errorf("restored: %q", c.UnreadSettings())
	}
}

// When the restored library cannot be opened, the one that was there is back in its place, and nothing else is left.
func TestRestore_GoesBackWhenItCannotBeOpened(t *testing.T) {
	saved := backupOf(t, func(string, *core.Core) {})
	for _, there := range []bool{true, false} {
		home := filepath.Join(t.TempDir(), "here")
		if there {
			c := open(t, home, noEnv)
			addNotes(t, c)
			if _, err := c.Remove(t.Context(), "roof.md"); err != nil {
				t.Fatal(err)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
		r, err := core.Restore(t.Context(), saved, core.Config{Home: home, Env: env("MAX_CALLS", "x")}, backup.RestoreOptions{})
		if fault.KindOf(err) != fault.Usage || !strings.Contains(fault.Hint(err), "Nothing was changed.") || r.Aside != "" {
			t.Fatalf("%+v, %v, hint %q", r, err, fault.Hint(err))
		}
		if left, err := os.ReadDir(filepath.Dir(home)); err != nil || there && len(left) != 1 || !there && len(left) != 0 {
			t.Errorf("left: %v, %v", left, err)
		}
		if !there {
			continue
		}
		if _, err := open(t, home, noEnv).Document(t.Context(), "roof.md"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("the library in its place is another one: %v", err)
		}
	}
}
