package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// found is a row with something in every field.
func found(article int64) Related {
	at := func(h int) time.Time { return fetched.Add(time.Duration(h) * time.Hour) }
	return Related{Article: article, Status: RelatedFailed, Summary: "- Radon is a gas.\n", Sources: json.RawMessage(`[{"title":"t"}]`), Questions: json.RawMessage(`["is it?"]`),
		Bullets: json.RawMessage(`[{"text":"b"}]`), Warnings: json.RawMessage(`["w"]`), Error: "no", Created: at(0), Updated: at(1), Expires: at(24), Made: at(2), MadeBy: "model", Model: "m",
		Mode: "deep", Automatic: true, Run: "r1", Job: "r2"}
}

func TestRelated_RoundTrip(t *testing.T) {
	db := openNew(t)
	put(t, db, "d1", "a.pdf", "", source.Ready)
	n, err := db.NumberOf(t.Context(), "d1")
	if err != nil || n.Name != "a.pdf" {
		t.Fatalf("NumberOf = %+v, %v", n, err)
	}
	if r, err := db.Related(t.Context(), n.ID); err != nil || r.Status != RelatedNone || r.Article != n.ID {
		t.Errorf("before anything was found: %+v, %v", r, err)
	}
	want := found(n.ID)
	for range 2 {
		if err := db.PutRelated(t.Context(), want); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := db.Related(t.Context(), n.ID); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Related = %+v, %v\nwant %+v", got, err, want)
	}
	for _, run := range []string{"r1", "r2", "r3"} {
		got, named, err := db.RelatedOfRun(t.Context(), run)
		if err != nil || named != (run != "r3") || named && got.Article != n.ID {
			t.Errorf("RelatedOfRun(%s) = %+v, %t, %v", run, got, named, err)
		}
	}
	if err := db.PutRelated(t.Context(), found(99)); err == nil {
		t.Error("a row without its document was kept")
	}
	bad := want
	bad.Status = "thinking"
	if err := db.PutRelated(t.Context(), bad); err == nil {
		t.Error("a status that there is not was kept")
	}
	if err := db.DropRelated(t.Context(), n.ID); err != nil {
		t.Fatal(err)
	}
	if r, err := db.Related(t.Context(), n.ID); err != nil || r.Status != RelatedNone {
		t.Errorf("after it was dropped: %+v, %v", r, err)
	}
}

// The columns and defaults are those of the specification: other programs may read the file.
func TestRelated_TableAsSpecified(t *testing.T) {
	db := openNew(t)
	put(t, db, "d1", "a.pdf", "", source.Ready)
	n, err := db.NumberOf(t.Context(), "d1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.write.ExecContext(t.Context(), `INSERT INTO article_research (article_id, status) VALUES (?, 'none')`, n.ID); err != nil {
		t.Fatal(err)
	}
	var id int64
	var summary, sources, created, updated string
	var problem, expires *string
	err = db.read.QueryRowContext(t.Context(), `SELECT id, summary_md, sources_json, error_message, created_at, updated_at, expires_at FROM article_research`).
		Scan(&id, &summary, &sources, &problem, &created, &updated, &expires)
	if err != nil || id != 1 || summary != "" || sources != "[]" || problem != nil || expires != nil || created == "" || updated == "" {
		t.Errorf("%d %q %q %v %q %q %v: %v", id, summary, sources, problem, created, updated, expires, err)
	}
	if _, err := db.write.ExecContext(t.Context(), `INSERT INTO article_research (article_id, status) VALUES (?, 'ready')`, n.ID); err == nil {
		t.Error("a document has two rows")
	}
}

