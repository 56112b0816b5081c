package research_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// quoting keeps every passage with its first sentence.
func quoting(a asked) any {
	out := prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}, Others: []string{}}
	for _, p := range a.of("P") {
		out.Passages = append(out.Passages, prompts.JudgeVerdict{Ref: p.ref, Relevance: 0.8, Spans: []string{p.ref + ".1"}, Why: "It matters."})
	}
	return out
}

// digWhileWritten has the person dig at the first piece of evidence while the first draft is written.
func digWhileWritten(d *desk, m *thinker) {
	m.on["draft"] = func(a asked) any {
		if a.n == 0 {
			d.say(research.MessageDig, research.Spot{Evidence: "E1"})
		}
		return m.script(a)
	}
}

func TestDig_FollowsEveryReferenceOfAPieceOfEvidence(t *testing.T) {
	b := newBooks(t, `
= a.pdf
1: Lanterns are bright on every boat at night. They are lit by hand. Candles follow {section 2|a.pdf/2} and {section 3|a.pdf/3} on cakes.
2: Candles are small and they go out in the wind.
3: Cakes are baked on Sundays in the harbour.
4: Boats are painted once a year by their owners.
`)
	m := &thinker{on: map[string]func(asked) any{"sift": quoting}}
	d := newDesk(t, b, m)
	b.found = func(q string) []string {
		if strings.Contains(q, "fines") {
			return []string{"a.pdf/4"}
		}
		return []string{"a.pdf/1"}
	}
	digWhileWritten(d, m)
	s := d.finish(research.Settings{})
	if !slices.Equal(ids(s.Evidence), []string{"a.pdf/1", "a.pdf/4", "a.pdf/2", "a.pdf/3"}) {
		t.Fatalf("kept %q", ids(s.Evidence))
	}
	for _, k := range s.Evidence[2:] {
		if k.Via != "E1" {
			t.Errorf("%s came via %q", k.Passage, k.Via)
		}
	}
	dug := slices.IndexFunc(s.Plan, func(i research.Item) bool { return i.Dig == "E1" })
	if dug < 0 || !s.Plan[dug].Worked {
		t.Errorf("plan %+v", s.Plan)
	}
}

// tree is a document whose section 0 names sections 1 to 3 outside its first sentence; each of those names two more.
func tree() string {
	lines := "= tree.pdf\n0: Lanterns are bright on every boat at night. They are lit by hand. Candles follow {section 1|tree.pdf/1}, {section 2|tree.pdf/2} and {section 3|tree.pdf/3} on cakes.\n"
	for i := 1; i <= 3; i++ {
		lines += fmt.Sprintf("%d: Candle number %d burns as {section %d1|tree.pdf/%d1} and {section %d2|tree.pdf/%d2} say.\n", i, i, i, i, i, i)
		lines += fmt.Sprintf("%d1: Candle wick number %d is short.\n%d2: Candle wax number %d is soft.\n", i, i, i, i)
	}
	return lines
}

func TestDig_KeepsToTheBoundOfTheItem(t *testing.T) {
	b := newBooks(t, tree())
	m := &thinker{on: map[string]func(asked) any{"sift": quoting}}
	d := newDesk(t, b, m)
	b.found = only("tree.pdf/0")
	digWhileWritten(d, m)
	s := d.finish(research.Settings{FollowPerTask: 4, FollowDepth: 3})
	if len(s.Followed) != 4 {
		t.Errorf("followed %d references for one item, the bound is 4: %+v", len(s.Followed), s.Followed)
	}
}

func TestDig_GoesOnWhereTheBudgetEnded(t *testing.T) {
	b := newBooks(t, star(9))
	m := &thinker{on: map[string]func(asked) any{}}
	d := newDesk(t, b, m)
	b.found = only("star.pdf/0")
	digWhileWritten(d, m)
	s := d.finish(research.Settings{FollowPerTask: 4})
	seen := map[string]bool{}
	for _, f := range s.Followed {
		if seen[f.Target] {
			t.Errorf("%s was followed twice from %s", f.Target, f.From)
		}
		seen[f.Target] = true
	}
	if len(seen) != 8 {
		t.Errorf("of 9 references %d were followed, with room for 4 and 4 more: kept %q", len(seen), ids(s.Evidence))
	}
}

