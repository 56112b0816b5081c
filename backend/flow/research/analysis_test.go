package research_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// clarify answers the rounds one by one with the given answers and approves the plan; after the last it skips.
func clarify(rounds ...research.ClarifyAnswer) func(graph.Question) any {
	n := 0
	return func(q graph.Question) any {
		if q.Kind == research.QuestionPlan {
			return research.PlanAnswer{}
		}
		if n++; n <= len(rounds) {
			return rounds[n-1]
		}
		return research.ClarifyAnswer{}
	}
}

func rounds(asked []graph.Question) int {
	n := 0
	for _, q := range asked {
		if q.Kind == research.QuestionClarify {
			n++
		}
	}
	return n
}

func unclear(asked) any { return planned(true) }

// planned is a plan with an analysis that needs a clarification or not.
func planned(needed bool) prompts.PlanOut {
	out := plan("Find the limit", "Find the exceptions", "Find the fines")
	out.ClarificationNeeded = needed
	return out
}

func TestClarify_AnswersAreMergedIntoRefinements(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"plan": unclear}}
	d := newDesk(t, newBooks(t, lanterns), m)
	d.begin(question, research.Settings{ClarifyRounds: 2})
	s := d.end(clarify(
		research.ClarifyAnswer{Answers: []string{"A lifeboat", "", "  In the harbour "}},
		research.ClarifyAnswer{Answers: []string{"", "At night", ""}},
	))
	want := []string{"Question 1.1? A lifeboat", "Question 1.3? In the harbour", "Question 2.2? At night"}
	if !slices.Equal(s.Refinements, want) {
		t.Errorf("refinements %q, want %q", s.Refinements, want)
	}
	if s.Rounds != 2 || len(s.Asked) != 6 {
		t.Errorf("%d rounds, asked %q", s.Rounds, s.Asked)
	}
	for _, q := range d.asked[:2] {
		c := data[research.Clarification](t, q)
		if len(c.Questions) != research.ClarifyQuestions || !c.Needed || c.Analysis.KeyConcepts == nil {
			t.Errorf("round %+v", c)
		}
	}
	if c := data[research.Clarification](t, d.asked[1]); c.Round != 2 {
		t.Errorf("the second round calls itself %d", c.Round)
	}
	var last prompts.Call
	for _, call := range m.heard {
		if call.Step == "plan" {
			last = call
		}
	}
	if !strings.Contains(last.User, "In the harbour") {
		t.Error("the plan is made without the answers")
	}
}

func TestClarify_WhenTheLoopEnds(t *testing.T) {
	all := []string{"a", "b", "c"}
	cases := []struct {
		name   string
		needed bool
		set    research.Settings
		rounds []research.ClarifyAnswer
		want   int // rounds asked
	}{
		{"not needed: offered once, skipped", false, research.Settings{}, nil, 1},
		{"not needed: answered, then it goes on", false, research.Settings{}, []research.ClarifyAnswer{{Answers: all}}, 1},
		{"needed: skipping all goes on", true, research.Settings{}, nil, 1},
		{"needed: enough after one answer", true, research.Settings{}, []research.ClarifyAnswer{{Answers: all, Enough: true}}, 1},
		{"needed: enough without an answer", true, research.Settings{}, []research.ClarifyAnswer{{Enough: true}}, 1},
		{"needed: blanks are no answer", true, research.Settings{}, []research.ClarifyAnswer{{Answers: []string{" ", "\t", ""}}}, 1},
		{"needed: one answer is enough for another round", true, research.Settings{}, []research.ClarifyAnswer{{Answers: []string{"a"}}}, 2},
		{"needed: the rounds are bounded", true, research.Settings{ClarifyRounds: 2}, []research.ClarifyAnswer{{Answers: all}, {Answers: all}, {Answers: all}}, 2},
		{"needed: three rounds by default", true, research.Settings{}, []research.ClarifyAnswer{{Answers: all}, {Answers: all}, {Answers: all}, {Answers: all}}, 3},
		{"more answers than questions", true, research.Settings{}, []research.ClarifyAnswer{{Answers: append(all, "d", "e"), Enough: true}}, 1},
		{"unattended: nothing is asked", true, research.Settings{Unattended: true}, nil, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := &thinker{on: map[string]func(asked) any{"plan": func(asked) any { return planned(c.needed) }}}
			d := newDesk(t, newBooks(t, lanterns), m)
			d.begin(question, c.set)
			s := d.end(clarify(c.rounds...))
			if got := rounds(d.asked); got != c.want {
				t.Errorf("%d rounds, want %d", got, c.want)
			}
			if c.set.Unattended && len(d.asked) > 0 {
				t.Errorf("asked %v", d.asked)
			}
			if len(s.Refinements) > 3*c.want {
				t.Errorf("refinements %q", s.Refinements)
			}
			if c.want > 0 && data[research.Clarification](t, d.asked[0]).Needed != c.needed {
				t.Error("the question does not say whether it is needed")
			}
		})
	}
}

