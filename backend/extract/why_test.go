package extract_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

// What is named as a reason stands in the passage, letter by letter.
func TestJudge_WhyNamesWordsThatStandThere(t *testing.T) {
	q := ask.Question{Text: "How far from roads must beehives stand?", Language: "en"}
	got, err := newEngine(t).Judge(t.Context(), q, "Answer: "+q.Text, []extract.Reading{reading("en", "1 Hives", "1 Hives\nA beehive stands at least 10 metres from the road.")})
	if err != nil || got[0].Why != "names beehive, stands, road" {
		t.Errorf("%q, %v", got[0].Why, err)
	}
}

// An exception is quoted behind the rule that it departs from.
func TestDraft_AnExceptionStandsBehindItsRule(t *testing.T) {
	rule, exception := "(1) Die Laterne wird mindestens alle fünf Jahre gewartet.", "(2) Abweichend von Absatz 1 kann eine Laterne auf einem Boot im Einzelfall auf andere Weise geprüft werden."
	q := ask.Question{Text: "Wie wird eine Laterne auf einem Boot geprüft?", Language: "de"}
	got, err := newEngine(t).Judge(t.Context(), q, "Beantworten: "+q.Text, []extract.Reading{reading("de", "§ 5 Wartung", "§ 5 Wartung\n"+rule+"\n"+exception)})
	if err != nil || !strings.Contains(strings.Join(got[0].Quotes, "|"), "alle fünf Jahre") {
		t.Errorf("judged: %+v, %v", got, err)
	}
	e := evidence("E1", "§ 5 Wartung", exception, 0.8)
	e.Quotes = []cite.Quote{{Text: exception, Span: source.Span{Page: 1, Start: 100, End: 200}}, {Text: rule, Span: source.Span{Page: 1, Start: 10, End: 90}}}
	if lines := answered(t, q, extract.Material{Evidence: []cite.Evidence{e}}); !behind(lines, "(1) Die Laterne", "(2) Abweichend") {
		t.Errorf("%q", lines)
	}
}

// What a clause calls "it" is what the clause before it names: its search and its judgement have both.
func TestDependentClause_HasWhatItSpeaksOf(t *testing.T) {
	q := ask.Question{Text: "Welche Prüfung braucht die Laterne, und in welchen Abständen muss sie aktualisiert werden?", Language: "de"}
	item := extract.Task{Task: "Beantworten: in welchen Abständen muss sie aktualisiert werden"}
	queries := extract.Queries(q, extract.Analysis{}, item)
	if !strings.Contains(queries[0], "Prüfung") || !strings.Contains(queries[0], "aktualisiert") {
		t.Errorf("%q", queries)
	}
}
