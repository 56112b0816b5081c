package core_test

import (
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/graph"
)

// What was typed for the questions of a run goes with it.
func TestDeleteRun_TakesWhatWasTypedAlong(t *testing.T) {
	c := open(t, library(t), noEnv)
	run, err := c.StartResearch(t.Context(), core.Begin{Question: aboutRadon, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	q := graph.Question{ID: "plan"}
	if err := c.KeepTyped(t.Context(), run.ID, q, []string{"delete 3"}); err != nil {
		t.Fatal(err)
	}
	if lines, err := c.Typed(t.Context(), run.ID, q); err != nil || len(lines) != 1 {
		t.Fatalf("%q, %v", lines, err)
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if lines, err := c.Typed(t.Context(), run.ID, q); err != nil || len(lines) != 0 {
		t.Errorf("it is still there: %q, %v", lines, err)
	}
}
