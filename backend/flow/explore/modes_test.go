package explore_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

func TestSlices_InheritedWhereNothingWasSplit(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = branching(1) })
	s, run := d.run(explore.State{Question: "root", Language: "en", Settings: explore.Settings{MaxDepth: 2, UIDebug: true}, Attached: []string{w.attach("notes.md", notes)}})
	for _, id := range []string{"1.1", "1.1.1"} {
		if slice := d.record(s, id).Slice; slice.Mode != explore.ModeInherited || len(slice.SelectedItems) != 3 {
			t.Errorf("%s: %+v", id, slice)
		}
	}
	for _, e := range d.events(run, explore.EventContextReady) {
		if x := data[explore.ContextData](t, e); x.Slice == nil || x.Count != 3 || len(x.Slice.SelectedItems) != 3 || !strings.Contains(x.Text, "Question "+x.NodeID+" takes 3 items of your files into account.") {
			t.Errorf("with ui_debug: %+v", x)
		}
	}
	if !s.Summary().UIDebug {
		t.Error("ui_debug is not in the summary")
	}
}

// A question under one that never got its slice takes that of the nearest above.
func TestSlices_MissingParentFallsBack(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = branching(1) })
	run, err := d.runner.Create(context.Background(), graph.Begin{}, explore.State{Question: "root", Language: "en", Settings: explore.Settings{MaxDepth: 1}, Attached: []string{w.attach("notes.md", notes)}})
	if err != nil {
		t.Fatal(err)
	}
	told := false
	w.onSearch = func(q string) {
		if q == "rootx1" && !told {
			told = true
			for _, x := range []explore.Steering{{Node: "1.1", Question: "mine"}} {
				if err := d.runner.Send(context.Background(), run.ID, graph.Note(explore.MessageReask, explore.Steering{Node: "1.1", Question: "changed"})); err != nil {
					t.Error(err)
				}
				if err := d.runner.Send(context.Background(), run.ID, graph.Note(explore.MessageDig, x)); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if run, err = d.runner.Resume(context.Background(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatal(run.Status, err)
	}
	if slice := d.record(d.state(run.ID), "1.1.q1").Slice; slice.Mode != explore.ModeFallbackParent || len(slice.SelectedItems) != 3 {
		t.Errorf("%+v", slice)
	}
}

func TestSlices_SafetyCompactionOnly(t *testing.T) {
	for tokens, want := range map[int]int{0: 3, 80: 1} {
		w := lanterns()
		d := newDesk(t, w)
		s, _ := d.run(explore.State{Question: "What does the lantern oil cost?", Language: "en", Settings: explore.Settings{ContextTokens: tokens}, Attached: []string{w.attach("notes.md", notes)}})
		if got := len(d.record(s, "1").Slice.SelectedItems); got != want {
			t.Errorf("%d tokens: %d items, want %d", tokens, got, want)
		}
		if b, err := explore.Bundle(context.Background(), w, s); err != nil || len(b.AggregateDigest) != 3 {
			t.Errorf("the report's digest was compacted: %d items, %v", len(b.AggregateDigest), err)
		}
	}
}

func TestQueries_ContextTakesPartWhenASettingSaysSo(t *testing.T) {
	for _, on := range []bool{false, true} {
		w := lanterns()
		m := &model{script: map[string]func(prompts.Call) string{}}
		d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = m })
		d.run(explore.State{Question: "What does the lantern oil cost?", Language: "en", Settings: explore.Settings{ContextQueries: on, MaxNodes: 1}, Attached: []string{w.attach("notes.md", notes)}})
		if got := strings.Contains(m.of("queries")[0].User, "14 crowns"); got != on {
			t.Errorf("setting %t: the context takes part %t", on, got)
		}
	}
}

// net is a web of one page.
type net struct {
	*world
	asked *[]string
	fails error
}

// read is when the page was.
var read = time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)

func (n net) Provider() source.Provider {
	return source.Provider{Name: "searxng", Host: "search.example"}
}

func (n net) Search(_ context.Context, query string, _ int) ([]source.WebHit, error) {
	*n.asked = append(*n.asked, query)
	return []source.WebHit{{URL: "https://dredger.example/tar", Title: "Tar"}}, n.fails
}

func (n net) Read(context.Context, string) (source.Article, []source.Passage, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	passages := n.read("tar", "The dredger needs nine barrels of tar each spring.", source.Saved)
	page := &n.documents[len(n.documents)-1]
	page.URL, page.AddedAt = "https://dredger.example/tar", read
	return source.Article{Document: passages[0].Document}, passages, nil
}

