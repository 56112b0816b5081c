package step_test

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

// bound is a question about a rule, the sentence that answers it in other words of the same force, and one on the same matter with another force.
var bound = map[string]struct{ question, answers, beside, language string }{
	"permitted":  {"Which ropes are allowed on the pier?", "Ropes of hemp are permitted on the pier.", "Ropes of nylon are painted on the pier.", "en"},
	"not denied": {"Which ropes are allowed on the pier?", "Ropes of hemp are permitted on the pier.", "Ropes of nylon are not permitted on the pier.", "en"},
	"forbidden":  {"Which ropes are forbidden on the pier?", "Ropes of nylon are prohibited on the pier.", "Ropes of hemp are permitted on the pier.", "en"},
	"must not":   {"Which ropes are prohibited on the pier?", "Ropes of nylon must not be on the pier.", "Ropes of hemp may be on the pier.", "en"},
	"a duty":     {"What is a keeper obliged to do with ropes on the pier?", "The keeper is required to dry ropes on the pier.", "The keeper is pleased to dry ropes on the pier.", "en"},
	"erlaubt":    {"Welche Seile sind auf dem Steg erlaubt?", "Seile aus Hanf sind auf dem Steg zulässig.", "Seile aus Nylon sind auf dem Steg bemalt.", "de"},
	"gestattet":  {"Welche Seile dürfen auf dem Steg liegen?", "Seile aus Hanf auf dem Steg liegen zu lassen ist gestattet.", "Seile aus Nylon dürfen auf dem Steg nicht liegen.", "de"},
	"genehmigt":  {"Welche Seile sind auf dem Steg zulässig?", "Seile aus Hanf sind auf dem Steg genehmigt.", "Seile aus Nylon sind auf dem Steg nicht zulässig.", "de"},
	"verboten":   {"Welche Seile sind auf dem Steg verboten?", "Seile aus Nylon sind auf dem Steg untersagt.", "Seile aus Hanf sind auf dem Steg erlaubt.", "de"},
	"hat zu":     {"Wozu ist der Wärter bei Seilen auf dem Steg verpflichtet, und was muss er tun?", "Der Wärter hat Seile auf dem Steg zu trocknen.", "Der Wärter mag Seile auf dem Steg trocken.", "de"},
}

func TestJudgeTwin_AWordOfTheSameForceAnswers(t *testing.T) {
	for name, c := range bound {
		r := reading(c.language, "5 Pier", c.beside+" "+c.answers)
		got, err := newKit(t, nil).Judge(t.Context(), step.Question{Text: c.question, Language: c.language}, "Answer: "+c.question, []step.Reading{r})
		if err != nil || len(got[0].Quotes) == 0 || !strings.HasPrefix(got[0].Quotes[0], c.answers) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestDraftTwin_AWordOfTheSameForceLeads(t *testing.T) {
	for name, c := range bound {
		lines := answered(t, step.Question{Text: c.question, Language: c.language}, step.Material{Evidence: []cite.Evidence{
			evidence("E1", "5 Pier", c.beside, 0.8), evidence("E2", "5 Pier", c.answers, 0.8)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}
