package core_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// The specification's test plan, on the built-in engine and on a sensible model; TestLive_RealOllama has it on a real server.
func TestExplore_PlanHoldsOnEveryEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	t.Run("Extractive", func(t *testing.T) {
		c := open(t, t.TempDir(), noEnv)
		addNotes(t, c)
		plan(t, c, settings.Extractive, true)
	})
	t.Run("Scripted", func(t *testing.T) { plan(t, notebook(t, fake.NewServer(t)), settings.Ollama, true) })
}

// liveTree is the plan on a real server, whose model says nothing sensible: every step of the tree ends by rule, and the report is proved all the same.
func liveTree(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	run, r := plan(t, c, settings.Ollama, false)
	m := r.Making
	t.Logf("%d calls, %d + %d tokens, %d fallbacks", m.Spend.Calls, m.Spend.PromptTokens, m.Spend.ReplyTokens, m.Spend.Fallbacks)
	if m.Engine != "ollama" || m.Model != "tiny:latest" || m.Spend.Calls == 0 {
		t.Errorf("making = %+v", m)
	}
	noted(t, c, run, r, m.Spend.Fallbacks > 0)
	alarmed(t, c, run, r)
}

// plan runs a tree over one good file and one that is broken, then one over broken files alone, and checks every line of the test plan. A model that is not
// sensible may name nothing in the good file: then the run has to warn, and its report is proved without it.
func plan(t *testing.T, c *core.Core, engine settings.Engine, sensible bool) (graph.Run, report.Report) {
	t.Helper()
	broken := file(t, "broken.pdf", "%PDF-1.7\nnothing of the sort")
	files := attach(t, c, file(t, "visit.md", visit), broken)
	e := core.Explore{Question: liveQuestion + unanswered, Context: files, Engine: engine, MaxDepth: 1, MaxBreadth: 2, MaxNodes: 3}
	run, err := c.StartExplore(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	db := victim{Home: homeOf(c)}.look(t)
	if rows, err := db.Rows(t.Context(), []string{run.ID}, ""); err != nil || len(rows)+calls(t, db, run.ID) != 0 {
		t.Errorf("before the start: %d rows, %d calls, %v", len(rows), calls(t, db, run.ID), err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	s, err := c.ExploreState(t.Context(), run.ID)
	if err == nil && !sensible && s.Context.Status == explore.ContextUnusable { // it has named nothing in the file
		warnedOfNoContext(t, c, run.ID)
		return run, checked(t, c, run)
	}
	if err != nil || s.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 2, Ready: 1, Error: 1}) {
		t.Fatalf("context %+v, files %+v, %v", s.Context, s.Files, err)
	}
	inOrder(t, c, run.ID)
	handedDown(t, c, run.ID, s)
	facts(t, c, run)
	r := checked(t, c, run)
	whole, err := c.ExploreContext(t.Context(), run.ID)
	attached := happenings[explore.AttachedData](t, c, run.ID, explore.EventContextAttached)
	if err != nil || len(attached) != 1 || attached[0].Items != len(whole.AggregateDigest) || attached[0].Files != 1 {
		t.Errorf("the report is given %+v of %d items, %v", attached, len(whole.AggregateDigest), err)
	}
	if !slices.ContainsFunc(r.Evidence, func(x cite.Evidence) bool { return x.Document == files[0] && x.Page == 1 }) {
		t.Errorf("the person's file is no evidence of the report: %+v", r.Evidence)
	}

	e.Context = attach(t, c, broken)
	without, s, _ := explored(t, c, e)
	if s.Context.Status != explore.ContextUnusable {
		t.Errorf("without a usable file: %+v", s.Context)
	}
	warnedOfNoContext(t, c, without.ID)
	return run, r
}

func warnedOfNoContext(t *testing.T, c *core.Core, run string) {
	t.Helper()
	warned := happenings[explore.WarningData](t, c, run, explore.EventWarning)
	if !slices.ContainsFunc(warned, func(w explore.WarningData) bool { return strings.Contains(w.Text, "No usable context") }) {
		t.Errorf("warned %+v", warned)
	}
}

// inOrder checks that files are read before the first question gets its context, and the report is given all of it at the end.
func inOrder(t *testing.T, c *core.Core, run string) {
	t.Helper()
	events, err := c.EventsSince(t.Context(), run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range events {
		switch e.Kind {
		case explore.EventParsingStarted, explore.EventFileCompleted, explore.EventParsingCompleted, explore.EventContextReady, explore.EventContextAttached:
			kinds = append(kinds, string(e.Kind))
		}
	}
	want := []string{string(explore.EventParsingStarted), string(explore.EventFileCompleted), string(explore.EventFileCompleted), string(explore.EventParsingCompleted), string(explore.EventContextReady)}
	if len(kinds) < len(want)+1 || !slices.Equal(kinds[:len(want)], want) || kinds[len(kinds)-1] != string(explore.EventContextAttached) {
		t.Errorf("told is %q", kinds)
	}
}

// handedDown checks what every question has of the context, that it is judged, and that a decomposition asks at most one split.
func handedDown(t *testing.T, c *core.Core, run string, s explore.State) {
	t.Helper()
	whole, err := c.ExploreContext(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	records, err := c.ExploreRecords(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	root := records["1"].Slice
	if root == nil || root.Mode != explore.ModeRootFull || len(root.SelectedItems) != len(whole.AggregateDigest) {
		t.Fatalf("the root has %+v of %d items", root, len(whole.AggregateDigest))
	}
	var all []string
	for _, x := range root.SelectedItems {
		all = append(all, x.Text)
	}
	children := 0
	for _, n := range s.Tree[1:] {
		slice := records[n.ID].Slice
		if children++; slice == nil || slice.Mode == explore.ModeRootFull || slice.NodeID != n.ID {
			t.Errorf("question %s has %+v", n.ID, slice)
			continue
		}
		for _, x := range slice.SelectedItems {
			if !slices.Contains(all, x.Text) {
				t.Errorf("question %s was given %q, which its parent does not have", n.ID, x.Text)
			}
		}
	}
	for _, n := range s.Tree {
		if r := records[n.ID]; n.Status != explore.NodeMerged && (r.Judgement == nil || r.Judgement.Reasoning == "" || len(r.Queries) == 0) {
			t.Errorf("question %s is %s: %+v", n.ID, n.Status, r)
		}
	}
	splits := 0
	for _, x := range happenings[reason.CalledData](t, c, run, reason.EventCalled) {
		if x.Step == prompts.Split.Name && x.Attempt == 0 {
			splits++
		}
	}
	if apart := len(happenings[explore.NodeData](t, c, run, explore.EventDecomposed)); children == 0 || splits > apart {
		t.Errorf("%d children, %d splits for %d decompositions", children, splits, apart)
	}
}
