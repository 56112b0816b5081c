package store

import (
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// told is a report with everything that is kept beside it.
var told = report.Report{
	Run: "r1", Question: "Which limit applies?", Verdict: report.Partly, Quality: report.Quality{Total: 321}, Making: report.Making{Spend: budget.Spend{Calls: 7, Time: 9 * time.Second}},
	Answer: []report.Block{{Sentences: []report.Sentence{{Text: "It is 100 mSv.", Claim: "C1"}, {Text: "More below."}}}},
	Sections: []report.Section{{Title: "Exceptions", Blocks: []report.Block{
		{Sentences: []report.Sentence{{Text: "Volunteers may exceed it.", Claim: "C2"}, {Text: "That is all."}}}}}},
	Claims: []cite.Claim{
		{ID: "C1", Text: "It is 100 mSv.", Verdict: cite.Supported, Citations: []cite.Citation{
			{Document: "d1", Page: 3, Quote: "100 mSv", Span: source.Span{Page: 3, Start: 5, End: 12}},
			{Document: "d1", Page: 4, Quote: "a year", Span: source.Span{Page: 4, Start: 0, End: 6}}}},
		{ID: "C2", Text: "Volunteers may exceed it.", Verdict: cite.Unproven, Citations: []cite.Citation{
			{Document: "d1", Page: 3, Quote: "volunteers", Span: source.Span{Page: 3, Start: 40, End: 50}}}},
	},
}

// beside is what is kept beside reports.
type beside struct {
	Glance  RunGlance
	Spent   []Spent
	Marks   []Mark
	Pages   map[int]int
	Sayings []Saying
}

func look(t *testing.T, db *DB) (b beside) {
	t.Helper()
	ctx := t.Context()
	var err error
	check := func() {
		if err != nil {
			t.Fatal(err)
		}
	}
	b.Glance, err = db.RunGlance(ctx, "r1")
	check()
	b.Glance.Created, b.Glance.Updated = time.Time{}, time.Time{}
	b.Spent, err = db.Spends(ctx, "research", 10)
	check()
	b.Marks, err = db.Marks(ctx, "d1", 3)
	check()
	b.Pages, err = db.MarkedPages(ctx, "d1")
	check()
	b.Sayings, err = db.Sayings(ctx)
	check()
	return b
}

func putRun(t *testing.T, db *DB) {
	t.Helper()
	columns := strings.TrimSuffix(documentColumns, ", trouble, reading") // libraries of older programs have no more
	if _, err := db.write.Exec(`INSERT INTO documents (` + columns + `) VALUES ('d1', 'd1', '', '', '', '', '', '', '', 0, 0, 0, 0, '', '', '', '2026-01-02T03:04:05Z', '[]', '', '')`); err != nil {
		t.Fatal(err)
	}
	run := graph.Run{ID: "r1", Flow: "research", Title: told.Question, Status: graph.Finished}
	first := graph.Checkpoint{Run: "r1", Seq: 1, Node: "attribute", State: json.RawMessage("{}"), Tasks: json.RawMessage("{}")}
	if _, err := db.Commit(t.Context(), graph.Commit{Run: run, New: true, Checkpoint: &first}); err != nil {
		t.Fatal(err)
	}
}

func TestReports_WhatIsKeptBesideThem(t *testing.T) {
	db := openNew(t)
	putRun(t, db)
	for _, version := range []int{1, 0, 0} {
		if err := db.PutReport(t.Context(), "r1", version, told); err != nil {
			t.Fatal(err)
		}
	}
	b := look(t, db)
	if b.Glance.Score != 321 || b.Glance.Claims != 2 || b.Glance.Node != "attribute" || b.Glance.Verdict != report.Partly {
		t.Errorf("glance %+v", b.Glance)
	}
	if len(b.Spent) != 1 || b.Spent[0].Time != 9*time.Second {
		t.Errorf("spent %+v", b.Spent)
	}
	if len(b.Marks) != 2 || b.Marks[0].Claim != "C1" || b.Marks[1].Span != told.Claims[1].Citations[0].Span || b.Marks[1].Question != told.Question {
		t.Errorf("marks %+v", b.Marks)
	}
	if !maps.Equal(b.Pages, map[int]int{3: 2, 4: 1}) {
		t.Errorf("marked pages %v", b.Pages)
	}
	want := []Saying{{"r1", InAnswer, "", "It is 100 mSv. More below."}, {"r1", InSection, "", "Exceptions"},
		{"r1", InClaim, "C2", "Volunteers may exceed it."}, {"r1", InSection, "", "That is all."}}
	if !reflect.DeepEqual(b.Sayings, want) {
		t.Errorf("sayings %+v", b.Sayings)
	}

	if err := db.DeleteRun(t.Context(), "r1"); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"runs", "checkpoints", "inbox", "events", "reports", "marks", "sayings", "cited", "holds", "connections", "run_rows", "lineage", "attached_to"} {
		var n int
		if err := db.read.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil || n != 0 {
			t.Errorf("%d rows of %s are left, %v", n, table, err)
		}
	}
}

// A library of an older program gets what is kept beside its reports when it is opened.
func TestReports_OfAnOlderProgram(t *testing.T) {
	old := &DB{path: filepath.Join(t.TempDir(), "library.db")}
	var err error
	if old.write, err = connect(old.path, nil); err != nil {
		t.Fatal(err)
	}
	old.read = old.write
	ctx := context.Background()
	if err := old.migrateTo(ctx, 7); err != nil {
		t.Fatal(err)
	}
	putRun(t, old)
	text, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.write.Exec(`INSERT INTO reports (run, version, at, report) VALUES ('r1', 0, '', ?), ('r1', 1, '', ?), ('r2', 0, '', 'broken')`, string(text), string(text)); err != nil {
		t.Fatal(err)
	}
	if err := old.write.Close(); err != nil {
		t.Fatal(err)
	}

	db, err := Open(ctx, old.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	fresh := openNew(t)
	putRun(t, fresh)
	for version := range 2 {
		if err := fresh.PutReport(ctx, "r1", version, told); err != nil {
			t.Fatal(err)
		}
	}
	got, want := look(t, db), look(t, fresh)
	for _, b := range []*beside{&got, &want} { // titles come before sentences there
		slices.SortFunc(b.Sayings, func(a, b Saying) int { return strings.Compare(a.Text, b.Text) })
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("kept beside: %+v\nwant %+v", got, want)
	}
}
