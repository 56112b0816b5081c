package step_test

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

// Who asks what holds without a thing is not answered by what holds with it, though that says more of the question's words.
func TestDraftTwin_TheRuleForWhatIsMissingLeads(t *testing.T) {
	for name, c := range map[string]struct{ question, answers, beside, language string }{
		"without":     {"Under which conditions may a boat leave the harbour without a harbour permit?", "In the absence of a harbour permit a boat may leave if it carries a pilot.", "A boat may leave the harbour under the conditions of its harbour permit.", "en"},
		"absence":     {"Under which conditions may a boat leave in the absence of a harbour permit?", "A boat that has no harbour permit may leave if it carries a pilot.", "A boat may leave under the conditions that its harbour permit names.", "en"},
		"ohne":        {"Unter welchen Bedingungen darf ein Boot ohne Hafenschein auslaufen?", "Liegt kein Hafenschein vor, darf ein Boot mit einem Lotsen auslaufen.", "Ein Boot darf unter den Bedingungen auslaufen, die der Hafenschein nennt.", "de"},
		"a negation":  {"May a boat leave the harbour without a pilot?", "A boat of less than ten metres may leave the harbour without a pilot.", "A boat of more than ten metres may leave the harbour with a pilot aboard.", "en"},
		"another not": {"Under which conditions may a boat leave the harbour without a harbour permit?", "In the absence of a harbour permit a boat may leave with a pilot.", "A boat that leaves the harbour under the conditions of its harbour pass and its permit does not need a pilot.", "en"},
		"with":        {"Under which conditions may a boat leave the harbour with a permit?", "A boat may leave the harbour under the conditions of its permit.", "Without a permit a boat may leave if it carries a pilot.", "en"},
	} {
		lines := answered(t, step.Question{Text: c.question, Language: c.language}, step.Material{Evidence: []cite.Evidence{
			evidence("E1", "4 Leaving", c.beside, 0.8), evidence("E2", "4 Leaving", c.answers, 0.8)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}
