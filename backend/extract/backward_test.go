package extract_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

// A sentence that only widens the one before it stands behind that one.
func TestDraft_WhatASentenceRefersBackTo(t *testing.T) {
	rule, wider := "(1) Der Halter meldet das Erlöschen der Hafenbehörde unverzüglich.", "Satz 1 gilt entsprechend beim Verlust einer Laterne auf einem Boot, wenn die Laterne nachts verloren geht."
	e := evidence("E1", "§ 4 Meldung", wider, 0.8)
	e.Quotes = []cite.Quote{{Text: wider, Span: source.Span{Page: 1, Start: 100, End: 200}}, {Text: rule, Span: source.Span{Page: 1, Start: 10, End: 90}}}
	q := ask.Question{Text: "Was gilt beim Verlust einer Laterne auf einem Boot, wenn sie nachts verloren geht?", Language: "de"}
	if lines := answered(t, q, extract.Material{Evidence: []cite.Evidence{e}}); !behind(lines, "(1) Der Halter meldet", "Satz 1 gilt entsprechend") {
		t.Errorf("%q", lines)
	}
}

func TestJudge_QuotesWhatASentenceRefersBackTo(t *testing.T) {
	got, err := newEngine(t).Judge(t.Context(), english, task.Task, []extract.Reading{reading("en", "1 Hives",
		"1 Hives\nThe keeper tells the parish of it at once. This also applies to a beehive that stands at least 10 metres from the road.")})
	if err != nil || !slices.ContainsFunc(got[0].Quotes, func(q string) bool { return strings.HasPrefix(q, "The keeper tells") }) {
		t.Errorf("%+v, %v", got, err)
	}
}

// Two provisions, and a quote that is the beginning of another: the ellipsis at its end makes it no other quote.
func TestDraft_TheBeginningOfAQuoteIsNotSaidTwice(t *testing.T) {
	whole := "A beehive stands at least 10 metres from the road, and the keeper paints it green before the winter begins in the village."
	lines := answered(t, english, extract.Material{Evidence: []cite.Evidence{several("1 Hives", whole, "A beehive stands at least 10 metres from the road …")}})
	if len(lines) != 1 {
		t.Errorf("%q", lines)
	}
}

// Two articles that say nearly the same of different cases are two rules.
func TestDraft_TwinProvisionsBothStand(t *testing.T) {
	q := ask.Question{Text: "What must the keeper tell the parish about a beehive beside the road?", Language: "en"}
	rule := "1. Where a beehive beside the road is %s, the keeper must tell the parish about its height, its colour, its age and its bees."
	a, b := strings.Replace(rule, "%s", "bought", 1), strings.Replace(rule, "%s", "found", 1)
	lines := answered(t, q, extract.Material{Evidence: []cite.Evidence{evidence("E1", "Article 3 Purchase", a, 0.8), evidence("E2", "Article 4 Finds", b, 0.8)}})
	if len(lines) != 2 {
		t.Errorf("%q", lines)
	}
}

// Where a reference leads is shown for what is asked; a title that shares a lesser word with the question is no reason.
func TestDraft_ATitleThatSharesALesserWord(t *testing.T) {
	q := ask.Question{Text: "What must the keeper do when a beehive is lost on the road?", Language: "en"}
	m := extract.Material{Evidence: []cite.Evidence{evidence("E1", "1 Loss", "When a beehive is lost on the road, the keeper must tell the parish, if it is listed in Annex 4.", 0.8),
		evidence("E9", "Annex 4 Lists of lanterns, boats and lost", "The sign UL stands for unlimited lumens.", 0.7)}, Links: map[string][]extract.Link{"E1": {{Text: "Annex 4", Evidence: []string{"E9"}}}}}
	for _, l := range answered(t, q, m) {
		if strings.Contains(l, "unlimited") {
			t.Errorf("%q", l)
		}
	}
}
