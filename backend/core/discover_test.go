package core_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

// discovered runs a discovery to its end and returns its state.
func discovered(t *testing.T, c *core.Core, d core.Discover) (graph.Run, discover.State) {
	t.Helper()
	run, err := c.StartDiscover(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("run is %s: %v", run.Status, err)
	}
	s, err := c.DiscoverState(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	return run, s
}

func TestDiscover_CardsStandInTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	run, s := discovered(t, c, core.Discover{Query: kb.Question, Engine: settings.Extractive})
	if n := len(s.Cards); n < discover.FewestCards || n > discover.MostCards {
		t.Errorf("%d cards: %+v", n, s.Cards)
	}
	for _, card := range s.Cards {
		if len(strings.Fields(card.Title)) > 10 || len(strings.Fields(card.Caption)) > 20 || len(card.Places) == 0 {
			t.Errorf("card %+v", card)
		}
		for _, p := range card.Places {
			text, err := c.PageText(t.Context(), p.Document, p.Page)
			if err != nil || !strings.Contains(oneLine(text), oneLine(p.Quote)) {
				t.Errorf("card %s: %q does not stand on page %d of %s, %v", card.ID, p.Quote, p.Page, p.Name, err)
			}
		}
	}
	r := checked(t, c, run)
	if r.Run != run.ID || len(r.Claims) == 0 {
		t.Errorf("the summary is of run %s, with %d claims", r.Run, len(r.Claims))
	}
	hidden(t, c, run, s.Inquiry)
	for _, format := range []string{"md", "html"} {
		rendered, err := c.Render(t.Context(), r, format)
		if err != nil || !strings.Contains(string(rendered.Data), "Where it leads further") {
			t.Errorf("%s: the cards are not in it, %v", format, err)
		}
		for _, card := range s.Cards {
			if !strings.Contains(string(rendered.Data), card.Title) || !strings.Contains(string(rendered.Data), "#page=") {
				t.Errorf("%s: no card %q", format, card.Title)
			}
		}
	}
	if rendered, err := c.Render(t.Context(), r, "json"); err != nil || strings.Contains(string(rendered.Data), "Where it leads further") {
		t.Errorf("the report as it is stored has them: %v", err)
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// hidden checks that a sub-run is found with its run alone.
func hidden(t *testing.T, c *core.Core, run graph.Run, sub string) {
	t.Helper()
	if !strings.HasPrefix(sub, run.ID+"/") {
		t.Fatalf("run %s has the sub-run %q", run.ID, sub)
	}
	ids := map[string][]string{}
	runs, err := c.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		ids["runs"] = append(ids["runs"], r.ID)
	}
	glances, err := c.Glances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range glances {
		ids["history"] = append(ids["history"], g.ID)
	}
	found, err := c.SearchRuns(t.Context(), strings.Join(strings.Fields(run.Title)[:2], " "))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		ids["search"] = append(ids["search"], f.Run)
	}
	for name, list := range ids {
		if !slices.Contains(list, run.ID) || slices.Contains(list, sub) {
			t.Errorf("%s: %q", name, list)
		}
	}
	if talks, err := c.Conversations(t.Context()); err != nil || len(talks) > 0 {
		t.Errorf("conversations %+v, %v", talks, err)
	}
	if got, err := c.Run(t.Context(), run.ID[:4]); err != nil || got.ID != run.ID {
		t.Errorf("the beginning of the ID finds %s, %v", got.ID, err)
	}
	if err := c.DeleteRun(t.Context(), sub); fault.KindOf(err) != fault.Usage {
		t.Errorf("deleting the sub-run alone: %v", err)
	}
}

func TestDiscover_SubRunIsDeletedWithItsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, t.TempDir(), noEnv)
	addNotes(t, c)
	run, s := discovered(t, c, core.Discover{Query: liveQuestion, Engine: settings.Extractive})
	forked, err := c.Fork(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if trail, err := c.Trail(t.Context(), forked.ID); err != nil || len(trail.Nodes) != 1 || len(s.Cards) == 0 || trail.Nodes[0].Cards != len(s.Cards) {
		t.Errorf("the map of a fork with %d cards: %+v, %v", len(s.Cards), trail.Nodes, err)
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	db := victim{Home: homeOf(c)}.look(t)
	left, err := db.Runs(t.Context(), graph.Filter{})
	if err != nil || len(left) != 1 || left[0].ID != forked.ID {
		t.Errorf("left: %+v, %v", left, err)
	}
	for _, id := range []string{run.ID, s.Inquiry} {
		events, err := db.Events(t.Context(), id, 0, 0)
		if _, gone := db.Report(t.Context(), id, 0); err != nil || len(events) > 0 || fault.KindOf(gone) != fault.NotFound {
			t.Errorf("of run %s are left %d events, %v; report: %v", id, len(events), err, gone)
		}
	}
	if _, err := c.Report(t.Context(), forked.ID, 0); err != nil {
		t.Errorf("the fork lost its summary: %v", err)
	}
}

func TestDiscover_ACardLeadsDeeperAndTheTrailIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	first, s := discovered(t, c, core.Discover{Query: kb.Question, Engine: settings.Extractive})
	card := s.Cards[0]
	second, deeper := discovered(t, c, core.Discover{From: first.ID, Card: card.ID, Engine: settings.Extractive})
	third, deepest := discovered(t, c, core.Discover{Query: "How is radon measured?", From: second.ID, Engine: settings.Extractive})
	if deeper.Query != card.Title || deeper.Source != "card" || len(deeper.Cards) == 0 || deeper.Language != s.Language {
		t.Errorf("went into %q: query %q from %q in %q, %d cards", card.Title, deeper.Query, deeper.Source, deeper.Language, len(deeper.Cards))
	}
	want := []discover.Crumb{{Run: first.ID, Query: kb.Question, Title: card.Title, Caption: card.Caption}, {Run: second.ID, Query: card.Title}}
	for _, p := range card.Places {
		want[0].Passages = append(want[0].Passages, p.Passage)
	}
	if !reflect.DeepEqual(deepest.Trail, want) {
		t.Errorf("trail %+v, want %+v", deepest.Trail, want)
	}
	other, _ := discovered(t, c, core.Discover{Query: "ventilation", Engine: settings.Extractive})
	trails, err := c.Trails(t.Context())
	if err != nil || len(trails) != 2 || trails[0].ID != other.ID || trails[1].ID != first.ID {
		t.Fatalf("trails %+v, %v", trails, err)
	}
	nodes := trails[1].Nodes
	if len(nodes) != 3 || nodes[0].Parent != "" || nodes[1].Parent != first.ID || nodes[1].Card != card.ID || nodes[1].Title != card.Title ||
		nodes[2].Parent != second.ID || nodes[2].Cards != len(deepest.Cards) {
		t.Errorf("nodes %+v", nodes)
	}
	if err := c.DeleteRun(t.Context(), first.ID); err != nil { // the trail keeps its ID
		t.Fatal(err)
	}
	if got, err := c.Trail(t.Context(), first.ID); err != nil || len(got.Nodes) != 2 || got.Nodes[0].Parent != "" || got.Query != card.Title {
		t.Errorf("trail %+v, %v", got, err)
	}
	if got, err := c.Trail(t.Context(), third.ID); err != nil || got.ID != first.ID {
		t.Errorf("the trail of the last run is %s, %v", got.ID, err)
	}
	for _, n := range nodes[1:] {
		if err := c.DeleteRun(t.Context(), n.Run); err != nil {
			t.Fatal(err)
		}
	}
	if runs, err := c.Runs(t.Context()); err != nil || len(runs) != 1 || runs[0].ID != other.ID {
		t.Errorf("left: %+v, %v", runs, err)
	}
	if _, err := c.Trail(t.Context(), first.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the deleted trail: %v", err)
	}
}

func TestDiscover_ResearchKnowsTheTrail(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	first, s := discovered(t, c, core.Discover{Query: kb.Question, Engine: settings.Extractive})
	second, deeper := discovered(t, c, core.Discover{From: first.ID, Card: s.Cards[0].ID, Engine: settings.Extractive})
	card := deeper.Cards[len(deeper.Cards)-1]
	_, r := finish(t, c, core.Begin{Question: card.Title, From: second.ID, Engine: settings.Extractive})
	way := kb.Question + " › " + s.Cards[0].Title
	if !slices.ContainsFunc(r.Notes, func(note string) bool { return strings.Contains(note, way) && strings.Contains(note, second.ID) }) {
		t.Errorf("notes %q do not tell the way %q", r.Notes, way)
	}
	state, err := c.State(t.Context(), r.Run, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(state.Queries[0].Hits, card.Places[0].Passage) {
		t.Errorf("the passage behind the card is not read first: %+v", state.Queries[0])
	}
	if _, err := c.StartResearch(t.Context(), core.Begin{Question: "radon", From: r.Run}); fault.KindOf(err) != fault.Usage {
		t.Errorf("from a run of research: %v", err)
	}
}
