package core_test

import (
	"strings"
	"testing"
)

// TestAsk_InALanguageOfNoDocument says so, and in which language to ask.
func TestAsk_InALanguageOfNoDocument(t *testing.T) {
	c := texts(t, map[string]string{"ordnung.md": hafenTerms})
	if m := askedAbout(t, c, "Who counts the lantern buoys each month?"); !strings.Contains(m.Answer+strings.Join(m.Missing, " "), "they are in: German") {
		t.Errorf("an English question about a German document: %s %q", m.Answer, m.Missing)
	}
	if m := askedAbout(t, c, "Wer zählt jede Leuchttonne einmal im Monat?"); strings.Contains(m.Answer+strings.Join(m.Missing, " "), "Sprache der Frage") {
		t.Errorf("a German question about a German document: %s %q", m.Answer, m.Missing)
	}
}
