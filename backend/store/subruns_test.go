package store

import (
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
)

// bornOf stores a run with an event, a part of another one.
func bornOf(t *testing.T, db *DB, id, parent string) {
	t.Helper()
	now := time.Now()
	c := graph.Commit{New: true, Run: graph.Run{ID: id, Flow: "answer", Title: id, Parent: parent, Status: graph.Finished, Created: now, Updated: now},
		Events: []event.Event{{Run: id, Kind: "x", At: now}}}
	if _, err := db.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// What a sub-run says is said by its run, which has its report too: it is marked, found and counted once. Both go together.
func TestSubRun_IsAPartOfItsRun(t *testing.T) {
	db := openNew(t)
	bornOf(t, db, "r1", "")
	bornOf(t, db, "r1/research-2", "r1")
	bornOf(t, db, "r1/research-2/deeper-1", "r1/research-2")
	bornOf(t, db, "r10", "")
	document := told.Claims[0].Citations[0].Document
	put(t, db, document, "law.pdf", "", "ready")
	for _, run := range []string{"r1/research-2", "r1"} {
		if err := db.PutReport(t.Context(), run, 0, told); err != nil {
			t.Fatal(err)
		}
	}
	marks, err := db.Marks(t.Context(), document, told.Claims[0].Citations[0].Page)
	if err != nil || len(marks) == 0 {
		t.Fatalf("marks %+v, %v", marks, err)
	}
	for _, m := range marks {
		if m.Run != "r1" {
			t.Errorf("%s is marked", m.Run)
		}
	}
	said, err := db.Sayings(t.Context())
	if err != nil || len(said) == 0 {
		t.Fatalf("sayings %+v, %v", said, err)
	}
	for _, s := range said {
		if s.Run != "r1" {
			t.Errorf("%s is found", s.Run)
		}
	}
	if shelf, err := db.Shelfmarks(t.Context()); err != nil || shelf[document].Cited != 1 {
		t.Errorf("cited by %d runs, %v", shelf[document].Cited, err)
	}
	if err := db.DeleteRun(t.Context(), "r1"); err != nil {
		t.Fatal(err)
	}
	runs, err := db.Runs(t.Context(), graph.Filter{})
	if err != nil || len(runs) != 1 || runs[0].ID != "r10" {
		t.Errorf("left are %+v, %v", runs, err)
	}
	if events, reports, cited := count(t, db, "events"), count(t, db, "reports"), count(t, db, "cited"); events != 1 || reports+cited != 0 {
		t.Errorf("left are %d events, %d reports, %d cited pages", events, reports, cited)
	}
}
