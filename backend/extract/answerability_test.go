package extract_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
)

// Every clause of a question is told by a proven sentence or named as not found: one about a person's age, one that asks how often, one that no kind of thing answers.
func TestUnstated_NamesEveryClauseThatNothingTells(t *testing.T) {
	k := newEngine(t)
	brightness, distance := "Die Helligkeit einer Laterne auf einem Boot darf höchstens 40 Lumen betragen.", "A beehive stands at least 10 metres from the road."
	for name, c := range map[string]struct {
		language, question string
		says               []string
		told               []string
		named              string // a part of the clause; "" when none is
	}{
		"nothing of the second, German": {"de", "Wie hell darf eine Laterne auf einem Boot sein, und dürfen Boote unter 16 Jahren die Hafenbehörde im Glas betreiben?", []string{brightness}, nil, "dürfen Boote unter 16 Jahren"},
		"nothing of the second":         {"en", "How far from the road must a beehive stand, and may keepers harvest the honey in winter?", []string{distance}, nil, "may keepers harvest"},
		"both are told":                 {"en", "How far from the road must a beehive stand, and may keepers harvest the honey in winter?", []string{distance, "Keepers harvest no honey in winter."}, nil, ""},
		"it is told already":            {"en", "How far from the road must a beehive stand, and may keepers harvest the honey in winter?", []string{distance}, []string{"Nothing was found on: may keepers (the bees) harvest the honey in winter"}, ""},
		"how often":                     {"en", "How far from the road must a beehive stand, and how often is the hive opened?", []string{distance, "The hive is opened twice a year."}, nil, ""},
		"one clause, told or not":       {"en", "How often is the hive opened?", []string{distance}, nil, ""}, // how likely an answer answers it tells Likely
	} {
		var sentences []extract.Stated
		for _, s := range c.says {
			sentences = append(sentences, extract.Stated{Text: s, Quotes: []string{s}, Verdict: cite.Supported})
		}
		got, err := k.Unstated(t.Context(), ask.Question{Text: c.question, Language: c.language}, sentences, c.told)
		named := slices.ContainsFunc(got, func(s string) bool { return c.named != "" && strings.Contains(s, c.named) })
		if err != nil || (c.named == "") != (len(got) == 0) || c.named != "" && !named {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// What answers each clause best stands before what else is said of one.
func TestDraft_EveryClauseIsAnsweredBeforeMoreIsSaid(t *testing.T) {
	q := ask.Question{Text: "How far from the road must a beehive stand, and who harvests the honey?", Language: "en"}
	lines := answered(t, q, extract.Material{Evidence: []cite.Evidence{several("Bees", "A beehive must stand 10 metres from the road.", "In winter a beehive must stand 20 metres from a stony road.", "The keeper harvests the honey.")}})
	if len(lines) < 3 || !strings.Contains(lines[0], "metres") || !strings.Contains(lines[1], "harvests") {
		t.Errorf("%q", lines)
	}
}

// A person with a name is what the pronoun behind it stands for, and nothing that another clause names.
func TestSuffices_APersonWithANameIsWhoHisPronounStandsFor(t *testing.T) {
	got, err := newEngine(t).Suffices(t.Context(), ask.Question{Language: "de"}, "Wie hoch ist der Grenzwert der Helligkeit, und wann muss Herr Brandt seine Laterne prüfen?", nil, nil)
	if err != nil || !slices.Contains(got.Gaps, "wann muss Herr Brandt seine Laterne prüfen") {
		t.Errorf("gaps %q, %v", got.Gaps, err)
	}
}
