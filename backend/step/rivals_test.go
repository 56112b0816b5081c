package step_test

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

// rivals is a question, the sentence that answers it, and one beside it on the same matter, which does not.
type rivals struct{ question, answers, beside, language string }

// quotedFirst holds that of a passage with both the answer is quoted first.
func quotedFirst(t *testing.T, section string, cases map[string]rivals) {
	t.Helper()
	for name, c := range cases {
		r := reading(c.language, section, c.beside+" "+c.answers)
		got, err := newKit(t, nil).Judge(t.Context(), step.Question{Text: c.question, Language: c.language}, "Answer: "+c.question, []step.Reading{r})
		if err != nil || len(got[0].Quotes) == 0 || !strings.HasPrefix(got[0].Quotes[0], c.answers) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// leads holds that of two quotes under one heading the answer stands first in a draft.
func leads(t *testing.T, section string, cases map[string]rivals) {
	t.Helper()
	for name, c := range cases {
		lines := answered(t, step.Question{Text: c.question, Language: c.language}, step.Material{Evidence: []cite.Evidence{
			evidence("E1", section, c.beside, 0.8), evidence("E2", section, c.answers, 0.8)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}

// What a document says of itself answers no question about its topic, though it has all of its words.
func TestDraftTwin_FormalitiesDoNotLead(t *testing.T) {
	leads(t, "6 Pier", map[string]rivals{
		"made up":   {"What applies to a buoy at a school?", "A buoy at a school hangs above the door.", "Every buoy, school and keeper applies to teaching and is fictitious.", "en"},
		"erfunden":  {"Was gilt für eine Boje an der Schule?", "An der Schule hängt eine Boje über der Tür.", "Schule, Boje und Wärter sind frei erfunden und was gilt, ebenso.", "de"},
		"liability": {"What holds for a buoy at the pier?", "A buoy at the pier is red.", "What holds for a buoy at the pier holds without warranty; the council assumes no liability for a buoy at the pier.", "en"},
	})
}
