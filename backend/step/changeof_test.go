package step_test

import (
	"testing"

	"rabbithole/backend/step"
)

// Each passage says how another thing went before it says how the one that is asked about did, in words that share as many with the question.
func TestJudgeTwin_QuotesWhoseChangeIsAskedFor(t *testing.T) {
	for _, c := range []struct{ name, language, text, question, want string }{
		{"another thing, with the one asked about as its cause", "en",
			"The decrease in keep was driven by dues from ropes. The weather was fine in all the harbours. Dues from ropes fell by 12 crowns with fewer ships of the islands in winter.",
			"How did the dues from ropes change, and what explains the change?",
			"Dues from ropes fell by 12 crowns with fewer ships of the islands in winter."},
		{"what is left out of the account", "en",
			"Excluding dues from ropes, dues increased by 3 crowns, reflecting dues from new lamps. The dues decreased by 12 crowns, driven by fewer ships of the islands in winter.",
			"How did the dues from ropes change?",
			"The dues decreased by 12 crowns, driven by fewer ships of the islands in winter."},
		{"in German", "de",
			"Der Unterhalt sank wegen der Gebühren für Taue. Das Wetter war in allen Häfen gut. Die Gebühren für Taue sanken um 12 Kronen bei wenigen Schiffen der Inseln im Winter.",
			"Wie haben sich die Gebühren für Taue verändert?",
			"Die Gebühren für Taue sanken um 12 Kronen bei wenigen Schiffen der Inseln im Winter."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := newKit(t, nil).Judge(t.Context(), step.Question{Text: c.question, Language: c.language}, "Answer: "+c.question, []step.Reading{reading(c.language, "", c.text)})
			if err != nil || len(got[0].Quotes) == 0 || got[0].Quotes[0] != c.want {
				t.Fatalf("%+v, %v\nwant %q", got, err, c.want)
			}
		})
	}
}

func TestDraftTwin_WhatStatesNothingItselfDoesNotLead(t *testing.T) {
	for _, beside := range []string{
		"7. A treaty under paragraph 5 is without prejudice to dues from ropes that foreign ships pay in the harbour.",
		"For information about dues from ropes that foreign ships pay in the harbour, see Note 5.",
	} {
		states := "Foreign ships pay dues from ropes before they leave for the islands in the north."
		lines := answered(t, step.Question{Text: "Which dues from ropes do foreign ships pay in the harbour?", Language: "en"},
			step.Material{Evidence: append(hives[:1:1], evidence("E1", "", beside, 0.8), evidence("E2", "", states, 0.8))})
		if len(lines) == 0 || lines[0] != states {
			t.Errorf("%q", lines)
		}
	}
}

func TestDraftTwin_EitherOfTwoCasesIsTold(t *testing.T) {
	lost := evidence("E1", "", "Ropes that are lost in the harbour are reported to the guild.", 0.8)
	kept := evidence("E2", "", "Ropes of the harbour are secured, so that none of the ropes are lost in the harbour.", 0.8)
	both := evidence("E3", "", "Tar and lamps of the harbour that were lost are kept.", 0.8)
	found := evidence("E4", "", "Whoever found a rope hands it to the keeper of the tower.", 0.8)
	lines := answered(t, step.Question{Text: "What is to be done when ropes are lost in the harbour or found?", Language: "en"}, step.Material{Evidence: append(hives[:1:1], lost, kept, both, found)})
	if len(lines) < 2 || lines[1] != found.Quotes[0].Text {
		t.Errorf("%q", lines)
	}
}
