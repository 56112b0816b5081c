package step_test

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

// amounts is a question for a value, the sentence that says how much it is, and one that has more of the question's words.
var amounts = map[string]struct{ question, answers, beside, language string }{
	"applies":             {"Which noise level applies to lanterns in the harbour?", "The noise level for lanterns and boats is a yearly mean of 40 dB.", "This rule is for lanterns in the harbour whose noise is compared with a noise level.", "en"},
	"what is":             {"What is the noise level for lanterns in the harbour?", "The noise level is 40 dB in the harbour.", "Lanterns in the harbour are compared with the noise level when 3 keepers ask for it.", "en"},
	"gilt":                {"Welcher Geräuschwert gilt für Laternen im Hafen?", "Der Geräuschwert für den Jahresmittelwert der Laternen beträgt 40 dB.", "Laternen im Hafen sind mit dem Geräuschwert nach § 3 zu vergleichen, wenn sie neu sind.", "de"},
	"wie hoch":            {"Wie hoch ist der Geräuschwert für Laternen im Hafen?", "Der Geräuschwert liegt bei Laternen nachts bei 40 dB.", "Wer Laternen im Hafen hat, vergleicht sie mit dem Geräuschwert.", "de"},
	"no case of its own":  {"Which noise level applies to lanterns in the harbour?", "The noise level for lanterns in the harbour is 40 dB.", "If the council agrees, the noise level for lanterns in the harbour is 90 dB.", "en"},
	"kein Fall für sich":  {"Welcher Geräuschwert gilt für Laternen im Hafen?", "Der Geräuschwert für Laternen im Hafen beträgt 40 dB.", "Wenn der Rat zustimmt, beträgt der Geräuschwert für Laternen im Hafen 90 dB.", "de"},
	"another's amount":    {"Which noise level applies to lanterns in the harbour?", "The noise level of lanterns is 40 dB.", "The fee for lanterns in the harbour is 90 crowns, whatever the noise level.", "en"},
	"a place, no amount":  {"Which noise level applies to lanterns in the harbour?", "The noise level of lanterns is 40 dB.", "The noise level of lanterns in the harbour is that of Section 5.", "en"},
	"of another sentence": {"Which noise level applies to lanterns in the harbour?", "The noise level of lanterns is 40 dB.", "In the harbour lanterns have a noise level. The pier is 90 metres long.", "en"},
}

func TestJudgeTwin_AValueIsAnsweredByItsAmount(t *testing.T) {
	for name, c := range amounts {
		got, err := newKit(t, nil).Judge(t.Context(), step.Question{Text: c.question, Language: c.language}, "Answer: "+c.question,
			[]step.Reading{reading(c.language, "6 Pier", c.answers), reading(c.language, "7 Quay", c.beside)})
		if err != nil || got[0].Relevance < 0.6 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestDraftTwin_AValueIsAnsweredByItsAmount(t *testing.T) {
	for name, c := range amounts {
		lines := answered(t, step.Question{Text: c.question, Language: c.language}, step.Material{Evidence: []cite.Evidence{
			evidence("E1", "7 Quay", c.beside, 0.8), evidence("E2", "6 Pier", c.answers, 0.8)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}
