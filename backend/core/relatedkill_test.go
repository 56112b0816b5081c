package core_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// queuedRelated returns a library in which a search beside the memo waits, as a program leaves it that ends at once.
func queuedRelated(t *testing.T) (home, hash, run string) {
	t.Helper()
	home = library(t)
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	hash = hashOf(t, c, memo)
	r, err := c.StartRelated(t.Context(), core.FindRelated{Document: hash, Page: 2, Mode: related.Deep, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return home, hash, r.Run
}

// outcomeBeside goes on with what was left, as a program does that is started again, and returns what was found.
func outcomeBeside(t *testing.T, home, hash string) (core.Related, string) {
	t.Helper()
	c := open(t, home, noEnv)
	if err := c.ResumeRelated(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := c.AwaitRelated(t.Context(), hash, nil)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, c, r)
	raw, err := json.Marshal([]any{r.Bullets, r.Sources, r.Questions, r.Warnings, r.Summary})
	if err != nil {
		t.Fatal(err)
	}
	return r, string(raw)
}

// A search is killed wherever it is, again and again, and ends in what it would have found; nothing says for ever that it runs.
func TestKill_RelatedIsResumedToTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes that would be very slow under the race detector")
	}
	home, hash, run := queuedRelated(t)
	twin := t.TempDir()
	if err := os.CopyFS(twin, os.DirFS(home)); err != nil {
		t.Fatal(err)
	}
	_, want := outcomeBeside(t, home, hash)
	killed := victim{twin, "", run}
	all := len(finishedTasks(t, victim{home, "", run}.look(t), run))
	db, kills := killed.look(t), 0
	for nodes := range all {
		if killed.killWhen(t, func() bool { return len(finishedTasks(t, db, run)) >= nodes }) {
			kills++
		}
	}
	r, got := outcomeBeside(t, twin, hash)
	if got != want {
		t.Errorf("after %d kills\n got %s\nwant %s", kills, got, want)
	}
	if kills < 2 || r.Run != run {
		t.Errorf("%d kills, run %s of %s", kills, r.Run, run)
	}
	tasks := finishedTasks(t, db, run)
	slices.Sort(tasks)
	if n := len(slices.Compact(slices.Clone(tasks))); n != len(tasks) {
		t.Errorf("%d nodes finished, %d of them different", len(tasks), n)
	}
}

// What a killed program left goes on when the same is asked for again. Who asks anew for another page, or otherwise, is not given what was begun before.
func TestRelated_AnotherWishTakesThePlaceOfWhatWasLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, hash, left := queuedRelated(t)
	killed := victim{home, "", left}
	db := killed.look(t)
	before := happened(t, db, left)
	if !killed.killWhen(t, func() bool { return happened(t, db, left) > before }) {
		t.Fatal("it had ended before it was killed")
	}
	wish := core.FindRelated{Document: hash, Page: 2, Mode: related.Deep, Engine: settings.Extractive, Force: true}
	page, mode := wish, wish
	page.Page, mode.Mode = 1, related.Quick
	for name, w := range map[string]struct {
		core.FindRelated
		same bool
	}{"the same": {wish, true}, "another page": {page, false}, "another mode": {mode, false}} {
		twin := t.TempDir()
		if err := os.CopyFS(twin, os.DirFS(home)); err != nil {
			t.Fatal(err)
		}
		c := open(t, twin, noEnv)
		begun, err := c.StartRelated(t.Context(), w.FindRelated)
		if err != nil || (begun.Run == left) != w.same {
			t.Errorf("%s: run %s, left was %s, %v", name, begun.Run, left, err)
		}
		s, err := c.RelatedState(t.Context(), begun.Run)
		if err != nil || s.Page != w.Page || begun.Mode != w.Mode {
			t.Errorf("%s: it looks beside page %d, %s, %v", name, s.Page, begun.Mode, err)
		}
		if r, err := c.AwaitRelated(t.Context(), hash, nil); err != nil || r.Run != begun.Run || r.Status != related.StatusReady {
			t.Errorf("%s: found by %s, %s, %v", name, r.Run, r.Status, err)
		}
		if _, err := c.Run(t.Context(), left); (err == nil) != w.same {
			t.Errorf("%s: what was left: %v", name, err)
		}
	}
}

// What cannot go on is failed when the program starts again, with a sentence; what had reached its end is there.
func TestResumeRelated_LeavesNothingRunning(t *testing.T) {
	home, hash, run := queuedRelated(t)
	c := open(t, home, noEnv)
	if r, err := c.RelatedTo(t.Context(), hash); err != nil || r.Status != related.StatusQueued && r.Status != related.StatusRunning {
		t.Fatalf("before: %s, %v", r.Status, err)
	}
	if err := c.Stop(t.Context(), run, graph.Failed); err != nil { // its run ended, and the program with it
		t.Fatal(err)
	}
	if err := c.ResumeRelated(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := c.AwaitRelated(t.Context(), hash, nil)
	if err != nil || r.Status != related.StatusFailed || r.Error == "" {
		t.Errorf("%s: %q, %v", r.Status, r.Error, err)
	}
	again := found(t, c, core.FindRelated{Document: hash, Engine: settings.Extractive})
	holds(t, c, again)
}

// A backup takes along what was found and the numbers of the documents; what was being looked for goes on in the library that is restored.
func TestRelated_IsInTheBackup(t *testing.T) {
	home, hash, _ := queuedRelated(t)
	c := open(t, home, noEnv)
	other := hashOf(t, c, "TN-3")
	before := found(t, c, core.FindRelated{Document: other, Engine: settings.Extractive})
	path := filepath.Join(t.TempDir(), "library.zip")
	if _, err := c.Backup(t.Context(), path, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "restored")
	if _, err := core.Restore(t.Context(), path, core.Config{Home: elsewhere, Env: noEnv}, backup.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	again := open(t, elsewhere, noEnv)
	after, err := again.RelatedTo(t.Context(), other)
	if err != nil || after.Article != before.Article || after.Summary != before.Summary || !after.Fresh || len(after.Bullets) != len(before.Bullets) {
		t.Errorf("restored %+v, %v\nbefore %+v", after, err, before)
	}
	if err := again.ResumeRelated(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := again.AwaitRelated(t.Context(), hash, nil)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, again, r)
}

// A kill between the run and the row that names it leaves a run that nobody would ever go on with. The next start removes it.
func TestKill_ARunBesideNothingIsRemovedAtTheNextStart(t *testing.T) {
	home, hash, run := queuedRelated(t)
	db, err := store.Open(t.Context(), filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := db.NumberOf(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.DropRelated(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, home, noEnv).Run(t.Context(), run); fault.KindOf(err) != fault.NotFound {
		t.Errorf("run %s: %v", run, err)
	}
}