func TestClarify_WithoutAModelThreeNewQuestionsPerRound(t *testing.T) {
	d := newDesk(t, newBooks(t, lanterns), nil)
	d.begin("Lantern zylph qworp?", research.Settings{}) // two of three words are in no document
	seen := map[string]bool{}
	d.end(func(q graph.Question) any {
		if q.Kind == research.QuestionPlan {
			return research.PlanAnswer{}
		}
		c := data[research.Clarification](t, q)
		if len(c.Questions) != research.ClarifyQuestions {
			t.Errorf("round %d has %q", c.Round, c.Questions)
		}
		for _, text := range c.Questions {
			if seen[text] {
				t.Errorf("asked again: %s", text)
			}
			seen[text] = true
		}
		return research.ClarifyAnswer{Answers: []string{"yes", "no"}, Enough: c.Round == 2}
	})
	if len(seen) != 6 {
		t.Errorf("asked %v", seen)
	}
}

// The person may answer days later; documents that were added meanwhile must not put other questions under the answers.
func TestClarify_TheLibraryGrowsBeforeTheAnswer(t *testing.T) {
	b := newBooks(t, lanterns)
	d := newDesk(t, b, nil)
	d.begin(question, research.Settings{})
	d.resume(nil)
	put := data[research.Clarification](t, d.asked[0]).Questions
	b.documents = append([]source.Document{{Hash: "hash-new.pdf", Name: "new.pdf", Title: "A new one", Pages: 1}}, b.documents...)
	answers := make([]string, len(put))
	for i := range answers {
		answers[i] = "answer"
	}
	if err := d.runner.Send(t.Context(), d.id, graph.Answer(d.asked[0].ID, research.ClarifyAnswer{Answers: answers, Enough: true})); err != nil {
		t.Fatal(err)
	}
	s := d.end(approve)
	for i, q := range put {
		if s.Refinements[i] != q+" answer" {
			t.Errorf("refinement %q, but the question put was %q", s.Refinements[i], q)
		}
	}
}

func TestAnalyse_TheDocumentsNearestToTheQuestionComeFirst(t *testing.T) {
	b := newBooks(t, lanterns+"= zoo.pdf\n1: How bright is a boat lantern: very bright on a boat, bright lantern.\n")
	m := &thinker{}
	d := newDesk(t, b, m)
	d.finish(research.Settings{})
	first := strings.Index(m.heard[0].User, "Title of zoo.pdf")
	if m.heard[0].Step != "plan" || first < 0 || first > strings.Index(m.heard[0].User, "Title of law.pdf") {
		t.Errorf("the titles stand in the wrong order:\n%s", m.heard[0].User)
	}
}

func TestClarify_AsksWhatTheLibraryMakesWorthAsking(t *testing.T) {
	const books = `
= report-2021.pdf
1: Lanterns on boats were counted in the harbour.
= report-2022.pdf
1: Lanterns on boats were counted on the river.
= cook.pdf
1: Sugar melts in a pan.
`
	for asked, c := range map[string]struct{ want, never string }{
		"How many lanterns are on boats?":          {"Which year do you mean? [2021 2022]", "cook"},
		"How many lanterns were on boats in 2021?": {"speaks of this. Which should count? [Title of report-2021.pdf Title of report-2022.pdf]", "Which year"},
		"Does sugar melt in a pan?":                {"Who is this about?", "Which"},
	} {
		d := newDesk(t, newBooks(t, books), nil)
		d.begin(asked, research.Settings{ClarifyRounds: 1})
		d.resume(nil)
		if len(d.asked) == 0 {
			t.Fatal("nothing was asked")
		}
		put := data[research.Clarification](t, d.asked[0])
		said := ""
		for i, question := range put.Questions {
			said += fmt.Sprintln(question, put.Choices[i])
		}
		if len(put.Questions) > research.ClarifyQuestions || !strings.Contains(said, c.want) || strings.Contains(said, c.never) {
			t.Errorf("%q: asked back\n%s\nwant %q and no %q", asked, said, c.want, c.never)
		}
	}
}
