package store

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// plant stores a run that uses attached files; from is the run it is a fork of.
func plant(t *testing.T, db *DB, id, from string, files ...string) {
	t.Helper()
	run := graph.Run{ID: id, Flow: "explore", Status: graph.Running, ForkedFrom: from, Created: fetched, Updated: fetched}
	if _, err := db.CommitAttached(t.Context(), graph.Commit{New: true, Run: run}, files); err != nil {
		t.Fatal(err)
	}
	if err := db.PutRow(t.Context(), id, "node/1", json.RawMessage(`{"of":"`+id+`"}`)); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, db *DB, table string) (n int) {
	t.Helper()
	if err := db.read.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRows_AreReplacedAndReadAtOnce(t *testing.T) {
	db := openNew(t)
	plant(t, db, "r1", "")
	plant(t, db, "r2", "")
	for _, key := range []string{"node/1", "node/1.1", "nodes", "digest/h"} {
		if err := db.PutRow(t.Context(), "r1", key, json.RawMessage(`"`+key+`"`)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := db.Row(t.Context(), "r1", "node/1"); err != nil || string(got) != `"node/1"` {
		t.Errorf("Row = %s, %v", got, err)
	}
	if got, err := db.Row(t.Context(), "r1", "node/2"); err != nil || got != nil {
		t.Errorf("Row of an unknown key = %s, %v", got, err)
	}
	rows, err := db.Rows(t.Context(), []string{"r1", "r2"}, "node/")
	if err != nil || len(rows) != 3 || string(rows[RowKey{"r2", "node/1"}]) != `{"of":"r2"}` {
		t.Errorf("Rows = %s, %v", rows, err)
	}
}

// The rows and files of a run stay for its forks and those of its forks, and go with the last of them.
func TestDeleteRun_LeavesWhatAForkNames(t *testing.T) {
	db := openNew(t)
	if err := db.Attach(t.Context(), Attached{Hash: "h1", Name: "visit.md", Format: source.Markdown, Bytes: 7, At: fetched}); err != nil {
		t.Fatal(err)
	}
	a, pages, passages := article("h1", "")
	if err := db.Save(t.Context(), source.Document{Hash: "h1", Name: "visit.md", Format: source.Markdown, Pages: 2, Passages: 2, AddedAt: a.FetchedAt}, pages, nil, passages); err != nil {
		t.Fatal(err)
	}
	plant(t, db, "r1", "", "h1")
	plant(t, db, "r2", "r1")
	plant(t, db, "r3", "r2")
	for i, gone := range []string{"r1", "r2"} {
		if err := db.DeleteRun(t.Context(), gone); err != nil {
			t.Fatal(err)
		}
		if n := count(t, db, "run_rows"); n != 3 {
			t.Errorf("%d rows are left after deleting %d runs", n, i+1)
		}
	}
	if f, err := db.AttachedTo(t.Context(), "r3", "h1"); err != nil || f.Name != "visit.md" {
		t.Errorf("the fork's file is %+v, %v", f, err)
	}
	if err := db.DeleteRun(t.Context(), "r3"); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"runs", "run_rows", "lineage", "attached", "attached_to", "documents", "pages", "passages"} {
		if n := count(t, db, table); n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	if err := db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// A run begins with all its files or not at all.
func TestCommitAttached_IsOneTransaction(t *testing.T) {
	db := openNew(t)
	if err := db.Attach(t.Context(), Attached{Hash: "h1", Name: "a.md", At: fetched}); err != nil {
		t.Fatal(err)
	}
	_, err := db.CommitAttached(t.Context(), graph.Commit{New: true, Run: graph.Run{ID: "r1", Flow: "explore", Created: fetched, Updated: fetched}}, []string{"h1", "h2"})
	if fault.KindOf(err) != fault.NotFound {
		t.Errorf("a file that is not attached: %v", err)
	}
	if _, err := db.Run(t.Context(), "r1"); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("the run is there: %v", err)
	}
	if list, err := db.Waiting(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("waiting are %+v, %v", list, err)
	}
}

// What a run uses cannot be taken from it; the same file can wait for another run meanwhile.
func TestDetach_LeavesWhatARunUses(t *testing.T) {
	db := openNew(t)
	file := Attached{Hash: "h1", Name: "a.md", At: fetched}
	for range 2 {
		if err := db.Attach(t.Context(), file); err != nil {
			t.Fatal(err)
		}
	}
	plant(t, db, "r1", "", "h1")
	if err := db.Detach(t.Context(), "h1"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("detached what a run uses: %v", err)
	}
	file.Name = "b.md"
	if err := db.Attach(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if list, err := db.Waiting(t.Context()); err != nil || len(list) != 1 || list[0].Name != "b.md" {
		t.Errorf("waiting are %+v, %v", list, err)
	}
	if err := db.Detach(t.Context(), "h1"); err != nil {
		t.Fatal(err)
	}
	if f, err := db.AttachedTo(t.Context(), "r1", "h1"); err != nil || f.Name != "a.md" {
		t.Errorf("the run's file is %+v, %v", f, err)
	}
}

// A document of the library stays as it is, whoever attaches its bytes; one without text gets some.
func TestSave_TouchesNoDocumentOfTheLibrary(t *testing.T) {
	db := openNew(t)
	for _, k := range []struct {
		state   source.State
		read    bool
		becomes source.State
		pages   int
	}{{"", false, source.Saved, 2}, {source.Ready, true, source.Ready, 1}, {source.Failed, false, source.Failed, 2}, {source.Queued, false, source.Queued, 2}, {source.Saved, true, source.Saved, 2}} {
		hash := "h-" + string(k.state)
		if k.state != "" {
			put(t, db, hash, hash+".md", "", k.state)
		}
		_, pages, passages := article(hash, "")
		if k.read {
			if err := errors.Join(db.PutPages(t.Context(), hash, pages[:1]), db.PutPassages(t.Context(), hash, passages[:1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Save(t.Context(), source.Document{Hash: hash, Name: "mine.md", AddedAt: fetched, Pages: 2, Passages: 2}, pages, nil, passages); err != nil {
			t.Fatal(err)
		}
		d, err := db.Document(t.Context(), hash)
		got, e := db.Pages(t.Context(), hash, 1, 0)
		if err != nil || e != nil || d.State != k.becomes || len(got) != k.pages {
			t.Errorf("%q becomes %q with %d pages, %v %v", k.state, d.State, len(got), err, e)
		}
	}
	if err := db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// What is out of search stays as long as it is attached.
func TestCollectGarbage_LeavesWhatIsAttached(t *testing.T) {
	db := openNew(t)
	put(t, db, "h1", "a.md", "", source.Removed)
	if err := db.Attach(t.Context(), Attached{Hash: "h1", Name: "a.md", At: fetched}); err != nil {
		t.Fatal(err)
	}
	if gone, err := db.CollectGarbage(t.Context()); err != nil || len(gone) != 0 {
		t.Errorf("collected %+v, %v", gone, err)
	}
	if err := db.Detach(t.Context(), "h1"); err != nil {
		t.Fatal(err)
	}
	if gone, err := db.CollectGarbage(t.Context()); err != nil || len(gone) != 1 {
		t.Errorf("collected %+v, %v", gone, err)
	}
}

// A library of a program that knew no trees is opened, keeps its runs, and takes new ones.
func TestRows_OfAnOlderProgram(t *testing.T) {
	old := &DB{path: filepath.Join(t.TempDir(), "library.db")}
	var err error
	if old.write, err = connect(old.path, nil); err != nil {
		t.Fatal(err)
	}
	old.read = old.write
	if err := old.migrateTo(t.Context(), 11); err != nil {
		t.Fatal(err)
	}
	putRun(t, old)
	if err := old.write.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), old.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	plant(t, db, "r2", "r1")
	if run, err := db.Run(t.Context(), "r1"); err != nil || run.Status != graph.Finished {
		t.Errorf("%+v, %v", run, err)
	}
	if err := errors.Join(db.DeleteRun(t.Context(), "r1"), db.DeleteRun(t.Context(), "r2"), db.Check(t.Context())); err != nil || count(t, db, "run_rows")+count(t, db, "lineage") != 0 {
		t.Errorf("%v, %d rows are left", err, count(t, db, "run_rows"))
	}
}
