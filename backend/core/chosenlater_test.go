package core_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// outsideIs fails when a run, or what the model was shown for it, holds what stands outside of the chosen document.
func outsideIs(t *testing.T, c *core.Core, server *fake.Server, before int, run graph.Run) {
	t.Helper()
	if all := keptOf(t, c, run); strings.Contains(all, outside) || strings.Contains(all, "ledger.md") {
		t.Errorf("%s read outside of what was chosen: %s", run.Flow, all)
	}
	for _, p := range server.Chats()[before:] {
		if strings.Contains(p.System+p.User, outside) {
			t.Errorf("%s shows the model what stands outside: %s", run.Flow, p.User)
		}
	}
}

// TestChosen_AFollowUpKnowsNothingElse asks the whole library first, then goes on limited to one document: what the
// first answer said of the others is not carried on.
func TestChosen_AFollowUpKnowsNothingElse(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for _, engine := range []settings.Engine{settings.Extractive, settings.Ollama} {
		t.Run(string(engine), func(t *testing.T) {
			server := fake.NewServer(t)
			c := harbour(t, env("OLLAMA_HOST", server.URL.String()))
			const wide = "How many lanterns did the lantern keeper buy, and for how many is a permit needed?"
			end := func(run graph.Run, err error) graph.Run {
				t.Helper()
				if err == nil {
					run, err = c.Resume(t.Context(), run.ID)
				}
				if err != nil || run.Status != graph.Finished {
					t.Fatalf("%s is %s: %v", run.Flow, run.Status, err)
				}
				return run
			}
			answered := end(c.StartAnswer(t.Context(), core.Ask{Question: wide, Engine: engine}))
			found := end(c.StartDiscover(t.Context(), core.Discover{Query: wide, Engine: engine}))
			report := end(c.StartResearch(t.Context(), core.Begin{Question: wide, Engine: engine, Unattended: true}))
			s, err := c.DiscoverState(t.Context(), found.ID)
			if err != nil || len(s.Cards) == 0 || !strings.Contains(said(checked(t, c, report)), outside) {
				t.Fatalf("%d cards, %v: the first runs did not find what stands outside", len(s.Cards), err)
			}
			only := []string{"chosen.md"}
			const narrow = "And how many does it light at dusk?"
			before := len(server.Chats())
			for _, run := range []graph.Run{
				end(c.StartAnswer(t.Context(), core.Ask{Question: narrow, Follows: answered.ID, Documents: only,
					Engine: engine})),
				end(c.StartResearch(t.Context(), core.Begin{Question: place, Follows: report.ID, Documents: only,
					Engine: engine, Unattended: true})),
				end(c.StartResearch(t.Context(), core.Begin{Question: place, From: found.ID, Documents: only,
					Engine: engine, Unattended: true})),
				end(c.StartDiscover(t.Context(), core.Discover{Query: place, From: found.ID, Documents: only,
					Engine: engine})),
			} {
				outsideIs(t, c, server, before, run)
			}
		})
	}
}

