package step_test

import (
	"strings"
	"testing"

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
