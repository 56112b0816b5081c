package ask

import "testing"

func TestDependence_OfWhatNamesNothingOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		text, language, clause string
		want                   bool
	}{
		{"How did the honey harvest change in 2031, and what explains the change?", "en", "what explains the change", true},
		{"How did the honey harvest change in 2031, and who keeps the hives?", "en", "who keeps the hives", false},
		{"Which permit does a keeper need, and how long is it valid?", "en", "how long is it valid", true},
	} {
		q := Question{Text: c.text, Language: c.language}
		if got := q.Dependence(c.clause) > Independent; got != c.want {
			t.Errorf("%q in %q: %v (clauses %q)", c.clause, c.text, got, q.Clauses())
		}
	}
}
