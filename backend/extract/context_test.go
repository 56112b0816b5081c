package extract_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
)

func TestJudge_QuotesWhatIntroducesTheSubject(t *testing.T) {
	for _, c := range []struct {
		name, language, text, question string
		want                           string // the first quote
	}{
		{"what the definite noun means, and the period that is asked for", "en",
			"The weather was fine. In May the guild agreed to a formal mooring treaty with the islands. The treaty ends all quarrels about ropes. The most that the guild pays for ropes under the treaty is 40 crowns. The amounts are payable over 7 years. The treaty is kept in the tower.",
			"How much does the guild pay for ropes under the treaty, and over how many years?",
			"The treaty ends all quarrels about ropes. The most that the guild pays for ropes under the treaty is 40 crowns. The amounts are payable over 7 years."},
		{"a pronoun", "en", "The weather was fine. The guild let the old lighthouse. It brought rent of 40 crowns for the winter.", "How much rent did the winter bring?",
			"The guild let the old lighthouse. It brought rent of 40 crowns for the winter."},
		{"in German", "de", "Das Wetter war gut. Die Zunft schloss einen Vergleich mit den Inseln. Nach dem Vergleich zahlt sie für Taue höchstens 40 Kronen. Die Beträge sind über 7 Jahre zahlbar.",
			"Wie viele Kronen zahlt sie höchstens für Taue?",
			"Die Zunft schloss einen Vergleich mit den Inseln. Nach dem Vergleich zahlt sie für Taue höchstens 40 Kronen. Die Beträge sind über 7 Jahre zahlbar."},
		{"what goes on from the sentence before", "de", "Das Wetter war gut. (5) Für fahrbare Kräne gelten die Absätze 1 und 2 entsprechend. Jedoch kann von einer Bekanntmachung der Anträge abgesehen werden.",
			"Wann kann von einer Bekanntmachung der Anträge abgesehen werden?",
			"(5) Für fahrbare Kräne gelten die Absätze 1 und 2 entsprechend. Jedoch kann von einer Bekanntmachung der Anträge abgesehen werden."},
		{"the same in English", "en", "The weather was fine. Boats on wheels need a berth as the others do. However, the warden may do without a notice of the mooring.",
			"When may the warden do without a notice of the mooring?",
			"Boats on wheels need a berth as the others do. However, the warden may do without a notice of the mooring."},
		{"what needs nothing stands alone", "en", "The weather was fine. The guild let a lighthouse. A rope of the harbour costs 40 crowns in winter.", "How much does a rope of the harbour cost in winter?",
			"A rope of the harbour costs 40 crowns in winter."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := newEngine(t).Judge(t.Context(), ask.Question{Text: c.question, Language: c.language}, "Answer: "+c.question, []extract.Reading{reading(c.language, "", c.text)})
			if err != nil || len(got[0].Quotes) == 0 || !strings.Contains(got[0].Quotes[0], c.want) || c.name == "what needs nothing stands alone" && got[0].Quotes[0] != c.want {
				t.Fatalf("%+v, %v\nwant %q", got, err, c.want)
			}
			if _, _, ok := cite.Find(c.text, got[0].Quotes[0]); !ok {
				t.Errorf("%q does not stand in the passage", got[0].Quotes[0])
			}
		})
	}
}
