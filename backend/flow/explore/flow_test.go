package explore_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

const twoQuestions = "What does the lantern oil cost, and who repairs the harbour gate after a storm?"

// The extractive engine does the whole job: parse, tree, slices, report.
func TestExplore_FromFilesToReport(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w)
	file := w.attach("notes.md", notes)
	s, run := d.run(explore.State{Question: twoQuestions + " And how many barrels of tar does the dredger need?", Attached: []string{file}})
	if s.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 1, Ready: 1}) {
		t.Errorf("context %+v", s.Context)
	}
	if len(s.Tree) < 3 {
		t.Fatalf("no tree: %+v", s.Tree)
	}
	r := w.reports[run+"/0"]
	var text []string
	sources := map[string]bool{}
	for _, c := range r.Claims {
		text = append(text, c.Text)
		for _, x := range c.Citations {
			sources[x.Name] = true
			if x.Page == 0 || x.Quote == "" || !strings.Contains(w.pages["hash-"+x.Name+"/"+x.Label], x.Quote) {
				t.Errorf("citation %+v does not stand on its page", x)
			}
		}
	}
	if all := strings.Join(text, " "); !strings.Contains(all, "14 crowns") || !strings.Contains(all, "keeper of the pier repairs") {
		t.Errorf("report says %q", all)
	}
	if !sources["notes.md"] || !sources["handbook.md"] {
		t.Errorf("cited are %v", sources)
	}
	if r.Flow != explore.Name || r.Run != run || r.Question == "" || !w.cited["hash-notes.md/1"] {
		t.Errorf("report %+v, cited %v", r.Making, w.cited)
	}
	if sum := s.Summary(); sum.Context.Ready != 1 || sum.Nodes < 3 || sum.Open != 0 {
		t.Errorf("summary %+v", sum)
	}
}

// What a question asks of a letter that was given is said by the letter, and belongs to that question; the report has its score and its pages.
func TestExplore_TheLetterThatTheQuestionNames(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w)
	letter := w.attach("board.md", "Dear keeper, we saw the pier.\nThe board has money this year: 12,000 crowns, that is 9,000 euros.\nThe old gate of the harbour creaks.")
	s, run := d.run(explore.State{Question: "Who repairs the harbour gate after a storm, and what does the board's letter say about money?", Language: "en", Attached: []string{letter}})
	r := w.reports[run+"/0"]
	cites := slices.ContainsFunc(r.Claims, func(c cite.Claim) bool {
		return strings.Contains(c.Text, "9,000 euros") && c.Citations[0].Name == "board.md"
	})
	if !cites || len(r.Answer) < 2 {
		t.Errorf("answer %+v, claims %+v", r.Answer, r.Claims)
	}
	if r.Quality.Total == 0 || r.Coverage.PagesRead == 0 {
		t.Errorf("score %+v, coverage %+v", r.Quality, r.Coverage)
	}
	for _, n := range s.Tree {
		if row := d.record(s, n.ID); strings.Contains(row.Question, "letter") && n.ID != "1" && (n.Status != explore.NodeSufficient || len(row.Slice.SelectedItems) != 3) {
			t.Errorf("%s is %s: %+v", row.Question, n.Status, row.Slice)
		}
	}
}

func TestOpen_NothingIsReadBeforeTheRunStarts(t *testing.T) {
	w, m := lanterns(), &model{}
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = m })
	file := w.attach("notes.md", notes)
	run, err := d.runner.Create(context.Background(), graph.Begin{}, explore.State{Question: twoQuestions, Attached: []string{file}})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.parsed) != 0 || len(m.calls) != 0 || len(w.rows) != 0 {
		t.Fatalf("before the start: parsed %v, %d calls", w.parsed, len(m.calls))
	}
	if _, err := d.runner.Resume(context.Background(), run.ID); err != nil {
		t.Fatal(err)
	}
	if len(w.parsed) != 1 || len(m.of("context_preprocess_per_file")) == 0 {
		t.Errorf("after it: parsed %v", w.parsed)
	}
}

func TestParse_TellsItsEventsInOrder(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w)
	s, run := d.run(explore.State{Question: twoQuestions, Language: "en", Attached: []string{w.attach("a.md", notes), w.attach("broken.md", ""), w.attach("c.md", "The barrel of lantern oil holds 120 litres.")}})
	if s.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 3, Ready: 2, Error: 1}) {
		t.Errorf("context %+v", s.Context)
	}
	if f := s.Files[1]; f.Status != explore.FileError || !strings.Contains(f.Error, "broken") || s.Files[0].Status != explore.FileReady {
		t.Errorf("files %+v", s.Files)
	}
	b, err := explore.Bundle(context.Background(), w, s)
	if err != nil || b.Revision != 1 || len(b.Files) != 3 || len(b.AggregateDigest) != 4 {
		t.Errorf("bundle %+v %v", b, err)
	}
	for kind, want := range map[event.Kind]int{explore.EventParsingStarted: 1, explore.EventFileCompleted: 3, explore.EventParsingCompleted: 1, explore.EventContextAttached: 1} {
		got := d.events(run, kind)
		if len(got) != want {
			t.Errorf("%s came %d times", kind, len(got))
		}
		for _, e := range got {
			if data[explore.ParsingData](t, e).Text == "" {
				t.Errorf("%s says nothing", kind)
			}
		}
	}
	for n, told := range d.events(run, explore.EventFileCompleted) { // in the order of completion: files are parsed side by side
		e := data[explore.ParsingData](t, told)
		if done := e.ContextProcessing.Ready + e.ContextProcessing.Error; done != n+1 {
			t.Errorf("file %d: %d are done", n+1, done)
		}
		if broken := e.Index == 2; broken != (e.Error != "") || broken != (e.State == explore.FileError) {
			t.Errorf("file %d: %+v", n+1, e)
		}
	}
}

