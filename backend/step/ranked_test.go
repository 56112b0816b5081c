package step

import (
	"testing"

	"rabbithole/backend/step/ask"
)

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
		if got := q.Dependence(c.clause) > ask.Independent; got != c.want {
			t.Errorf("%q in %q: %v (clauses %q)", c.clause, c.text, got, q.Clauses())
		}
	}
}

func TestTold_TheBeginningOfWhatIsShown(t *testing.T) {
	w := &weaver{shown: []candidate{{quote: "The keeper shall (a) feed the bees; (b) count them."}}}
	for quote, want := range map[string]bool{"The keeper shall (a) feed the bees …": true, "The keeper shall … (b) count them.": false, "Bees sleep.": false} {
		if got := w.told(candidate{quote: quote}); got != want {
			t.Errorf("%q: %v", quote, got)
		}
	}
}
