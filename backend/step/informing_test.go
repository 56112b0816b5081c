package step_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

// What somebody has to be told is looked for in the words of rules, and what stands under a heading on informing is found first.
func TestFind_RulesOnTellingComeFirst(t *testing.T) {
	for language, c := range map[string]struct {
		task  string
		texts [][2]string
	}{
		"en": {"what must we tell the customers about the wax (“may we sell the wax”)", [][2]string{{"Wax", "Wax may be sold. Wax is yellow wax."}, {"Wax to come", "Whoever sells wax sells wax by weight."}, {"Information of buyers", "The keeper shall provide whoever buys wax with its weight."}}},
		"de": {"was müssen wir den Kunden über das Wachs sagen („dürfen wir das Wachs verkaufen“)", [][2]string{{"Wachs", "Wachs darf verkauft werden. Wachs ist gelbes Wachs."}, {"Vom Wachs", "Wer Wachs verkauft, verkauft Wachs nach Gewicht."}, {"Unterrichtung der Käufer", "Der Imker hat jedem, der Wachs kauft, das Gewicht zu nennen."}}},
	} {
		k := newKit(t, nil)
		newArchive(k, c.texts...)
		q := step.Question{Text: c.task, Language: language}
		queries, err := k.Queries(t.Context(), q, step.Analysis{}, step.Task{Task: c.task}, nil)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(queries, func(query string) bool { return step.ForTelling(query, language) })
		if at < 0 {
			t.Errorf("%s: no query for what is told: %q", language, queries)
			continue
		}
		hits, err := k.Find(t.Context(), q, step.Query{Text: queries[at], Limit: 2, Language: language})
		if err != nil || len(hits) == 0 || hits[0].Passage.Headings[0] != c.texts[2][0] {
			t.Errorf("%s: %q finds %+v %v", language, queries[at], hits, err)
		}
	}
	queries, err := newKit(t, nil).Queries(t.Context(), step.Question{Text: "Who sells wax?", Language: "en"}, step.Analysis{}, step.Task{Task: "Who sells wax?"}, nil)
	if err != nil || slices.ContainsFunc(queries, func(query string) bool { return step.ForTelling(query, "en") }) {
		t.Errorf("nobody is told anything: %q %v", queries, err)
	}
}

// What somebody is told of something is answered by what says who is informed of it.
func TestDraftTwin_WhatSomebodyIsToldOfItIsAnsweredByWhoIsInformedOfIt(t *testing.T) {
	q := step.Question{Text: "How may we move the hives across the river, and what must we tell the customers about it?", Language: "en"}
	may, inform, beside := "The hives may be moved across the river once the ice is gone.", "Whoever moves hives across the river shall inform the buyers of honey of the day and the place.", "Customs and custom tables: customers, customer, custom."
	lines := answered(t, q, step.Material{Evidence: []cite.Evidence{evidence("E1", "3 Tables", beside, 0.9), evidence("E2", "1 Moving", may, 0.8), evidence("E3", "2 Duties", inform, 0.7)}})
	if len(lines) < 2 || !strings.Contains(lines[0], may) || !strings.Contains(strings.Join(lines, " "), inform) {
		t.Errorf("%q", lines)
	}
	for text, open := range map[string]int{inform: 0, may: 1} {
		said := []step.Stated{{Text: may, Quotes: []string{may}, Verdict: cite.Supported}, {Text: text, Quotes: []string{text}, Verdict: cite.Supported}}
		got, err := newKit(t, nil).Unstated(t.Context(), q, said, nil)
		if err != nil || len(got) != open {
			t.Errorf("%q leaves open %q %v", text, got, err)
		}
	}
}
