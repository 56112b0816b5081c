package core_test

import (
	"testing"

	"rabbithole/backend/graph"
)

// A fork that was killed before it inherited anything inherits when it is gone on with.
func TestFork_KilledBeforeItInherits(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, run, _ := researched(t)
	c := open(t, home, noEnv)
	fork, err := c.Fork(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	behind(t, home, `DELETE FROM reports WHERE run = '`+fork.ID+`'; DELETE FROM cited WHERE run = '`+fork.ID+`'`)
	c = open(t, home, noEnv)
	if fork, err = c.Resume(t.Context(), fork.ID); err != nil || fork.Status != graph.Finished {
		t.Fatalf("%s, %v", fork.Status, err)
	}
	checked(t, c, fork)
}
