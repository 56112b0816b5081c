package core

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core/settings"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

const (
	webQuestion = "What is the reference level for radon in dwellings, and who measured the cellar of the mill?"
	millNotes   = "# Mill\n\nMs Okonkwo measured the cellar of the mill in March 2026.\n"
)

// webTree stores a run over a file of the person's, without a library.
func webTree(t *testing.T, c *Core, policy WebPolicy, consented bool) graph.Run {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mill.md")
	if err := os.WriteFile(path, []byte(millNotes), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := c.Attach(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.StartExplore(t.Context(), Explore{Question: webQuestion, Context: []string{files[0].Hash}, Engine: settings.Extractive, Web: policy, Consented: consented, MaxDepth: 1})
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	return run
}

// citedBy returns what a finished run's report cites: the names of documents and the addresses of pages.
func citedBy(t *testing.T, c *Core, run graph.Run) (r report.Report, cited map[string]bool) {
	t.Helper()
	r, err := c.Report(t.Context(), run.ID, 0)
	if err != nil || run.Status != graph.Finished {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	cited = map[string]bool{}
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			cited[x.Name] = true
			if x.URL != "" {
				cited[x.URL] = true
			}
		}
	}
	return r, cited
}

// Before anything leaves the person is asked; what was allowed is sent, read, cited and logged; a fork asks for itself.
func TestExplore_AsksBeforeItGoesToTheWeb(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir())
	run := webTree(t, c, WebOpen, false)
	questions, err := c.Questions(t.Context(), run.ID)
	if err != nil || run.Status != graph.Waiting || len(questions) != 1 || p.fetched.Load() != 0 {
		t.Fatalf("the run is %s, asks %+v, %v, and has fetched %d pages", run.Status, questions, err, p.fetched.Load())
	}
	if log, err := c.RunConnections(t.Context(), run.ID); err != nil || len(log) != 0 {
		t.Errorf("connected before: %+v, %v", log, err)
	}
	var asks shared.ConsentData
	if err := json.Unmarshal(questions[0].Data, &asks); err != nil || len(asks.Queries) == 0 {
		t.Fatalf("asked is %s, %v", questions[0].Data, err)
	}
	if err := c.Send(t.Context(), run.ID, graph.Answer(questions[0].ID, shared.ConsentAnswer{Decision: shared.ConsentRun, Queries: asks.Queries})); err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	r, cited := citedBy(t, c, run)
	if !cited["mill.md"] || !cited["http://"+siteName+"/home"] || len(r.Connections) == 0 || len(r.Sources) < 2 {
		t.Errorf("cited are %v, connections %+v, %d sources", cited, r.Connections, len(r.Sources))
	}
	fork, err := c.ForkAttended(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if fork, err = c.Resume(t.Context(), fork.ID); err != nil || fork.Status != graph.Waiting {
		t.Errorf("the fork is %s, %v", fork.Status, err)
	}
}

// A run that is offline connects to nothing, whatever stays open.
func TestExplore_OfflineConnectsToNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	p := pretend(t)
	c := p.online(t, t.TempDir())
	run := webTree(t, c, WebOff, false)
	r, cited := citedBy(t, c, run)
	log, err := c.RunConnections(t.Context(), run.ID)
	if err != nil || len(log) != 0 || p.fetched.Load() != 0 || len(r.Connections) != 0 || !cited["mill.md"] {
		t.Errorf("%+v, %v, %d fetched, cited %v", log, err, p.fetched.Load(), cited)
	}
	if said := strings.Join(r.Silent, " "); !strings.Contains(said, "radon") {
		t.Errorf("silent are %q", r.Silent)
	}
}
