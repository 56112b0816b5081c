package core_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/fault"
)

// A repair ends before all that the old database knew has been looked for: the next start deletes nothing, and the next repair goes on.
func TestCheck_InterruptedRepairLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, run, _ := researched(t)
	copies := len(glob(t, home, "files/??/*"))
	for name, damage := range map[string]func(home string){
		"gone": func(home string) {
			for _, path := range glob(t, home, "library.db*") {
				os.Remove(path)
			}
		},
		"damaged": func(home string) {
			path := filepath.Join(home, "library.db")
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			for at := int64(8192); at < info.Size(); at += 8192 {
				spoil(t, path, at, 4096)
			}
		},
	} {
		home := twin(t, home)
		damage(home)
		ctx, kill := context.WithCancel(t.Context())
		cfg := core.Config{Home: home, Env: noEnv}
		_, err := core.Check(ctx, cfg, core.CheckOptions{Repair: true, Progress: func(what string) {
			if what == "the copies of the documents" {
				kill()
			}
		}})
		if err == nil {
			t.Fatalf("%s: the repair was not interrupted", name)
		}
		if _, err := core.Open(t.Context(), cfg); fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "check --repair") {
			t.Errorf("%s: Open = %v (hint %q)", name, err, fault.Hint(err))
		}
		if n := len(glob(t, home, "files/??/*")); n != copies {
			t.Errorf("%s: %d of %d copies are left", name, n, copies)
		}
		if r := check(t, home, true); !r.Sound() {
			t.Errorf("%s: %+v", name, r.Findings)
		}
		c := open(t, home, noEnv)
		if docs, err := c.Documents(t.Context(), false); err != nil || len(docs) != copies {
			t.Errorf("%s: %d documents, want %d (%v)", name, len(docs), copies, err)
		}
		if _, err := c.Report(t.Context(), run.ID, 0); err != nil {
			t.Errorf("%s: the report: %v", name, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A repair ends after the log of the damaged database was deleted and before the new one has its place.
func TestCheck_InterruptedBeforeTheNewDatabaseHasItsPlace(t *testing.T) {
	home := library(t)
	path := filepath.Join(home, "library.db")
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spoil(t, path, 8192, 4096)
	err = errors.Join(os.WriteFile(path+".repaired", sound, 0o600), os.WriteFile(filepath.Join(home, "library.repairing"), []byte("null"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if r := check(t, home, true); !r.Sound() {
		t.Errorf("%+v", r.Findings)
	}
	if now, err := os.ReadFile(path); err != nil || len(now) < len(sound) || len(glob(t, home, "library.*repair*")) > 0 {
		t.Errorf("%d bytes, %q, %v", len(now), glob(t, home, "library.*repair*"), err)
	}
}

// A copy whose database is gone and whose bytes changed may be the last of its document.
func TestCheck_KeepsADamagedCopyThatNobodyKnows(t *testing.T) {
	home := library(t)
	copies := glob(t, home, "files/??/*")
	spoil(t, copies[0], 100, 1)
	for _, path := range glob(t, home, "library.db*") {
		os.Remove(path)
	}
	if r := check(t, home, true); !strings.Contains(strings.Join(r.Repaired, "\n"), copies[0]+".damaged") {
		t.Errorf("repaired: %q", r.Repaired)
	}
	if err := open(t, home, noEnv).Close(); err != nil {
		t.Fatal(err)
	}
	if now := glob(t, home, "files/??/*"); len(now) != len(copies) {
		t.Errorf("%d of %d copies are left", len(now), len(copies))
	}
}

// So may one that cannot be read just now.
func TestCheck_KeepsACopyThatCannotBeRead(t *testing.T) {
	home := library(t)
	copies := glob(t, home, "files/??/*.pdf")
	if err := errors.Join(os.Chmod(copies[0], 0), os.Remove(filepath.Join(home, "library.db"))); err != nil {
		t.Fatal(err)
	}
	for _, path := range glob(t, home, "library.db-*") {
		os.Remove(path)
	}
	if _, err := os.ReadFile(copies[0]); err == nil {
		t.Skip("root reads every file")
	}
	if r := check(t, home, true); r.Sound() {
		t.Error("nothing is said of it")
	}
	if err := open(t, home, noEnv).Close(); err != nil {
		t.Fatal(err)
	}
	if now := glob(t, home, "files/??/*"); len(now) != len(copies) {
		t.Errorf("%d of %d copies are left", len(now), len(copies))
	}
}

// What a person keeps in the library's folder is not deleted, whatever its name begins with.
func TestOpen_DeletesNothingOfThePerson(t *testing.T) {
	home := library(t)
	theirs := []string{"library.db.new-ideas.txt", "damaged-2019.part/car.jpg", ".part-1-notes", "unfinished/novel/ch1.txt", "unfinished/thesis/a.tex",
		"files/mine/letter.txt", "files/.stversions/ab/x.pdf", "uploads/context-free-notes/a.md", "reports/.deleted-things/a"}
	for _, name := range theirs {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("Mine."), 0o600); err != nil {
			t.Fatal(err)
		}
		for at := path; at != home; at = filepath.Dir(at) {
			if err := os.Chtimes(at, long, long); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := open(t, home, noEnv).Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range theirs {
		if _, err := os.Stat(filepath.Join(home, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
}

// glob returns the paths below a folder that match a pattern.
func glob(t *testing.T, folder, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// long is a time long ago.
var long = time.Now().Add(-365 * 24 * time.Hour)

func TestOpen_RefusesTheDatabaseOfAnotherProgram(t *testing.T) {
	home := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
	if err == nil {
		_, err = db.Exec(`CREATE TABLE songs (name TEXT)`)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv}); fault.KindOf(err) != fault.Usage || !strings.Contains(err.Error(), "another program") {
		t.Errorf("Open = %v", err)
	}
}

func TestBackup_NotIntoALibrarysFolder(t *testing.T) {
	home, other := library(t), library(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Skip(err)
	}
	c := open(t, home, noEnv)
	for _, target := range []string{filepath.Join(home, "library.db"), filepath.Join(home, "files", "x.backup"), filepath.Join(link, "x.backup"),
		filepath.Join(other, "library.db"), filepath.Join(other, "files", "x.backup"), filepath.Join(other, "reports", "x.backup")} {
		if _, err := c.Backup(t.Context(), target, backup.Options{Force: true}); fault.KindOf(err) != fault.Usage {
			t.Errorf("%s: %v", target, err)
		}
	}
}

// The library's folder may be a link to another disk; a restored one lies there again.
func TestRestore_BehindALink(t *testing.T) {
	home, base := library(t), t.TempDir()
	link, saved := filepath.Join(base, "link"), filepath.Join(base, "x.backup")
	if err := os.Symlink(home, link); err != nil {
		t.Skip(err)
	}
	c := open(t, link, noEnv)
	_, err := c.Backup(t.Context(), saved, backup.Options{})
	if err = errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := core.Restore(t.Context(), saved, core.Config{Home: link, Env: noEnv}, backup.RestoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is none any more: %v", err)
	}
	if filepath.Dir(r.Aside) != filepath.Dir(home) {
		t.Errorf("what was there is in %s", r.Aside)
	}
	if docs, err := open(t, link, noEnv).Documents(t.Context(), false); err != nil || len(docs) != 7 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
}

// A file that only has the name of a new database is none: without the note of a repair, or when it is damaged itself, nobody takes it.
func TestCheck_TakesNoOtherDatabaseForTheNewOne(t *testing.T) {
	sound := library(t)
	for name, prepare := range map[string]func(home string) error{
		"empty": func(home string) error { return os.WriteFile(filepath.Join(home, "library.db.repaired"), nil, 0o600) },
		"empty, with note": func(home string) error {
			return errors.Join(os.WriteFile(filepath.Join(home, "library.db.repaired"), nil, 0o600), os.WriteFile(filepath.Join(home, "library.repairing"), []byte("null"), 0o600))
		},
	} {
		home := twin(t, sound)
		spoil(t, filepath.Join(home, "library.db"), 8192, 4096)
		if err := prepare(home); err != nil {
			t.Fatal(err)
		}
		if r := check(t, home, true); !r.Sound() {
			t.Errorf("%s: %+v", name, r.Findings)
		}
		if err := open(t, home, noEnv).Close(); err != nil {
			t.Fatal(err)
		}
		if n := len(glob(t, home, "files/??/*")); n != 7 {
			t.Errorf("%s: %d of 7 copies are left", name, n)
		}
		if len(glob(t, home, "damaged-*")) != 1 {
			t.Errorf("%s: the damaged database is not kept", name)
		}
	}
}

// An interrupted repair of a database that is sound again leaves nothing that a later one could take for new.
func TestCheck_ARepairThatIsNotNeededLeavesNothing(t *testing.T) {
	home := library(t)
	for name, data := range map[string]string{"library.db.repaired": "old", "library.repairing": "null"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if r := check(t, home, false); r.Sound() {
		t.Error("nothing is said of the repair that was interrupted")
	}
	if r := check(t, home, true); !r.Sound() || len(glob(t, home, "library.*repair*")) > 0 {
		t.Errorf("%+v, left %q", r.Findings, glob(t, home, "library.*repair*"))
	}
}

// The note of a repair whose library was taken away keeps nobody from beginning anew.
func TestOpen_AfterALibraryWasTakenAwayInARepair(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "library.repairing"), []byte("null"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := open(t, home, noEnv).Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// What an older database, one of a backup for example, does not know is no leftover of a kill, whether it is much or little.
func TestOpen_KeepsCopiesThatTheDatabaseDoesNotKnow(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	add := func(from, to int) {
		for i := from; i < to; i++ {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.md", i)), fmt.Appendf(nil, "Note %d on radon.", i), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c := open(t, home, noEnv)
		if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	add(0, 9)
	older, err := os.ReadFile(filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	add(9, 12)
	if err := os.WriteFile(filepath.Join(home, "library.db"), older, 0o600); err != nil {
		t.Fatal(err)
	}
	c := open(t, home, noEnv)
	docs, err := c.Documents(t.Context(), false)
	if err != nil || len(docs) != 9 {
		t.Fatalf("the older database has %d documents, %v", len(docs), err)
	}
	if _, err := c.Remove(t.Context(), docs[0].Name); err != nil { // its own copy goes, no other
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(glob(t, home, "files/??/*")); n != 11 {
		t.Fatalf("%d copies are left, want 11", n)
	}
	if r := check(t, home, false); r.Sound() {
		t.Error("nothing is said of the copies")
	}
	check(t, home, true)
	if docs, err := open(t, home, noEnv).Documents(t.Context(), false); err != nil || len(docs) != 11 {
		t.Errorf("%d documents, %v, want 11", len(docs), err)
	}
}
