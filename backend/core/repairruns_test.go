package core_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

// waitingRun returns a closed library with a run that waits for its person.
func waitingRun(t *testing.T) (home string, run graph.Run) {
	t.Helper()
	home = library(t)
	c := open(t, home, noEnv)
	run, err := c.StartResearch(t.Context(), core.Begin{Question: kb.Question, Documents: []string{"Radon-in-Homes-Handbook.pdf"}, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Waiting {
		t.Fatalf("%s, %v", run.Status, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return compact(t, home), run
}

// mended repairs a library, and opens it when it is sound and what was said names a run.
func mended(t *testing.T, home, run, what string) *core.Core {
	t.Helper()
	r := check(t, home, true)
	named := false
	for _, line := range r.Repaired {
		named = named || strings.Contains(line, run) && strings.Contains(line, what)
	}
	if !r.Sound() || !named {
		t.Errorf("want %s: %s; repaired %q, findings %+v", run, what, r.Repaired, r.Findings)
	}
	return open(t, home, noEnv)
}

// A run of which only the row is left is named, and nobody is told to go on with it.
func TestCheck_RunsWithoutAPositionAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, run := waitingRun(t)
	loseTable(t, home, "checkpoints")
	c := mended(t, home, run.ID, "its position is lost")
	if now, err := c.Run(t.Context(), run.ID); err != nil || now.Status != graph.Failed || !strings.Contains(now.Hint, "new run") {
		t.Errorf("%+v, %v", now, err)
	}
}

// So is one of which nothing is left but what happened in it.
func TestCheck_RunsThatAreLostAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, run := waitingRun(t)
	loseTable(t, home, "checkpoints")
	loseTable(t, home, "runs")
	mended(t, home, run.ID, "it is lost")
}

// A discovery whose report is lost is named: nothing in the library's folder has it.
func TestCheck_LostReportOfADiscovery(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	c := open(t, home, noEnv)
	run, _ := discovered(t, c, core.Discover{Query: "radon", Engine: settings.Extractive})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	home = compact(t, home)
	if err := os.RemoveAll(filepath.Join(home, "reports")); err != nil { // written when the backup was restored
		t.Fatal(err)
	}
	loseTable(t, home, "reports")
	mended(t, home, run.ID, "its report is lost")
}

// An exploration whose questions are lost is named, and asks nothing in their place.
func TestCheck_ExplorationsWithoutTheirQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	run, _, _ := explored(t, c, core.Explore{Question: twoSided, Engine: settings.Extractive, MaxNodes: 2})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	behind(t, home, `UPDATE runs SET status = 'paused'`)
	home = compact(t, home)
	loseTable(t, home, "run_rows")
	mended(t, home, run.ID, "it cannot go on")
}
