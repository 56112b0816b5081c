package core

import (
	"archive/zip"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
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
		run, err := c.StartAnswer(t.Context(), Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true, Engine: settings.Extractive})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	saved := filepath.Join(t.TempDir(), "library.backup")
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(t.TempDir(), "here")
	r, err := Restore(t.Context(), saved, Config{Home: home, Env: func(string) string { return "" }, Keyring: ring{}}, backup.RestoreOptions{})
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

// What web pages say in a backup is what whoever made it wrote there: runs behind a restore ask the page, and what was kept under the hash of
// what it says is written anew.
func TestRestore_PagesOfABackupAreFetchedAnew(t *testing.T) {
	p := pretend(t)
	const address = "http://" + siteName + "/home"
	home := t.TempDir()
	a := p.online(t, home)
	w, _ := opened(t, a, WebOpen)
	kept, honest, err := w.Read(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`UPDATE passages SET text = 'Radon is harmless.'; UPDATE pages SET text = 'Radon is harmless.'; UPDATE articles SET title = 'Harmless', fetched_at = '2099-01-01T00:00:00Z'`)
	if err = errors.Join(err, db.Close(), a.ChangeSetting(t.Context(), "WEB_CACHE_HOURS", "1000000")); err != nil {
		t.Fatal(err)
	}
	saved := filepath.Join(t.TempDir(), "library.backup")
	if _, err := a.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(t.TempDir(), "here")
	r, err := Restore(t.Context(), saved, Config{Home: there, Env: func(string) string { return "" }, Keyring: ring{}}, backup.RestoreOptions{})
	if err != nil || !slices.Contains(r.Left, "WEB_CACHE_HOURS") {
		t.Fatalf("%+v, %v", r, err)
	}
	b := p.online(t, there)
	if saved, err := b.Article(t.Context(), kept.Document); err != nil || len(saved.Pages) == 0 {
		t.Errorf("what the old run cites: %+v, %v", saved, err)
	}
	w, _ = opened(t, b, WebOpen)
	fetched := p.fetched.Load()
	now, passages, err := w.Read(t.Context(), address)
	if err != nil || now.Cached || p.fetched.Load() == fetched || len(passages) != len(honest) || passages[0].Text != honest[0].Text {
		t.Errorf("cached %t: %+v, %v", now.Cached, passages, err)
	}
	if saved, err := b.Article(t.Context(), kept.Document); err != nil || saved.Title != kept.Title || saved.Pages[0].Text == "Radon is harmless." {
		t.Errorf("kept: %+v, %v", saved, err)
	}
	if again, _, err := w.Read(t.Context(), address); err != nil || !again.Cached {
		t.Errorf("fetched again though it is fresh: %v", err)
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
	for i := range 32 << 20 / 100 {
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
	if _, err := Restore(t.Context(), path, Config{Home: filepath.Join(t.TempDir(), "here")}, backup.RestoreOptions{}); fault.KindOf(err) != fault.Unreadable {
		t.Error(err)
	}
	if backup.Is(path) {
		t.Error("it is called a backup")
	}
}
