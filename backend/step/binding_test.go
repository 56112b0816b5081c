package step_test

import "testing"

// bound is a question about a rule, the sentence that answers it in other words of the same force, and one on the same matter with another force.
var bound = map[string]rivals{
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

func TestJudgeTwin_AWordOfTheSameForceAnswers(t *testing.T) { quotedFirst(t, "5 Pier", bound) }

func TestDraftTwin_AWordOfTheSameForceLeads(t *testing.T) { leads(t, "5 Pier", bound) }
