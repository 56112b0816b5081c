package core_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

// backedUp returns a library with one finished run, and a backup of it.
func backedUp(t *testing.T) (home, saved string, run graph.Run) {
	t.Helper()
	home = library(t)
	c := open(t, home, noEnv)
	run, _ = finish(t, c, core.Begin{Question: kb.Question, Engine: settings.Extractive})
	saved = filepath.Join(t.TempDir(), "my library.backup")
	m, err := c.Backup(t.Context(), saved, backup.Options{})
	if err != nil || m.Documents < 5 || m.Runs != 1 || len(m.Files) != m.Documents+1 || len(m.Missing)+len(m.Changed) > 0 {
		t.Fatalf("Backup = %+v, %v", m, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return home, saved, run
}

func TestBackup_RestoredLibraryOpensItsCitations(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, saved, run := backedUp(t)
	want := checked(t, open(t, home, noEnv), run)
	elsewhere := filepath.Join(t.TempDir(), "wieder da ü")
	r, err := core.Restore(t.Context(), saved, core.Config{Home: elsewhere, Env: noEnv}, backup.RestoreOptions{})
	if err != nil || r.Aside != "" {
		t.Fatalf("Restore = %+v, %v", r, err)
	}
	c := open(t, elsewhere, noEnv)
	got := checked(t, c, run) // checks every citation
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the restored report differs\n got %+v\nwant %+v", got, want)
	}
	for _, e := range got.Evidence {
		if path, err := c.FilePath(t.Context(), e.Document); err != nil || !strings.HasPrefix(path, elsewhere) {
			t.Errorf("the copy of %s: %s, %v", e.Document, path, err)
		}
	}
	page, err := os.ReadFile(filepath.Join(elsewhere, "reports", run.ID, "report.html"))
	if err != nil || bytes.Contains(page, []byte(filepath.Base(home)+"/files")) {
		t.Errorf("the rendered report is missing or leads to the old library (%v)", err)
	}
	if hits, err := c.Search(t.Context(), "radon", core.SearchOptions{}); err != nil || len(hits) == 0 {
		t.Errorf("search after restoring: %d hits, %v", len(hits), err)
	}
}

func TestRestore_MovesTheLibraryThatIsThereAside(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	_, saved, run := backedUp(t)
	home := library(t) // another library, without the run
	holder := open(t, home, noEnv)
	_, err := core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{})
	if fault.KindOf(err) != fault.Locked {
		t.Fatalf("restoring over a library in use: %v", err)
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{})
	if err != nil || r.Aside == "" {
		t.Fatalf("Restore = %+v, %v", r, err)
	}
	t.Cleanup(func() { os.RemoveAll(r.Aside) })
	if runs, err := open(t, home, noEnv).Runs(t.Context()); err != nil || len(runs) != 1 || runs[0].ID != run.ID {
		t.Errorf("restored runs: %v, %v", runs, err)
	}
	if runs, err := open(t, r.Aside, noEnv).Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("runs of the library moved aside: %v, %v", runs, err)
	}
}

// TestRestore_DamagedBackup cuts and spoils a backup: whatever is wrong is found before the library is touched.
func TestRestore_DamagedBackup(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	c := open(t, home, noEnv)
	saved := filepath.Join(t.TempDir(), "b")
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	spoil := func(at int) []byte {
		b := bytes.Clone(whole)
		for i := range 64 {
			b[at+i] ^= 0x5A
		}
		return b
	}
	for name, data := range map[string][]byte{
		"Empty": {}, "NoBackup": []byte("just a text"), "Half": whole[:len(whole)/2], "EndMissing": whole[:len(whole)-30],
		"DatabaseSpoiled": spoil(2000), "CopySpoiled": spoil(len(whole) * 3 / 4), "DirectorySpoiled": spoil(len(whole) - 300),
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "backup")
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			place := filepath.Join(t.TempDir(), "home")
			_, err := core.Restore(t.Context(), file, core.Config{Home: place, Env: noEnv}, backup.RestoreOptions{})
			if fault.KindOf(err) != fault.Unreadable || !strings.Contains(fault.Hint(err), "Nothing was changed") {
				t.Errorf("Restore = %v (hint %q)", err, fault.Hint(err))
			}
			if _, err := os.Stat(place); err == nil {
				t.Error("a library was made")
			}
			left(t, filepath.Dir(place))
		})
	}
}

// left fails when a folder holds anything but the names given.
func left(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) {
			t.Errorf("%s was left in %s", e.Name(), folder)
		}
	}
}

func TestBackup_OverwritesOnlyWhenForced(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	folder := t.TempDir()
	file := filepath.Join(folder, "b")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Backup(t.Context(), file, backup.Options{}); fault.KindOf(err) != fault.Usage || !strings.Contains(fault.Hint(err), "--force") {
		t.Errorf("Backup over a file = %v (hint %q)", err, fault.Hint(err))
	}
	if got, _ := os.ReadFile(file); string(got) != "precious" {
		t.Error("the file was changed")
	}
	if _, err := c.Backup(t.Context(), folder, backup.Options{Force: true}); fault.KindOf(err) != fault.Usage {
		t.Errorf("Backup onto a folder = %v", err)
	}
	if _, err := c.Backup(t.Context(), filepath.Join(folder, "none", "b"), backup.Options{}); fault.KindOf(err) != fault.Storage {
		t.Errorf("Backup into a folder that is not there = %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stop := func(backup.Transfer) { cancel() }
	if _, err := c.Backup(ctx, file, backup.Options{Force: true, Progress: stop}); err == nil {
		t.Error("a cancelled backup succeeded")
	}
	left(t, folder, "b")
	if _, err := c.Backup(t.Context(), file, backup.Options{Force: true}); err != nil {
		t.Error(err)
	}
	left(t, folder, "b")
}

// TestBackup_WhileDocumentsAreAdded backs up through a reader while another document comes in, again and again.
func TestBackup_WhileDocumentsAreAdded(t *testing.T) {
	if testing.Short() {
		t.Skip("adds many documents, which is very slow under the race detector")
	}
	home := library(t)
	c := open(t, home, noEnv)
	reader, err := core.Open(t.Context(), core.Config{Home: home, ReadOnly: true, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	adding := make(chan error, 1)
	go func() {
		folder := t.TempDir()
		for i := range 12 {
			name := filepath.Join(folder, strings.Repeat("n", i+1)+".txt")
			if err := os.WriteFile(name, []byte(strings.Repeat(name+" is a note about radon.\n\n", 200)), 0o600); err != nil {
				adding <- err
				return
			}
			if _, err := c.Add(t.Context(), []string{name}, core.AddOptions{}); err != nil {
				adding <- err
				return
			}
		}
		adding <- nil
	}()
	for done := false; !done; {
		select {
		case err := <-adding:
			if err != nil {
				t.Fatal(err)
			}
			done = true
		default:
		}
		file := filepath.Join(t.TempDir(), "b")
		if m, err := reader.Backup(t.Context(), file, backup.Options{}); err != nil || len(m.Missing)+len(m.Changed) > 0 {
			t.Fatalf("Backup = %+v, %v", m, err)
		}
		place := filepath.Join(t.TempDir(), "home")
		if _, err := core.Restore(t.Context(), file, core.Config{Home: place, Env: noEnv}, backup.RestoreOptions{}); err != nil {
			t.Fatal(err)
		}
		r := open(t, place, noEnv)
		if _, err := r.ResumeAdding(t.Context(), core.AddOptions{}); err != nil {
			t.Errorf("what was being added when the backup was made cannot be finished: %v", err)
		}
	}
}
