package step_test

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

func TestJudgeTwin_QuotesTheTimeThatIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		name, language, text, question string
		want                           string // the first quote
	}{
		{"a quarter, and when the decrease was", "en",
			"Dues from ropes decreased 40 crowns in the first six months of 2031. The decrease was driven by the harbour's dues from ropes. Dues decreased 12 crowns in the second quarter of 2031. The decrease was primarily driven by fewer ropes.",
			"What drove the decrease of dues from ropes in the second quarter of 2031?",
			"Dues decreased 12 crowns in the second quarter of 2031. The decrease was primarily driven by fewer ropes."},
		{"half a year", "en",
			"Dues from ropes decreased 12 crowns in the second quarter of 2031. The weather was fine in the harbour of the islands. Dues from ropes decreased 40 crowns in the first six months of 2031.",
			"How did the dues from ropes change in the first half of 2031?",
			"Dues from ropes decreased 40 crowns in the first six months of 2031."},
		{"in German", "de",
			"Die Gebühren für Taue sanken in den ersten sechs Monaten 2031 um 40 Kronen. Das Wetter im Hafen war gut. Die Gebühren für Taue sanken im 2. Quartal 2031 um 12 Kronen.",
			"Wie haben sich die Gebühren für Taue im zweiten Quartal 2031 verändert?",
			"Die Gebühren für Taue sanken im 2. Quartal 2031 um 12 Kronen."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := newKit(t, nil).Judge(t.Context(), step.Question{Text: c.question, Language: c.language}, "Answer: "+c.question, []step.Reading{reading(c.language, "", c.text)})
			if err != nil || len(got[0].Quotes) == 0 || !strings.Contains(got[0].Quotes[0], c.want) {
				t.Fatalf("%+v, %v\nwant %q", got, err, c.want)
			}
			if _, _, ok := cite.Find(c.text, got[0].Quotes[0]); !ok {
				t.Errorf("%q does not stand in the passage", got[0].Quotes[0])
			}
		})
	}
}
