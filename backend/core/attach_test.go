package core_test

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// copies returns the library's own copies of files.
func copies(t *testing.T, c *core.Core) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(homeOf(c), "files", "??", "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestAttach_KeepsFilesAsTheyAre(t *testing.T) {
	home := t.TempDir()
	c := open(t, home, noEnv)
	first, second := file(t, "visit.md", visit), file(t, "renamed.md", visit)
	list, err := c.Attach(t.Context(), []string{first, second, file(t, "plan.txt", "The plan is short.")})
	if err != nil || len(list) != 2 || list[0].Name != "visit.md" || list[0].Bytes != int64(len(visit)) || list[0].At.IsZero() {
		t.Fatalf("%+v, %v", list, err)
	}
	if kept := copies(t, c); len(kept) != 2 {
		t.Errorf("copies: %q", kept)
	}
	if raw, err := os.ReadFile(filepath.Join(home, "files", list[0].Hash[:2], list[0].Hash+".md")); err != nil || string(raw) != visit {
		t.Errorf("the copy holds %q, %v", raw, err)
	}
	killed := open(t, twin(t, home), noEnv) // as a process finds it after one that was killed now
	if waiting, err := killed.Attachments(t.Context()); err != nil || len(waiting) != 2 || len(copies(t, killed)) != 2 {
		t.Errorf("after a kill: %+v, %v", waiting, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(t, home, noEnv) // which clears away copies that nobody knows
	waiting, err := c.Attachments(t.Context())
	if err != nil || len(waiting) != 2 || len(copies(t, c)) != 2 {
		t.Fatalf("after the program began anew: %+v, %v", waiting, err)
	}
	if err := c.Detach(t.Context(), list[0].Hash); err != nil {
		t.Fatal(err)
	}
	if waiting, err = c.Attachments(t.Context()); err != nil || len(waiting) != 1 || waiting[0].Name != "plan.txt" || len(copies(t, c)) != 1 {
		t.Errorf("detached: %+v, %v, copies %q", waiting, err, copies(t, c))
	}
	if err := c.Detach(t.Context(), list[0].Hash); fault.KindOf(err) != fault.NotFound || fault.Hint(err) == "" {
		t.Errorf("detached twice: %v", err)
	}
}

// Clearing away copies that nobody knows takes none that is just being attached.
func TestAttach_WhileCopiesAreClearedAway(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	done := make(chan error, 1)
	go func() {
		for i := range 20 {
			path := filepath.Join(t.TempDir(), "other.md")
			err := os.WriteFile(path, fmt.Appendf(nil, "It is taken back, for the %d. time.", i), 0o600)
			list, failed := c.Attach(t.Context(), []string{path})
			if err = errors.Join(err, failed); err == nil {
				err = c.Detach(t.Context(), list[0].Hash) // and clears away
			}
			if err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for i := range 40 {
		attach(t, c, file(t, "mine.md", fmt.Sprintf("This is file %d of the person's.", i)))
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if list, err := c.Attachments(t.Context()); err != nil || len(list) != 40 || len(copies(t, c)) != 40 {
		t.Errorf("%d files, %d copies, %v", len(list), len(copies(t, c)), err)
	}
}

// A file that was on its way to be attached when the program was killed does not come into the library.
func TestAttach_UploadLeftByAKillIsNotAdded(t *testing.T) {
	home := t.TempDir()
	if err := open(t, home, noEnv).Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{core.ContextUpload + rand.Text(), "batch-of-documents"} {
		folder := filepath.Join(home, "uploads", name)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name+".md"), []byte("It came from a browser: "+name+"."), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, home, noEnv)
	if _, err := c.ResumeAdding(t.Context(), core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	docs, err := c.Documents(t.Context(), false)
	if err != nil || len(docs) != 1 || docs[0].Name != "batch-of-documents.md" {
		t.Errorf("%+v, %v", docs, err)
	}
	if left, err := os.ReadDir(c.Uploads()); err == nil && len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

func TestAttach_RefusesWithWhatToDo(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	for name, k := range map[string]struct {
		paths []string
		kind  fault.Kind
	}{
		"Nothing": {nil, fault.Usage}, "Folder": {[]string{t.TempDir()}, fault.Usage}, "Gone": {[]string{filepath.Join(t.TempDir(), "none.pdf")}, fault.NotFound},
		"Unread": {[]string{file(t, "song.mp3", "la")}, fault.Usage},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := c.Attach(t.Context(), k.paths); fault.KindOf(err) != k.kind || fault.Hint(err) == "" {
				t.Errorf("err = %v, hint %q", err, fault.Hint(err))
			}
		})
	}
	list, err := c.Attach(t.Context(), []string{file(t, "song.mp3", "la"), file(t, "visit.md", visit)})
	if fault.KindOf(err) != fault.Usage || len(list) != 1 || list[0].Name != "visit.md" {
		t.Errorf("one of two: %+v, %v", list, err)
	}
	if _, err := c.StartExplore(t.Context(), core.Explore{Question: twoSided, Context: []string{"no-such-hash"}, Engine: settings.Extractive}); fault.KindOf(err) != fault.NotFound || fault.Hint(err) == "" {
		t.Errorf("a file that is not attached: %v", err)
	}
}

// A library may be empty when files are attached; without them there is nothing to explore.
func TestStartExplore_NeedsSomethingToLookAt(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	if _, err := c.StartExplore(t.Context(), core.Explore{Question: twoSided, Engine: settings.Extractive}); fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.Hint(err), "--context") {
		t.Errorf("err = %v, hint %q", err, fault.Hint(err))
	}
	if _, err := c.StartExplore(t.Context(), core.Explore{Question: twoSided, Engine: settings.Extractive, MaxNodes: settings.MostNodes + 1}); fault.KindOf(err) != fault.Usage {
		t.Errorf("too many questions: %v", err)
	}
	_, s, r := explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Extractive, MaxDepth: 1, MaxBreadth: 2, MaxNodes: 3})
	if !states(r, "410", "visit.md", 1) || s.Settings.MaxDepth != 1 || s.Settings.MaxBreadth != 2 || s.Settings.MaxNodes != 3 {
		t.Errorf("settings %+v:\n%s", s.Settings, said(r))
	}
}

// A file that is in the library is just used, and one that comes into the library later stays what a run cites.
func TestExplore_AttachedFileOfTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, t.TempDir(), noEnv)
	addNotes(t, c)
	path := file(t, "visit.md", visit)
	run, _, before := explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, path), Engine: settings.Extractive})
	if _, err := c.Add(t.Context(), []string{path}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	d, err := c.Document(t.Context(), "visit.md")
	if err != nil || d.State != source.Ready {
		t.Fatalf("added, it is %s, %v", d.State, err)
	}
	if after := checked(t, c, run); len(after.Claims) != len(before.Claims) {
		t.Errorf("%d claims, %d before", len(after.Claims), len(before.Claims))
	}
	again, _, _ := explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, path), Engine: settings.Extractive})
	facts(t, c, again)
	if d, err = c.Document(t.Context(), "visit.md"); err != nil || d.State != source.Ready {
		t.Errorf("used by a run, it is %s, %v", d.State, err)
	}
	if _, err := c.Remove(t.Context(), "visit.md"); err != nil {
		t.Fatal(err)
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	facts(t, c, again)
	if err := c.DeleteRun(t.Context(), again.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.FilePath(t.Context(), d.Hash); fault.KindOf(err) != fault.NotFound {
		t.Errorf("it is left: %v", err)
	}
}

// Backup, restore and repair know attached files, read and unread.
func TestAttached_SurvivesBackupAndRepair(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	run, _, before := explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Extractive})
	waits := attach(t, c, file(t, "later.md", "It is read later."))
	saved, restored := filepath.Join(t.TempDir(), "b.zip"), filepath.Join(t.TempDir(), "home")
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := core.Restore(t.Context(), saved, core.Config{Home: restored, Env: noEnv}, backup.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	whole := func(home string) {
		t.Helper()
		if r := check(t, home, false); !r.Sound() {
			t.Errorf("%+v", r.Findings)
		}
		c := open(t, home, noEnv)
		defer c.Close()
		if list, err := c.Attachments(t.Context()); err != nil || len(list) != 1 || list[0].Hash != waits[0] || len(copies(t, c)) != 5 {
			t.Errorf("%+v wait, %v, %d copies", list, err, len(copies(t, c)))
		}
		facts(t, c, run)
		if r := checked(t, c, run); len(r.Claims) != len(before.Claims) {
			t.Errorf("%d claims, %d before", len(r.Claims), len(before.Claims))
		}
	}
	whole(restored)
	for name, damage := range map[string]string{
		"Pages": `DELETE FROM pages WHERE document IN (SELECT hash FROM attached)`, "Passage": `UPDATE passages SET text = 'x' WHERE document IN (SELECT hash FROM attached)`,
		"All": `PRAGMA foreign_keys = OFF; DELETE FROM cited WHERE document IN (SELECT hash FROM attached); DELETE FROM passages WHERE document IN (SELECT hash FROM attached);
			DELETE FROM pages WHERE document IN (SELECT hash FROM attached); DELETE FROM documents WHERE hash IN (SELECT hash FROM attached)`,
	} {
		t.Run(name, func(t *testing.T) {
			home := twin(t, home)
			db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.ExecContext(t.Context(), damage); err != nil {
				t.Fatal(err)
			}
			db.Close()
			if r := check(t, home, false); r.Sound() {
				t.Error("the damage was not found")
			}
			if r := check(t, home, true); len(r.Repaired) == 0 {
				t.Errorf("%+v", r)
			}
			whole(home)
		})
	}
	lost := twin(t, home)
	if err := os.Remove(filepath.Join(lost, "files", waits[0][:2], waits[0]+".md")); err != nil {
		t.Fatal(err)
	}
	if r := check(t, lost, false); r.Sound() {
		t.Error("a lost copy of an attached file was not found")
	}
}
