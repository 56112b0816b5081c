package flow_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// Each clause of a question is answered or named as not found: a question that goes on with a verb asks two things.
func TestFlows_EveryClauseIsAnsweredOrNamed(t *testing.T) {
	for question, c := range map[string]struct{ rule, beside, answers, clause string }{
		"How bright may the lantern be, and may apprentices under 16 years work in the cellar?": {"The lantern may be at most 40 lumens bright.", "The boats like to lie in the harbour.",
			"Apprentices under 16 years may not work in the cellar.", "may apprentices under 16 years"},
		"Wie hell darf die Laterne sein, und dürfen Lehrlinge unter 16 Jahren im Keller arbeiten?": {"Die Laterne darf höchstens 40 Lumen hell sein.", "Die Boote liegen gern im Hafen.",
			"Lehrlinge unter 16 Jahren dürfen nicht im Keller arbeiten.", "dürfen Lehrlinge unter 16 Jahren"},
	} {
		for _, second := range []string{c.beside, c.answers} {
			library, kit := shelf.New(t, map[string]string{"law.md": c.rule + "\n\n" + second + "\n"})
			language := ask.Language(question)
			for flow, r := range map[string]report.Report{
				answer.Name: reported(t, library, answer.New(answer.Tools{Kit: kit, Reports: library, Now: time.Now}), answer.State{Question: question, Language: language}),
				explore.Name: reported(t, library, explore.New(explore.Tools{Tools: flow.Tools{Kit: kit, Reports: library, Now: time.Now}, Rows: library}),
					explore.State{Question: question, Language: language}),
			} {
				said := ""
				for _, block := range r.Answer {
					for _, s := range block.Sentences {
						said += s.Text + "\n"
					}
				}
				named := slices.ContainsFunc(r.Silent, func(s string) bool { return strings.Contains(s, c.clause) })
				if !strings.Contains(said, "40 ") || named != (second == c.beside) || !named && !strings.Contains(said, c.answers) {
					t.Errorf("%s: %q with %q answers %q and names %q", flow, question, second, said, r.Silent)
				}
			}
		}
	}
}

// reported executes a run over a library and returns its report.
func reported[S any](t *testing.T, library shelf.Shelf, g *graph.Graph[S], s S) report.Report {
	t.Helper()
	r, err := graph.NewRunner(g, library, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := r.Create(t.Context(), graph.Begin{}, s)
	if err != nil {
		t.Fatal(err)
	}
	if run, err = r.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("the run is %s: %v", run.Status, err)
	}
	out, err := library.Report(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