func TestStopHere_NothingIsFollowedFromThereAnyMore(t *testing.T) {
	b := newBooks(t, chain(6))
	b.found = only("chain.pdf/1")
	m := &thinker{}
	d := newDesk(t, b, m)
	m.on = map[string]func(asked) any{"sift": func(a asked) any {
		if a.n == 1 { // while the second section is read
			d.say(research.MessageStop, research.Spot{Evidence: "E2"})
		}
		return m.judge(a)
	}}
	s := d.finish(research.Settings{FollowDepth: 5, MaxIterations: 1})
	if got := ids(s.Evidence); !slices.Equal(got, []string{"chain.pdf/1", "chain.pdf/2"}) {
		t.Errorf("kept %q although nothing was to be followed from the second", got)
	}
}

func TestStopHere_AnItemIsDropped(t *testing.T) {
	b := newBooks(t, lanterns)
	m := &thinker{}
	d := newDesk(t, b, m)
	b.onSearch = at("Find the limit", func() { d.say(research.MessageStop, research.Spot{Item: 3}) })
	s := d.finish(research.Settings{})
	for _, call := range m.heard {
		if call.Step == "sift" && strings.Contains(call.User, "\nT3 ") {
			t.Errorf("passages are read for the dropped item: %s", call.User)
		}
	}
	if s.Plan[2].Completed || !s.Plan[2].Dropped || !s.Plan[1].Completed {
		t.Errorf("items %+v", s.Plan)
	}
}

func TestMessages_ThatCannotBeReadChangeNothing(t *testing.T) {
	for _, kind := range []string{research.MessagePlan, research.MessageAdd, research.MessageDig, research.MessageStop} {
		b := newBooks(t, lanterns)
		d := newDesk(t, b, &thinker{})
		b.onSearch = at("Find the limit", func() { d.say(kind, "nonsense") })
		if s := d.finish(research.Settings{}); len(s.Plan) != 3 || len(d.events(graph.MessageRefused)) != 1 {
			t.Errorf("%s: plan %q, %d refused", kind, tasks(s.Plan), len(d.events(graph.MessageRefused)))
		}
	}
	d := newDesk(t, newBooks(t, lanterns), &thinker{})
	d.begin(question, research.Settings{Unattended: true})
	d.say(research.MessageDig, research.Spot{Evidence: "E99"})
	d.say(research.MessageStop, research.Spot{Item: 99})
	if s := d.end(nil); len(s.Plan) != 3 {
		t.Errorf("plan %q", tasks(s.Plan))
	}
}

// A plan that work has begun on is not put before the person as one to approve.
func TestReplan_OnlyBeforeWorkBegins(t *testing.T) {
	b := newBooks(t, lanterns)
	d := newDesk(t, b, &thinker{})
	b.onSearch = at("Find the limit", func() { d.say(research.MessageReplan, nil) })
	if s := d.finish(research.Settings{}); len(s.Plan) != 3 || len(d.events(graph.MessageRefused)) != 1 {
		t.Errorf("plan %q, %d refused", tasks(s.Plan), len(d.events(graph.MessageRefused)))
	}
}

// moments are the calls of the model at which a person may say "finish now", one in each phase.
var moments = []string{"plan", "clarify", "sift", "draft"}

func TestFinish_InEveryPhaseAReportIsWritten(t *testing.T) {
	for _, moment := range moments {
		t.Run(moment, func(t *testing.T) {
			m := &thinker{}
			d := newDesk(t, newBooks(t, lanterns), m)
			said := false
			m.on = map[string]func(asked) any{moment: func(a asked) any {
				if !said && (moment != "sift" || a.n == 1) {
					said = true
					d.say(research.MessageFinish, nil)
				}
				return m.script(a)
			}}
			d.begin(question, research.Settings{})
			s := d.end(approve)
			if s.Phase != research.PhaseDone || s.Finish != research.FinishPerson {
				t.Errorf("phase %q, finish %q", s.Phase, s.Finish)
			}
			if s.Current != 0 {
				t.Errorf("item %d is being worked on in a finished run", s.Current)
			}
			r := d.final()
			if !slices.Contains(r.Notes, "Written early: on request.") {
				t.Errorf("notes %q", r.Notes)
			}
			if (len(r.Claims) > 0) != (len(s.Evidence) > 0) {
				t.Errorf("%d claims of %d pieces of evidence", len(r.Claims), len(s.Evidence))
			}
		})
	}
}

