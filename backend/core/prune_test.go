package core_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

// TestPrune_FinishedRunsKeepTheirPhases: what a run needed to be resumed goes when it is finished; it can still be forked where a phase
// begins, and the database does not grow by what finished runs passed through.
func TestPrune_FinishedRunsKeepTheirPhases(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	c := open(t, home, noEnv)
	run, want := finish(t, c, core.Begin{Question: kb.Question, Engine: settings.Extractive})
	kept, err := c.Checkpoints(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	events, err := c.EventsSince(t.Context(), run.ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == graph.NodeFinished {
			nodes++
		}
	}
	if len(kept) < 5 || len(kept) > nodes/3 {
		t.Errorf("%d checkpoints are left of a run of %d nodes", len(kept), nodes)
	}
	forks := 0
	for i, p := range kept {
		if i%3 != 0 { // each is a whole run
			continue
		}
		forks++
		forked, err := c.Fork(t.Context(), run.ID, p.Seq)
		if err != nil {
			t.Fatalf("fork at %d after %s: %v", p.Seq, p.Node, err)
		}
		if forked, err = c.Resume(t.Context(), forked.ID); err != nil {
			t.Fatalf("fork at %d after %s: %v", p.Seq, p.Node, err)
		}
		if r := checked(t, c, forked); len(r.Claims) != len(want.Claims) {
			t.Errorf("fork at %d after %s: %d claims, want %d", p.Seq, p.Node, len(r.Claims), len(want.Claims))
		}
	}
	if rows := checkpointRows(t, home); rows > (1+forks)*len(kept) {
		t.Errorf("%d checkpoints are in the database for %d finished runs", rows, 1+forks)
	}
}

func checkpointRows(t *testing.T, home string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(home, "library.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT count(*) FROM checkpoints`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
