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