func TestFinish_WhileAQuestionIsOpen(t *testing.T) {
	for _, kind := range []string{research.QuestionClarify, research.QuestionPlan} {
		d := newDesk(t, newBooks(t, lanterns), &thinker{})
		d.begin(question, research.Settings{})
		d.resume(func(q graph.Question) any {
			if q.Kind == kind {
				return nil
			}
			return approve(q)
		})
		d.say(research.MessageFinish, nil)
		if s := d.end(nil); s.Phase != research.PhaseDone || len(d.final().Answer) != 0 {
			t.Errorf("%s: phase %s, answer %v", kind, s.Phase, d.final().Answer)
		}
	}
}

func TestCancel_StopsAtOnceAndTheRunCanGoOn(t *testing.T) {
	m := &thinker{}
	d := newDesk(t, newBooks(t, lanterns), m)
	ctx, cancel := context.WithCancel(t.Context())
	stopped := false
	m.on = map[string]func(asked) any{"sift": func(a asked) any {
		if !stopped {
			stopped = true
			cancel()
			return context.Canceled
		}
		return m.judge(a)
	}}
	d.begin(question, research.Settings{Unattended: true})
	began := time.Now()
	run, err := d.runner.Resume(ctx, d.id)
	if run.Status != graph.Cancelled || time.Since(began) > time.Second {
		t.Fatalf("run %s, %v after %s", run.Status, err, time.Since(began))
	}
	plans := m.calls["plan"]
	if s := d.end(nil); s.Phase != research.PhaseDone || len(d.final().Claims) == 0 {
		t.Errorf("resumed to phase %s", s.Phase)
	}
	if m.calls["plan"] != plans {
		t.Error("a finished node was run again")
	}
}

func TestModelGone_FailsTheRunWhichCanBeResumed(t *testing.T) {
	m := &thinker{}
	d := newDesk(t, newBooks(t, lanterns), m)
	gone := true
	m.on = map[string]func(asked) any{"sift": func(a asked) any {
		if gone {
			return errGone
		}
		return m.judge(a)
	}}
	d.begin(question, research.Settings{Unattended: true})
	run, err := d.runner.Resume(t.Context(), d.id)
	if !errors.Is(err, errGone) || run.Status != graph.Failed || run.Hint == "" {
		t.Fatalf("run %+v, %v", run, err)
	}
	gone = false
	if s := d.end(nil); s.Spend.Fallbacks != 0 || len(d.final().Claims) == 0 {
		t.Errorf("after the model came back: %d fallbacks, %d claims", s.Spend.Fallbacks, len(d.final().Claims))
	}
}

func TestAdd_ATaskIsWorkedOn(t *testing.T) {
	b := newBooks(t, lanterns)
	d := newDesk(t, b, &thinker{})
	b.onSearch = at("Find the fines", func() { d.say(research.MessageAdd, extract.Task{Task: "Find the office", Context: "harbour"}) })
	s := d.finish(research.Settings{})
	if got := tasks(s.Plan); len(got) != 4 || got[3] != "4 Find the office" || !s.Plan[3].Worked {
		t.Errorf("plan %+v", s.Plan)
	}
}

// What is said before there is a plan must not be lost when the plan is made.
func TestAdd_BeforeThePlanIsMade(t *testing.T) {
	m := &thinker{}
	d := newDesk(t, newBooks(t, lanterns), m)
	m.on = map[string]func(asked) any{"plan": func(a asked) any {
		d.say(research.MessageAdd, extract.Task{Task: "Find the office"})
		return m.script(a)
	}}
	s := d.finish(research.Settings{})
	if !slices.ContainsFunc(s.Plan, func(i research.Item) bool { return i.Task == "Find the office" }) {
		t.Errorf("plan %q", tasks(s.Plan))
	}
}