// TestChosen_ForkedAndResumed goes on with a limited run in another process, and from a checkpoint of it.
func TestChosen_ForkedAndResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	home := t.TempDir()
	environment := env("OLLAMA_HOST", server.URL.String())
	c := harbourAt(t, home, environment)
	run := started(t)(c.StartResearch(t.Context(), core.Begin{Question: place, Documents: []string{"chosen.md"},
		Engine: settings.Ollama}))
	waits(t, c, run.ID)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(t, home, environment)
	q, _ := asked[research.Clarification](t, c, run.ID, research.QuestionClarify)
	answer(t, c, run.ID, q.ID, research.ClarifyAnswer{Enough: true})
	waits(t, c, run.ID)
	plan, items := asked[[]research.Item](t, c, run.ID, research.QuestionPlan)
	edited := research.PlanAnswer{Items: []research.PlanEntry{{Task: items[0].Task},
		{Task: "Section 7 of the Beacon Act and the ledger of lanterns"}}}
	answer(t, c, run.ID, plan.ID, edited)
	run, err := c.Resume(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	outsideIs(t, c, server, 0, run)
	points, err := c.Checkpoints(t.Context(), run.ID)
	if err != nil || len(points) < 2 {
		t.Fatalf("%d checkpoints, %v", len(points), err)
	}
	for _, p := range []graph.Checkpoint{points[0], points[len(points)/2]} {
		forked, err := c.Fork(t.Context(), run.ID, p.Seq)
		if err == nil {
			forked, err = c.Resume(t.Context(), forked.ID)
		}
		for err == nil && forked.Status == graph.Waiting {
			questions, asking := c.Questions(t.Context(), forked.ID)
			if asking != nil {
				t.Fatal(asking)
			}
			if questions[0].Kind == research.QuestionClarify {
				answer(t, c, forked.ID, questions[0].ID, research.ClarifyAnswer{Enough: true})
			} else {
				answer(t, c, forked.ID, questions[0].ID, edited)
			}
			forked, err = c.Resume(t.Context(), forked.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		outsideIs(t, c, server, 0, forked)
	}
}

// TestChosen_RemovedMeanwhile takes the chosen document out while the run waits for its plan.
func TestChosen_RemovedMeanwhile(t *testing.T) {
	c := harbour(t, noEnv)
	run := started(t)(c.StartResearch(t.Context(), core.Begin{Question: place, Documents: []string{"chosen.md"},
		Engine: settings.Extractive}))
	waits(t, c, run.ID)
	q, _ := asked[research.Clarification](t, c, run.ID, research.QuestionClarify)
	if _, err := c.Remove(t.Context(), "chosen.md"); err != nil {
		t.Fatal(err)
	}
	answer(t, c, run.ID, q.ID, research.ClarifyAnswer{Enough: true})
	waits(t, c, run.ID)
	plan, items := asked[[]research.Item](t, c, run.ID, research.QuestionPlan)
	answer(t, c, run.ID, plan.ID, research.PlanAnswer{Items: []research.PlanEntry{{Task: items[0].Task}}})
	run, err := c.Resume(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	r := checked(t, c, run)
	if want := []string{"Nothing readable in the documents you chose.",
		"They are no longer in the library."}; len(r.Claims) > 0 || !slices.Equal(r.Silent, want) {
		t.Errorf("%s, silent %q", said(r), r.Silent)
	}
}

// TestChosen_StillBeingRead chooses what the library has not read to its end.
func TestChosen_StillBeingRead(t *testing.T) {
	home := t.TempDir()
	c := harbourAt(t, home, noEnv)
	d, err := c.Document(t.Context(), "chosen.md")
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.SetState(t.Context(), d.Hash, source.Extracting, ""); err != nil {
		t.Fatal(err)
	}
	run, _ := finish(t, c, core.Begin{Question: "Was verlangt § 5 auf Seite 1 vom Laternenwärter?",
		Documents: []string{"chosen.md"}, Engine: settings.Extractive})
	want := []string{"In den gewählten Dokumenten steht nichts Lesbares.",
		"chosen.md: Das Dokument wird noch gelesen. Fragen Sie danach noch einmal."}
	if r := checked(t, c, run); len(r.Claims) > 0 || !slices.Equal(r.Silent, want) {
		t.Errorf("%s, silent %q", said(r), r.Silent)
	}
}

// TestChosen_FilesOfTheRunBelongToIt explores a scan with a readable file of the person's own.
func TestChosen_FilesOfTheRunBelongToIt(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := harbour(t, noEnv)
	files := attach(t, c, file(t, "letter.md",
		"# Letter\n\nThe lantern keeper lights 33 lanterns on page 1 of the order, says Section 5.\n"))
	_, _, r := explored(t, c, core.Explore{Question: place, Context: files, Documents: []string{scan},
		Engine: settings.Extractive})
	warned := strings.Join(r.Warnings, "\n")
	if !strings.Contains(said(r), "33 lanterns") || strings.Contains(said(r), outside) || !strings.Contains(warned,
		"Nothing readable in the documents you chose. "+scan+": ") {
		t.Errorf("%s, warnings %q", said(r), r.Warnings)
	}
	files = attach(t, c, file(t, "ledger.md", ledgerText)) // the same bytes as a document outside
	_, _, r = explored(t, c, core.Explore{Question: place, Context: files, Documents: []string{"chosen.md"},
		Engine: settings.Extractive})
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			if x.Name == "beacon.md" {
				t.Errorf("cites %s: %s", x.Name, x.Quote)
			}
		}
	}
}

// TestChosen_CollectionsAreLimitsToo limits runs to a collection of which nothing is readable, and to both a document
// and a collection.
func TestChosen_CollectionsAreLimitsToo(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := harbour(t, noEnv)
	scans := filepath.Join(t.TempDir(), "scans")
	copyScan(t, scans)
	if _, err := c.Add(t.Context(), []string{scans}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	_, r := finish(t, c, core.Begin{Question: place, Collections: []string{"scans"}, Engine: settings.Extractive})
	if len(r.Claims) > 0 || len(r.Silent) != 2 || r.Silent[0] != "Nothing readable in the documents you chose." {
		t.Errorf("%s, silent %q", said(r), r.Silent)
	}
	if _, err := c.StartResearch(t.Context(), core.Begin{Question: place, Collections: []string{"scans"},
		Documents: []string{"chosen.md"}}); err == nil || !strings.Contains(err.Error(), "not in the collection") {
		t.Errorf("a document of another collection: %v", err)
	}
	hits, err := c.Search(t.Context(), place, core.SearchOptions{Collections: []string{"scans"}})
	if err != nil || len(hits) > 0 {
		t.Errorf("%+v, %v", hits, err)
	}
}
