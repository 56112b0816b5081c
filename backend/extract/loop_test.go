package extract_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
)

func TestResolve_AFollowUpAsksWithTheWordsOfTheQuestionBefore(t *testing.T) {
	sugar, zucker := "How much sugar does France import?", "Wie viel Zucker wird in Frankreich im Jahr verbraucht?"
	for _, c := range []struct{ language, before, question, want string }{
		{"en", sugar, "And what about Germany?", "How much sugar does Germany import?"},
		{"en", sugar, "And Germany?", "How much sugar does Germany import?"},
		{"en", sugar, "What about the United Kingdom?", "How much sugar does United Kingdom import?"},
		{"en", "What did Acme Corp earn in 2023?", "And in 2024?", "What did Acme Corp earn in 2024?"},
		{"en", "What does the lantern law say about fines?", "And who checks it?", "And who checks it (lantern law, fines)?"},
		{"en", sugar, "Who decides that?", "Who decides that (sugar, France import)?"},
		{"en", sugar, "How many lighthouses does Portugal have?", "How many lighthouses does Portugal have?"},
		{"en", sugar, "Is there a limit for the noise of a harbour crane at night?", "Is there a limit for the noise of a harbour crane at night?"},
		{"en", "", "And Germany?", "And Germany?"},
		{"en", "What dose limit applies to workers?", "and for pregnant women?", "What dose limit applies for pregnant women?"},
		{"en", "How many chapters does the handbook have?", "What about pages?", "How many pages does the handbook have?"},
		{"en", "By when must a controller report a data breach?", "and a processor?", "By when must a processor report a data breach?"},
		{"en", "What is the reference level for radon in homes?", "And at workplaces?", "What is the reference level for radon at workplaces?"},
		{"en", "What is the reference level for radon in homes?", "Are there exceptions?", "Are there exceptions (reference level, radon, homes)?"},
		{"de", "Wie hoch ist der Grenzwert für beruflich exponierte Personen?", "und für Schwangere?", "Wie hoch ist der Grenzwert für Schwangere?"},
		{"de", "Welche Pflichten hat der Verantwortliche?", "Und der Auftragsverarbeiter?", "Welche Pflichten hat der Auftragsverarbeiter?"},
		{"de", "Wann muss eine Verletzung gemeldet werden?", "Gibt es Ausnahmen?", "Gibt es Ausnahmen (Verletzung gemeldet)?"},
		{"de", zucker, "Und in Deutschland?", "Wie viel Zucker wird in Deutschland im Jahr verbraucht?"},
		{"de", zucker, "Wie sieht es in Italien aus?", "Wie viel Zucker wird in Italien im Jahr verbraucht?"},
		{"de", zucker, "Welche Leuchttürme hat Portugal?", "Welche Leuchttürme hat Portugal?"},
	} {
		var earlier []string
		if c.before != "" {
			earlier = []string{"What is a boat?", c.before}
		}
		if got := ask.Resolve(c.question, c.language, earlier); got != c.want {
			t.Errorf("%q after %q is understood as %q, want %q", c.question, c.before, got, c.want)
		}
	}
}

func TestTimely_WhatChangesWithTime(t *testing.T) {
	for question, want := range map[string]bool{
		"What is the current price of copper?": true, "Who is president today?": true, "What changed in 2026?": true, "Wie hoch ist derzeit der Leitzins?": true, "Was gilt heute?": true,
		"How many legs has a spider?": false, "What was decided in 1998?": false, "Wer schrieb das Gesetz?": false,
	} {
		if got := ask.Timely(question, 2026); got != want {
			t.Errorf("%q: %v", question, got)
		}
	}
}

func TestPursuit_PartsOfAQuestion(t *testing.T) {
	p := extract.Loop{Question: ask.Question{Text: "The gate is shut at noon. Who opens it again, and what does it cost?", Language: "en"}}
	if parts := p.Parts(); !slices.Equal(parts, []string{"Who opens it again", "what does it cost"}) && (len(parts) != 2 || strings.Contains(parts[0], "noon")) {
		t.Errorf("parts %q", parts)
	}
}