func TestBind_NoUsableFileIsAWarning(t *testing.T) {
	w := lanterns()
	d := newDesk(t, w)
	s, run := d.run(explore.State{Question: "Who repairs the harbour gate after a storm?", Language: "de", Attached: []string{w.attach("a.md", ""), w.attach("b.md", "")}})
	if s.Context.Status != explore.ContextUnusable || s.Context.Error != 2 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "Kein brauchbarer Kontext") {
		t.Errorf("%+v %q", s.Context, s.Warnings)
	}
	if len(d.events(run, explore.EventWarning)) != 1 || len(w.reports[run+"/0"].Claims) == 0 {
		t.Error("the run did not go on with a warning")
	}
}

func TestSlices_RootFullChildrenDifferentAndSplitOnce(t *testing.T) {
	w := lanterns()
	split := func(call prompts.Call) string { return "" }
	m := &model{script: map[string]func(prompts.Call) string{"context_split": func(c prompts.Call) string { return split(c) },
		"decompose": say(prompts.DecomposeOut{Children: []prompts.ChildQuestion{{Question: "What does the lantern oil cost?", Reason: "price"}, {Question: "Who reports storm damage at the pier?", Reason: "who"}}}),
		"sufficiency_node": func(c prompts.Call) string {
			if strings.Contains(c.User, "Question to judge:\n"+prompts.Fence(twoQuestions)) {
				return say(prompts.SufficiencyOut{Reasoning: "The context gives the price.", Gaps: []string{"The gate."}})(c)
			}
			return say(prompts.SufficiencyOut{IsSufficient: true, Reasoning: "Said.", Gaps: []string{}})(c)
		}}}
	item := func(kind, text, source string) prompts.ContextItem {
		return prompts.ContextItem{Kind: kind, Text: text, Sources: []string{source}}
	}
	lines := strings.Split(notes, "\n")
	good := prompts.SplitOut{ChildContexts: []prompts.ChildContext{
		{ChildQuestion: "What does the lantern oil cost?", SelectedItems: []prompts.ContextItem{item("fact", lines[0], "notes.md::S1"), item("fact", "The oil is free.", "notes.md::S9")}, SelectionReason: "the price"},
		{ChildQuestion: "Who reports storm damage at the pier?", SelectedItems: []prompts.ContextItem{item("constraint", lines[1], "notes.md::S2")}, SelectionReason: "the report"}}}
	half := prompts.SplitOut{ChildContexts: good.ChildContexts[:1]}
	for name, x := range map[string]struct {
		split func(prompts.Call) string
		modes [2]string
	}{
		"good": {say(good), [2]string{explore.ModeSplit, explore.ModeSplit}}, "malformed": {func(prompts.Call) string { return "{broken" }, [2]string{explore.ModeSplitFallback, explore.ModeSplitFallback}},
		"one child missing": {say(half), [2]string{explore.ModeSplit, explore.ModeSplitFallback}},
	} {
		t.Run(name, func(t *testing.T) {
			w, m.calls, split = lanterns(), nil, x.split
			d := newDesk(t, w, func(y *explore.Tools) { y.Kit.Model = m })
			s, run := d.run(explore.State{Question: twoQuestions, Language: "en", Attached: []string{w.attach("notes.md", notes)}})
			if r := d.record(s, "1"); r.Slice.Mode != explore.ModeRootFull || len(r.Slice.SelectedItems) != 3 {
				t.Errorf("root: %+v", r.Slice)
			}
			for i, id := range []string{"1.1", "1.2"} {
				slice := d.record(s, id).Slice
				if slice.Mode != x.modes[i] || len(slice.SelectedItems) == 0 || len(slice.SelectedItems) > 2 || slice.NodeID != id || slice.SelectionReason == "" {
					t.Errorf("%s: %+v", id, slice)
				}
				for _, y := range slice.SelectedItems {
					if y.Text == "The oil is free." {
						t.Error("the split gave out what the parent does not have")
					}
				}
			}
			if a, b := d.record(s, "1.1").Slice.SelectedItems[0].Text, d.record(s, "1.2").Slice.SelectedItems[0].Text; a == b {
				t.Errorf("siblings have the same slice %q", a)
			}
			if n := len(m.of("context_split")); n != 1 {
				t.Errorf("split %d times", n)
			}
			if got := d.events(run, explore.EventContextReady); len(got) != 3 || data[explore.ContextData](t, got[0]).Mode != explore.ModeRootFull || data[explore.ContextData](t, got[0]).Slice != nil {
				t.Errorf("context_for_node_ready came %d times", len(got))
			}
			for step, want := range map[string]string{"sufficiency_node": lines[0], "decompose": lines[0], "report": lines[2]} {
				if c := m.of(step); len(c) == 0 || !strings.Contains(c[0].User, want) {
					t.Errorf("%s does not see the context", step)
				}
			}
			for _, c := range m.of("queries") {
				if strings.Contains(c.User, "crowns") {
					t.Error("the context takes part in making queries")
				}
			}
			if len(w.reports[run+"/0"].Claims) == 0 {
				t.Error("no report")
			}
		})
	}
}
