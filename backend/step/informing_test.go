package step_test

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

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
