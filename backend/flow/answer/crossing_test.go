package answer_test

import (
	"strings"
	"testing"
)

// A model searches for a question in the language of the documents; what it finds is read, though no word of the question stands there.
func TestAsk_ReadsWhatTheModelSearchedForInAnotherLanguage(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"seek": func(a asked) any {
		if a.n > 0 {
			return enough()
		}
		return more("tons of sugar imported by France")
	}}}
	d := newDesk(t, newWorld(t, sugar), m, true)
	s, _ := d.ask("Wie viel Zucker wird jedes Jahr nach Frankreich eingefuehrt?", nil)
	judged := m.last("settle").User
	if len(s.Read) == 0 || !strings.Contains(judged, "France imports 300 tons") {
		t.Errorf("read %d passages; judged:\n%s", len(s.Read), judged)
	}
}
