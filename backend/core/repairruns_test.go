package core_test

import (
	"bytes"
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

// doubt changes a database without a trace, and then a byte that nothing uses of the page on which a text stands.
func doubt(t *testing.T, home, statement, text string) {
	t.Helper()
	behind(t, home, statement)
	path := filepath.Join(home, "library.db")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size, hit := int(value[int64](t, home, `PRAGMA page_size`)), false
	for at := 0; at < len(raw); at += size {
		if bytes.Contains(raw[at:at+size], []byte(text)) {
			spoil(t, path, int64(at+size-1), 1)
			hit = true
		}
	}
	if !hit {
		t.Fatalf("%q does not stand in the file", text)
	}
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

// A position that is JSON and yet none that the program writes is left out for the one before.
func TestCheck_PositionsAreReadAsTheProgramReadsThem(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, run := waitingRun(t)
	for name, change := range map[string]string{
		"Number": `replace(state, '"quality_threshold":300', '"quality_threshold":3.0')`,
		"Name":   `replace(state, '"documents"', '"doctments"')`,
		"Key":    `replace(state, '"settings"', '"settingz"')`,
	} {
		t.Run(name, func(t *testing.T) {
			home := twin(t, home)
			doubt(t, home, `UPDATE checkpoints SET state = `+change+` WHERE seq = (SELECT max(seq) FROM checkpoints)`, `"question":"`+kb.Question)
			c := mended(t, home, run.ID, "it stands at position")
			now, err := c.Resume(t.Context(), run.ID)
			if err != nil || now.Status != graph.Waiting {
				t.Errorf("%s, %v", now.Status, err)
			}
			if s, err := c.State(t.Context(), run.ID, 0); err != nil || len(s.Scope.Documents()) != 1 {
				t.Errorf("it may read %+v, %v", s.Scope, err)
			}
		})
	}
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

// How a run was started decides what it may read: a damaged word of it must not widen that, or keep the run from going on.
func TestCheck_HowARunWasStarted(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, run := waitingRun(t)
	doubt(t, home, `UPDATE runs SET meta = '{"engine":3,"web":{"wex":"listed"}}', status = 'waitinh'`, `"wex"`)
	c := mended(t, home, run.ID, "how it was started is lost")
	now, err := c.Resume(t.Context(), run.ID)
	if err != nil || now.Status != graph.Waiting {
		t.Errorf("%s, %v", now.Status, err)
	}
	if web, _ := core.WebOf(now); web != core.WebOff {
		t.Errorf("the web is %q", web)
	}
}

// A setting that cannot be read would keep the library from opening.
func TestCheck_SettingsThatCannotBeRead(t *testing.T) {
	home := library(t)
	doubt(t, home, `INSERT INTO settings VALUES ('MAX_ITERATIONS', '1r'), ('watched_folders', '["/x",3]'), ('FOLLOW_LINKS', 'true')`, "MAX_ITERATIONS")
	c := mended(t, home, "MAX_ITERATIONS", "default")
	if list, err := c.Watched(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%q, %v", list, err)
	}
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
