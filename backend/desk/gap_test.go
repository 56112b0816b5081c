package desk_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Research that may use the web, as the screen sees it: what it would send, what it read, what it cites.
func TestResearch_AsksBeforeItUsesTheWeb(t *testing.T) {
	d := online(t)
	path := filepath.Join(t.TempDir(), "kitchen.md")
	if err := os.WriteFile(path, []byte("# Kitchen notes\n\nThe yeast dough rests for ninety minutes at room temperature. After that it is folded twice.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.AddFiles([]string{path}, desk.AddWish{}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		docs, err := d.Documents()
		if err != nil || time.Now().After(deadline) {
			t.Fatal(docs, err)
		}
		if len(docs) == 1 && docs[0].State == source.Ready {
			break
		}
	}
	wish := core.Begin{Question: "How long does the yeast dough rest, and what is the reference level for radon in dwellings?", Engine: "extractive", Web: "listed", Hosts: []string{"https://no"}}
	if e, err := d.EstimateRun(wish); err != nil || !strings.Contains(e.Warning, "without https://") {
		t.Errorf("Estimate = %+v, %v", e, err)
	}
	wish.Hosts = []string{"www.radon-office.org"}
	run, err := d.StartResearch(wish)
	if err != nil {
		t.Fatal(err)
	}
	var s desk.Snapshot
	done := map[string]bool{}
	for deadline := time.Now().Add(60 * time.Second); s.Run.Status != graph.Finished; time.Sleep(10 * time.Millisecond) {
		if s, err = d.Snapshot(run.ID); err != nil || time.Now().After(deadline) || s.Run.Status == graph.Failed {
			t.Fatalf("the run is %s: %v", s.Run.Status, err)
		}
		switch {
		case s.Clarify != nil && !done["clarify"]:
			done["clarify"] = true
			err = d.AnswerQuestions(run.ID, s.Clarify.Question, research.ClarifyAnswer{Enough: true})
		case s.Approve != nil && !done["approve"]:
			done["approve"] = true
			err = d.ApprovePlan(run.ID, s.Approve.Question, nil)
		case s.Consent != nil && !done["consent"]:
			c := s.Consent
			if !slices.Equal(c.Queries, []string{"reference level radon dwellings"}) || !slices.Equal(c.Hosts, wish.Hosts) || !strings.HasPrefix(c.Provider.Host, "127.0.0.1:") || c.Text == "" || s.Web != "listed" {
				t.Errorf("consent %+v of a run with the web %q", c, s.Web)
			}
			done["consent"] = true
			err = d.AnswerConsent(run.ID, c.Question, flow.ConsentThese, c.Queries)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !done["consent"] {
		t.Fatal("the run did not ask")
	}
	r, err := d.Report(run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Sources, func(x report.Source) bool { return x.URL == "http://www.radon-office.org/home" })
	if i < 1 || r.Sources[0].Name != "kitchen.md" || len(s.State.Pages) != 2 {
		t.Fatalf("sources %+v of the pages %+v", r.Sources, s.State.Pages)
	}
	page, err := d.Article(r.Sources[i].Document)
	if err != nil || page.Title != "Radon at home" || len(page.Pages) != 1 || len(page.Pages[0].Marks) == 0 {
		t.Errorf("Article = %+v, %v", page, err)
	}
	if e := s.Evidence[len(s.Evidence)-1]; e.Locator.URL != r.Sources[i].URL {
		t.Errorf("the last evidence is %+v", e)
	}
}