// A number stays with its document, whatever is compacted, salvaged or deleted beside it, and is never given to another.
func TestArticleNumbers_Stay(t *testing.T) {
	db := openNew(t)
	put(t, db, "d1", "a.pdf", "", source.Ready)
	put(t, db, "d2", "b.pdf", "", source.Queued) // nothing to read in it yet
	keep(t, db, "r1", "a1", "https://radon.example/home")
	if err := db.NumberDocuments(t.Context()); err != nil {
		t.Fatal(err)
	}
	put(t, db, "d2", "b.pdf", "", source.Ready)
	put(t, db, "d3", "c.pdf", "", source.Ready)
	numbers := map[string]int64{}
	for _, hash := range []string{"d1", "a1", "d2", "d3"} {
		n, err := db.NumberOf(t.Context(), hash)
		if err != nil {
			t.Fatal(err)
		}
		numbers[hash] = n.ID
		if err := db.PutRelated(t.Context(), found(n.ID)); err != nil {
			t.Fatal(err)
		}
	}
	if numbers["d3"] != 4 || numbers["d2"] != 3 {
		t.Errorf("numbers = %v", numbers)
	}
	if _, err := db.write.ExecContext(t.Context(), `DELETE FROM documents WHERE hash = 'd3'`); err != nil {
		t.Fatal(err)
	}
	if r, err := db.Related(t.Context(), numbers["d3"]); err != nil || r.Status != RelatedNone {
		t.Errorf("the row of a deleted document: %+v, %v", r, err)
	}
	put(t, db, "d4", "d.pdf", "", source.Ready)
	if n, err := db.NumberOf(t.Context(), "d4"); err != nil || n.ID != 5 {
		t.Errorf("the next number is %d, %v", n.ID, err)
	}
	folder := t.TempDir()
	copied, salvaged := filepath.Join(folder, "copy.db"), filepath.Join(folder, "fresh.db")
	if err := db.Snapshot(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	if lost, err := Salvage(t.Context(), db.path, salvaged); err != nil || len(lost.Lost) > 0 || lost.Rows["article_numbers"] != 4 || lost.Rows["article_research"] != 3 {
		t.Fatalf("Salvage = %+v, %v", lost, err)
	}
	for _, path := range []string{copied, salvaged} {
		again, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for _, hash := range []string{"d1", "a1", "d2"} {
			n, err := again.NumberOf(t.Context(), hash)
			if err != nil || n.ID != numbers[hash] {
				t.Errorf("%s: %s has number %d, %v", filepath.Base(path), hash, n.ID, err)
			}
			if r, err := again.Related(t.Context(), n.ID); err != nil || !reflect.DeepEqual(r, found(n.ID)) {
				t.Errorf("%s: row of %s: %+v, %v", filepath.Base(path), hash, r, err)
			}
		}
		put(t, again, "d5", "e.pdf", "", source.Ready)
		if n, err := again.NumberOf(t.Context(), "d5"); err != nil || n.ID != 6 {
			t.Errorf("%s: the next number is %d, %v", filepath.Base(path), n.ID, err)
		}
		if err := again.Check(t.Context()); err != nil {
			t.Error(err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestNumberedDocuments_AreThoseThatCanBeRead(t *testing.T) {
	db := openNew(t)
	put(t, db, "d1", "a.pdf", "", source.Ready)
	put(t, db, "d2", "b.pdf", "", source.Failed)
	put(t, db, "d3", "c.pdf", "", source.Searchable)
	put(t, db, "d4", "attached", "", source.Saved) // the text of an attached file
	keep(t, db, "r1", "a1", "https://radon.example/home")
	if err := db.NumberDocuments(t.Context()); err != nil {
		t.Fatal(err)
	}
	hashes := func() (out []string) {
		list, err := db.NumberedDocuments(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range list {
			out = append(out, n.Hash)
			if got, err := db.DocumentNumbered(t.Context(), n.ID); err != nil || got.Hash != n.Hash {
				t.Errorf("DocumentNumbered(%d) = %s, %v", n.ID, got.Hash, err)
			}
		}
		return out
	}
	if got := hashes(); len(got) != 3 {
		t.Errorf("numbered: %v", got)
	}
	for _, hash := range []string{"d2", "d4", "nothing"} {
		if _, err := db.NumberOf(t.Context(), hash); fault.KindOf(err) != fault.NotFound {
			t.Errorf("NumberOf(%s): %v", hash, err)
		}
	}
	n, err := db.NumberOf(t.Context(), "d1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.SetState(t.Context(), "d1", source.Removed, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := db.DocumentNumbered(t.Context(), n.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a removed document: %v", err)
	}
	if got := hashes(); len(got) != 2 {
		t.Errorf("numbered after one was removed: %v", got)
	}
	other, err := db.NumberOf(t.Context(), "d3")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{n.ID, other.ID} {
		if err := db.PutRelated(t.Context(), found(id)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.DropLeftRelated(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[int64]string{n.ID: RelatedNone, other.ID: RelatedFailed} {
		if r, err := db.Related(t.Context(), id); err != nil || r.Status != want {
			t.Errorf("the row of %d is %s, %v", id, r.Status, err)
		}
	}
}

func TestUnfinishedRelated_AndStrayRuns(t *testing.T) {
	db := openNew(t)
	for i, hash := range []string{"d1", "d2", "d3"} {
		put(t, db, hash, hash+".pdf", "", source.Ready)
		n, err := db.NumberOf(t.Context(), hash)
		if err != nil {
			t.Fatal(err)
		}
		r := Related{Article: n.ID, Status: []string{RelatedQueued, RelatedReady, RelatedRunning}[i], Created: fetched, Updated: fetched.Add(time.Duration(i)), Job: "j" + hash}
		if err := db.PutRelated(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"jd1", "lost"} {
		r := graph.Run{ID: id, Flow: "related", Status: graph.Running, Created: fetched, Updated: fetched}
		if _, err := db.Commit(t.Context(), graph.Commit{New: true, Run: r, Events: []event.Event{}}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := db.UnfinishedRelated(t.Context())
	if err != nil || len(list) != 2 || list[0].Job != "jd3" || list[1].Job != "jd1" {
		t.Errorf("UnfinishedRelated = %+v, %v", list, err)
	}
	if stray, err := db.StrayRelated(t.Context(), "related"); err != nil || !reflect.DeepEqual(stray, []string{"lost"}) {
		t.Errorf("StrayRelated = %v, %v", stray, err)
	}
}

// A library of before numbers everything that can be read when it is opened.
func TestMigrate_NumbersWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	write, err := connect(path, map[string][]string{"_txlock": {"immediate"}, "_pragma": pragmas})
	if err != nil {
		t.Fatal(err)
	}
	old := &DB{Reader: Reader{read: write, scope: source.All()}, write: write, path: path}
	if err := old.migrateTo(t.Context(), 13); err != nil {
		t.Fatal(err)
	}
	if _, err := write.Exec(`INSERT INTO documents (hash, name, path, collection, format, title, author, date, language, pages, passages, unreadable, bytes,
		engine, state, reason, added_at, names, unreadable_pages, recognised_pages, trouble)
		VALUES ('d1', 'a.pdf', '', '', 'pdf', '', '', '', '', 1, 1, 0, 1, '', 'ready', '', '2026-01-02T03:04:05Z', '[]', '', '', '')`); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if n, err := db.NumberedDocuments(t.Context()); err != nil || len(n) != 1 || n[0].ID != 1 || n[0].Hash != "d1" || n[0].Reading != 1 {
		t.Errorf("NumberedDocuments = %+v, %v", n, err)
	}
}
