package explore_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/explore"
	"rabbithole/backend/step"
)

// Each clause of a question is answered in the answer or named as not found: a question that goes on with a verb asks two things.
func TestExplore_EveryClauseIsAnsweredOrNamed(t *testing.T) {
	for question, c := range map[string]struct{ rule, beside, answers, clause string }{
		"How bright may the lantern be, and may apprentices under 16 years work in the cellar?": {"The lantern may be at most 40 lumens bright.", "The apprentices like to work in the cellar.",
			"Apprentices under 16 years may not work in the cellar.", "may apprentices under 16 years"},
		"Wie hell darf die Laterne sein, und dürfen Lehrlinge unter 16 Jahren im Keller arbeiten?": {"Die Laterne darf höchstens 40 Lumen hell sein.", "Die Lehrlinge arbeiten gern im Keller.",
			"Lehrlinge unter 16 Jahren dürfen nicht im Keller arbeiten.", "dürfen Lehrlinge unter 16 Jahren"},
	} {
		for _, second := range []string{c.beside, c.answers} {
			w := newWorld([2]string{"law", c.rule + "\n" + second})
			_, run := newDesk(t, w).run(explore.State{Question: question, Language: step.Language(question)})
			r := w.reports[run+"/0"]
			said := ""
			for _, block := range r.Answer {
				for _, s := range block.Sentences {
					said += s.Text + "\n"
				}
			}
			named := slices.ContainsFunc(r.Silent, func(s string) bool { return strings.Contains(s, c.clause) })
			if !strings.Contains(said, "40 ") || named != (second == c.beside) || !named && !strings.Contains(said, c.answers) {
				t.Errorf("%q with %q answers %q and names %q", question, second, said, r.Silent)
			}
		}
	}
}
