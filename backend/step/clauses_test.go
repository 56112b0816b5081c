package step_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
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
		{"en", `Which award did the book "Who Lights the Lamp?" win in its second year?`, nil},
		{"en", "The gate is shut at noon. Who opens the gate again?", []string{"The gate is shut at noon", "Who opens the gate again"}},
	} {
		if got := ask.Clauses(c.question, c.language); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.question, got)
		}
	}
}

// A question that begins with its verb is one by itself, whatever its subject begins with; a verb that only goes on is none.
func TestClauses_AreCutBeforeAVerbAndItsSubject(t *testing.T) {
	for _, c := range []struct{ language, question, second string }{
		{"de", "Wie lange sind die Listen der Wärter aufzuheben, und dürfen Lehrlinge unter 16 Jahren im Lampenraum arbeiten?", "dürfen Lehrlinge unter 16 Jahren im Lampenraum arbeiten"},
		{"de", "Wie lange sind die Listen aufzuheben und dürfen Lehrlinge im Lampenraum arbeiten?", "dürfen Lehrlinge im Lampenraum arbeiten"},
		{"de", "Wie hoch ist die Gebühr, und müssen junge Wärter sie zahlen?", "müssen junge Wärter sie zahlen"},
		{"de", "Wer prüft die Laternen, und sind Ausnahmen davon möglich?", "sind Ausnahmen davon möglich"},
		{"de", "Welche Laternen sind gemeldet und haben Wächter in der Nacht?", ""},
		{"en", "How long are the keepers' lists kept, and may apprentices under 16 work in the lamp room?", "may apprentices under 16 work in the lamp room"},
		{"en", "How long are the lists kept and may apprentices work in the lamp room?", "may apprentices work in the lamp room"},
		{"en", "How high is the fee, and must young keepers pay half of it?", "must young keepers pay half of it"},
		{"en", "Who inspects the lanterns, and are exceptions possible in winter?", "are exceptions possible in winter"},
		{"en", "Who must register with the harbour and may enter rooms at night?", ""},
		{"en", "Which lanterns are checked and are kept dark at noon?", ""},
	} {
		got := ask.Clauses(c.question, c.language)
		if c.second == "" && got != nil || c.second != "" && (len(got) != 2 || got[1] != c.second) {
			t.Errorf("%s: %q", c.question, got)
		}
	}
}

// Neither the plan nor its searches break a citation apart.
func TestPlanFallback_KeepsCitationsWhole(t *testing.T) {
	k := newKit(t, nil)
	for language, c := range map[string]struct{ question, citation, query string }{
		"de": {"Welche Fristen gelten nach Art. 33 LeuchtVO, wenn mehr als 300 Zustellungen vorzunehmen sind?", "nach Art. 33 LeuchtVO", "33 LeuchtVO"},
		"en": {"Which periods hold under Sec. 33 of the Lantern Act for more than 300 letters?", "under Sec. 33 of the Lantern Act", "33 Lantern Act"},
	} {
		q := ask.Question{Text: c.question, Language: language}
		a, err := k.Analyse(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, plan, err := k.Plan(t.Context(), q, nil)
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

// A question that asks the same hundreds of times takes no longer than one that asks many things.
func TestClauses_AreBounded(t *testing.T) {
	for _, question := range []string{strings.Repeat("What is radon? ", 260), strings.Repeat("Where is it measured, and who measures it? ", 90)} {
		if n := len(ask.Clauses(question, "en")); n < 20 || n > 30 {
			t.Errorf("%d clauses", n)
		}
	}
}
