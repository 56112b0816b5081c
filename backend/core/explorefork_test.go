package core_test

import (
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
)

// A fork reads what its parent found, also when the parent is gone; with the last of them everything goes.
func TestFork_OfATreeOutlivesItsParent(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, t.TempDir(), noEnv)
	addNotes(t, c)
	before := len(copies(t, c))
	files := attach(t, c, file(t, "visit.md", visit))
	parent, s, _ := explored(t, c, core.Explore{Question: twoSided, Context: files, Engine: settings.Extractive, MaxNodes: 3})
	want, err := c.ExploreRecords(t.Context(), parent.ID)
	if err != nil || len(want) != len(s.Tree) {
		t.Fatalf("%d records, %v", len(want), err)
	}
	fork, err := c.Fork(t.Context(), parent.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.DeleteRun(t.Context(), parent.ID); err != nil {
		t.Fatal(err)
	}
	got, err := c.ExploreRecords(t.Context(), fork.ID)
	if err != nil || len(got) != len(want) || got["1"].Question != want["1"].Question || len(got["1"].Slice.SelectedItems) != len(want["1"].Slice.SelectedItems) {
		t.Fatalf("the fork reads %d records, %v", len(got), err)
	}
	if fork, err = c.Resume(t.Context(), fork.ID); err != nil || fork.Status != graph.Finished {
		t.Fatalf("%s, %v", fork.Status, err)
	}
	facts(t, c, fork)
	checked(t, c, fork)
	second, err := c.Fork(t.Context(), fork.ID, 1) // which stands before its files were read
	if err != nil {
		t.Fatal(err)
	}
	if err := c.DeleteRun(t.Context(), fork.ID); err != nil {
		t.Fatal(err)
	}
	if second, err = c.Resume(t.Context(), second.ID); err != nil || second.Status != graph.Finished {
		t.Fatalf("the fork of the fork: %s, %v", second.Status, err)
	}
	facts(t, c, second)
	if err := c.DeleteRun(t.Context(), second.ID); err != nil {
		t.Fatal(err)
	}
	db := victim{Home: homeOf(c)}.look(t)
	rows, err := db.Rows(t.Context(), []string{parent.ID, fork.ID, second.ID}, "")
	if err != nil || len(rows) != 0 {
		t.Errorf("%d rows are left, %v", len(rows), err)
	}
	if _, err := db.Document(t.Context(), files[0]); fault.KindOf(err) != fault.NotFound || len(copies(t, c)) != before {
		t.Errorf("the attached file is left: %v, copies %q", err, copies(t, c))
	}
}

// A finished tree is dug deeper by a fork of its end: the answer is written anew, with what was found before.
func TestFork_OfATreeIsDugDeeper(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, t.TempDir(), noEnv)
	addNotes(t, c)
	parent, s, _ := explored(t, c, core.Explore{Question: "What was measured in the cellar?", Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Extractive})
	fork, err := c.Fork(t.Context(), parent.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(t.Context(), fork.ID, graph.Note(explore.MessageDig, explore.Steering{Node: "1", Question: "With what was the roof of the barn covered?"})); err != nil {
		t.Fatal(err)
	}
	if fork, err = c.Resume(t.Context(), fork.ID); err != nil {
		t.Fatal(err)
	}
	now, err := c.ExploreState(t.Context(), fork.ID)
	if err != nil || len(now.Tree) <= len(s.Tree) {
		t.Fatalf("%d questions, %d before, %v", len(now.Tree), len(s.Tree), err)
	}
	if r := checked(t, c, fork); !states(r, "larch shingles", "roof.md", 1) || !states(r, "410", "visit.md", 1) {
		t.Errorf("the report of the fork says:\n%s", said(r))
	}
}
