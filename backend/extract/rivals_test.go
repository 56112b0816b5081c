package extract_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
)

// rivals is a question, the sentence that answers it, and one beside it on the same matter, which does not.
type rivals struct{ question, answers, beside, language string }

// quotedFirst holds that of a passage with both the answer is quoted first.
func quotedFirst(t *testing.T, section string, cases map[string]rivals) {
	t.Helper()
	for name, c := range cases {
		r := reading(c.language, section, c.beside+" "+c.answers)
		got, err := newEngine(t).Judge(t.Context(), ask.Question{Text: c.question, Language: c.language}, "Answer: "+c.question, []extract.Reading{r})
		if err != nil || len(got[0].Quotes) == 0 || !strings.HasPrefix(got[0].Quotes[0], c.answers) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// leads holds that of two quotes under one heading the answer stands first in a draft.
func leads(t *testing.T, section string, cases map[string]rivals) {
	t.Helper()
	for name, c := range cases {
		lines := answered(t, ask.Question{Text: c.question, Language: c.language}, extract.Material{Evidence: []cite.Evidence{
			evidence("E1", section, c.beside, 0.8), evidence("E2", section, c.answers, 0.8)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}