func TestBrowse_AsksBeforeAnythingLeaves(t *testing.T) {
	const question = "How many barrels of tar does the dredger need?"
	for answer, sent := range map[string]int{flow.ConsentLibrary: 0, flow.ConsentRun: 1} {
		w, put := lanterns(), []string{}
		d := newDesk(t, w, func(x *explore.Tools) { x.Web = net{w, &put, nil} })
		run, err := d.runner.Start(context.Background(), graph.Begin{}, explore.State{Question: question, Language: "en", Settings: explore.Settings{MaxNodes: 1}})
		if err != nil || run.Status != graph.Waiting || len(put) != 0 {
			t.Fatalf("%s %v, left %q", run.Status, err, put)
		}
		asked, err := d.runner.Questions(context.Background(), run.ID)
		if err != nil || len(asked) != 1 || asked[0].Kind != flow.QuestionConsent {
			t.Fatalf("%+v %v", asked, err)
		}
		c := data[flow.ConsentData](t, event.Event{Data: asked[0].Data})
		if err := d.runner.Send(context.Background(), run.ID, graph.Answer(asked[0].ID, flow.ConsentAnswer{Decision: answer, Queries: c.Queries})); err != nil {
			t.Fatal(err)
		}
		if run, err = d.runner.Resume(context.Background(), run.ID); err != nil || run.Status != graph.Finished {
			t.Fatal(run.Status, err)
		}
		s := d.state(run.ID)
		if len(put) != sent || s.Sent != sent {
			t.Errorf("%s: %q left", answer, put)
		}
		if found := statuses(s)["1"] == explore.NodeSufficient; found != (sent == 1) {
			t.Errorf("%s: %v", answer, s.Tree)
		}
		if r := w.reports[run.ID+"/0"]; len(r.Sources) != sent || sent == 1 && (r.Sources[0].Name != "tar" || len(r.Sources[0].Evidence) != 1 || !r.Sources[0].FetchedAt.Equal(read)) {
			t.Errorf("%s: sources %+v", answer, r.Sources)
		}
	}
}

func TestBrowse_FailureIsAWarning(t *testing.T) {
	w, put := lanterns(), []string{}
	broken := fault.New("search", fault.Unavailable, "Try again later.", errors.New("no answer"))
	d := newDesk(t, w, func(x *explore.Tools) { x.Web = net{w, &put, broken} })
	s, run := d.run(explore.State{Question: "How many barrels of tar does the dredger need?", Language: "en", Allow: flow.AllowRun, Settings: explore.Settings{MaxNodes: 1}})
	if len(put) != 1 || len(s.Warnings) != 1 || len(w.reports[run+"/0"].Warnings) != 1 {
		t.Errorf("put %q, warnings %q", put, s.Warnings)
	}
}

// Context alone can answer, and the reasoning says so.
func TestSuffice_ContextCounts(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w)
	question := "What does the lantern oil cost per barrel this winter?"
	s, _ := d.run(explore.State{Question: question, Language: "en", Attached: []string{w.attach("notes.md", notes)}})
	if j := d.record(s, "1").Judgement; !j.IsSufficient || !strings.Contains(j.Reasoning, "context") {
		t.Errorf("with context: %+v", j)
	}
	s, _ = newDesk(t, lanterns()).run(explore.State{Question: question, Language: "en", Settings: explore.Settings{MaxNodes: 1}})
	if statuses(s)["1"] != explore.NodeGaps {
		t.Errorf("without: %+v", s.Tree)
	}
}

var _ step.Web = net{}

// The body of a file is read by the step that makes its digest, by no other; an item that quotes what the file does not say is thrown away.
func TestPrompts_GetTheDigestOnly(t *testing.T) {
	const body = "The cellar of the customs house is flooded every spring."
	w := lanterns()
	m := branching(2)
	m.script["context_preprocess_per_file"] = say(prompts.DigestOut{Items: []prompts.DigestItem{
		{Kind: "fact", Text: "Oil is 14 crowns.", Quote: "The lantern oil costs 14 crowns", Source: "S1"}, {Kind: "fact", Text: "Oil is 20 crowns.", Quote: "The lantern oil costs 20 crowns", Source: "S1"}}})
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = m })
	s, _ := d.run(explore.State{Question: "root", Language: "en", Settings: explore.Settings{MaxDepth: 1}, Attached: []string{w.attach("notes.md", notes+"\n"+body)}})
	if items := d.record(s, "1").Slice.SelectedItems; len(items) != 1 || items[0].Text != "Oil is 14 crowns." {
		t.Errorf("items %+v", items)
	}
	seen := 0
	for _, c := range m.calls {
		switch {
		case c.Step == "context_preprocess_per_file":
			if seen++; !strings.Contains(c.User, body) {
				t.Error("the digest is made without the file")
			}
		case strings.Contains(c.User, body):
			t.Errorf("step %s sees the file's body", c.Step)
		}
	}
	if seen == 0 {
		t.Error("no digest was made")
	}
}

// A fork reads the rows of the run it comes from, and writes its own.
func TestExplore_AForkGoesOnFromItsParentsRows(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = branching(2) })
	_, id := d.run(explore.State{Question: "root", Language: "en", Settings: explore.Settings{MaxDepth: 2, MaxBreadth: 2}, Attached: []string{w.attach("notes.md", notes)}})
	all, err := d.store.Checkpoints(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	fork, err := d.runner.Fork(context.Background(), id, all[len(all)/2].Seq)
	if err != nil {
		t.Fatal(err)
	}
	before := w.searches["root"]
	if fork, err = d.runner.Resume(context.Background(), fork.ID); err != nil || fork.Status != graph.Finished {
		t.Fatal(fork.Status, err)
	}
	s := d.state(fork.ID)
	again := w.searches["root"] - before
	if len(s.Runs) != 2 || s.Summary().Nodes != 7 || len(d.record(s, "1").Slice.SelectedItems) != 3 || again > 1 { // the report asks for an order of what it quotes
		t.Errorf("runs %v, %d questions, %d searches", s.Runs, s.Summary().Nodes, again)
	}
}
