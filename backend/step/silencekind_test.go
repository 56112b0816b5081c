package step

import (
	"strings"
	"testing"

	"rabbithole/backend/step/ask"
)

func TestPersons_AskedForAndStated(t *testing.T) {
	for clause, want := range map[string]bool{
		"who checks the lantern": true, "to whom must the breach be notified": true, "Wer prüft die Laterne": true, "an wen ist der Antrag zu richten": true,
		"which authority grants the permit": true, "welche Behörde erteilt die Genehmigung": true,
		"when is the lantern checked": false, "Wie hell ist die Laterne": false, "which lanterns are banned": false,
	} {
		if got := ask.Persons.Asks.MatchString(clause); got != want {
			t.Errorf("%q asks for persons: %v", clause, got)
		}
	}
	for text, want := range map[string]bool{
		"The harbour authority checks every lantern.": true, "Dr. Lind checks it.": true, "Anyone who owns a boat checks it.": true,
		"Die zuständige Behörde prüft die Laterne.": true, "Der Strahlenschutzverantwortliche meldet es.": true, "Wer ein Boot hat, prüft sie.": true,
		"A lantern shines for 3 hours.": false, "Die Laterne leuchtet 3 Stunden.": false,
	} {
		if got := ask.Persons.States.MatchString(text); got != want {
			t.Errorf("%q states persons: %v", text, got)
		}
	}
}

// terms knows a word by its lower-case letters.
type plainWords struct{ Lexicon }

func (plainWords) Terms(text, _ string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" .,?", r) })
}

func profileOf(words ...string) Profile {
	p := Profile{Weight: map[string]float64{}, whole: ask.Set(words), order: words, Total: float64(len(words))}
	for _, w := range words {
		p.Weight[w] = 1
	}
	return p
}
