package step_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/step"
)

// A full stop behind a shortened word, an initial or a day ends no question; one behind a sentence does.
func TestClauses_AreNotCutInCitations(t *testing.T) {
	for _, c := range []struct {
		language, question string
		want               []string
	}{
		{"de", "Welche Angaben müssen die Unterlagen nach § 7 Abs. 3 LeuchtG enthalten, und wer darf Einwendungen erheben?",
			[]string{"Welche Angaben müssen die Unterlagen nach § 7 Abs. 3 LeuchtG enthalten", "wer darf Einwendungen erheben"}},
		{"de", "Welche Fristen gelten nach Art. 33 Abs. 1 S. 2 Buchst. b i.V.m. Nr. 4 der Verordnung?", nil},
		{"de", "Gilt die Frist i. V. m. Art. 9 Abs. 2 Satz 1 Nr. 3 bis zum 31. Dezember?", nil},
		{"de", "Die Laterne brennt nach Absatz 2. Wer löscht sie am Morgen?", []string{"Die Laterne brennt nach Absatz 2", "Wer löscht sie am Morgen"}},
		{"de", "die laterne brennt bis 2033. was löscht sie am morgen?", []string{"die laterne brennt bis 2033", "was löscht sie am morgen"}},
		{"en", "Which duties follow from Art. 33 para. 1 in conjunction with Sec. 7 No. 4, and who may object to lanterns?",
			[]string{"Which duties follow from Art. 33 para. 1 in conjunction with Sec. 7 No. 4", "who may object to lanterns"}},
		{"en", "What did the court decide in Harbour v. Lantern on No. 7 of the list?", nil},
		{"en", "The gate is shut at noon. Who opens the gate again?", []string{"The gate is shut at noon", "Who opens the gate again"}},
	} {
		if got := step.Clauses(c.question, c.language); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.question, got)
		}
	}
}

// Neither the plan nor its searches break a citation apart.
func TestPlanTwin_KeepsCitationsWhole(t *testing.T) {
	k := newKit(t, nil)
	for language, c := range map[string]struct{ question, citation, query string }{
		"de": {"Welche Fristen gelten nach Art. 33 LeuchtVO, wenn mehr als 300 Zustellungen vorzunehmen sind?", "nach Art. 33 LeuchtVO", "33 LeuchtVO"},
		"en": {"Which periods hold under Sec. 33 of the Lantern Act for more than 300 letters?", "under Sec. 33 of the Lantern Act", "33 Lantern Act"},
	} {
		q := step.Question{Text: c.question, Language: language}
		a, err := k.Analyse(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := k.Plan(t.Context(), q, a, nil)
		if err != nil || !strings.Contains(plan[0].Task, c.citation) {
			t.Errorf("%+v, %v", plan, err)
		}
		for _, p := range plan[1:] {
			if strings.Contains(p.Task, "„mehr“") || strings.Contains(p.Task, "vorzunehmen") {
				t.Errorf("no thing to find out: %q", p.Task)
			}
		}
		queries, err := k.Queries(t.Context(), q, a, plan[0], nil)
		if err != nil || !strings.Contains(queries[0], c.query) {
			t.Errorf("%q, %v", queries, err)
		}
	}
}
