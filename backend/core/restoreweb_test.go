package core

import (
	"archive/zip"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

// What was allowed on the computer of a backup is allowed there: a run that goes on or is forked behind a restore asks nobody.
func TestRestore_RunsOfABackupAskNobody(t *testing.T) {
	p := pretend(t)
	var asked atomic.Int64
	serve := p.search.Config.Handler
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked.Add(1); serve.ServeHTTP(w, r) })
	c := p.online(t, t.TempDir())
	var runs []graph.Run
	for range 2 {
		run, err := c.StartAnswer(t.Context(), Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true, Engine: Extractive})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	backup := filepath.Join(t.TempDir(), "library.backup")
	if _, err := c.Backup(t.Context(), backup, BackupOptions{}); err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(t.TempDir(), "here")
	r, err := Restore(t.Context(), backup, Config{Home: home, Env: func(string) string { return "" }, Keyring: ring{}}, RestoreOptions{})
	if err != nil || !slices.Contains(r.Left, webOfRuns) {
		t.Fatalf("%+v, %v", r, err)
	}
	there := p.online(t, home) // whose settings name a provider, too
	if err := there.ResumeRelated(t.Context()); err != nil {
		t.Fatal(err)
	}
	forked, err := there.Fork(t.Context(), runs[1].ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{runs[0].ID, forked.ID} {
		run, err := there.Resume(t.Context(), id)
		if policy, _ := WebOf(run); err != nil || run.Status != graph.Finished || policy != WebOff {
			t.Errorf("%s, %v: %s", run.Status, err, policy)
		}
	}
	if n := asked.Load(); n > 0 || p.fetched.Load() > 0 || len(there.Connections()) > 0 {
		t.Errorf("%d searches, %d pages", n, p.fetched.Load())
	}
	if run, err := c.Resume(t.Context(), runs[0].ID); err != nil || run.Status != graph.Finished || asked.Load() == 0 {
		t.Errorf("where it was allowed nobody was asked: %s, %v", run.Status, err)
	}
}

// A file with millions of entries is no backup, and is refused before its list takes the memory.
func TestRestore_RefusesAListWithoutEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("writes many entries")
	}
	path := filepath.Join(t.TempDir(), "bomb.backup")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	for i := range mostListed / 100 {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("files/%090d", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if file, err = os.Open(path); err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if archive, err := directoryOf(file); err == nil {
		t.Errorf("%d entries were read", len(archive.File))
	}
	if _, err := Restore(t.Context(), path, Config{Home: filepath.Join(t.TempDir(), "here")}, RestoreOptions{}); fault.KindOf(err) != fault.Unreadable {
		t.Error(err)
	}
	if IsBackup(path) {
		t.Error("it is called a backup")
	}
}
