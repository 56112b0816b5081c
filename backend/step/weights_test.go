package step_test

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// said is a quote under its section, with the relevance of the passage it stands in.
type said struct {
	section, quote string
	score          float64
}

func (s said) evidence(id string, start int) cite.Evidence {
	e := evidence(id, s.section, s.quote, s.score)
	e.Quotes[0].Span = source.Span{Page: 1, Start: start, End: start + len(s.quote)}
	return e
}

// Each of these weights decides by itself which of two sentences leads: beside stands in the more relevant passage, or has more of the words.
func TestDraftTwin_WhatOneWeightDecides(t *testing.T) {
	for weight, c := range map[string]struct {
		question, language string
		beside, answers    said
	}{
		"adjacency": {"What were the comparable sales in 2031?", "en",
			said{"Table", "Cost of sales 12 14 16", 0.9}, said{"Table", "Comparable sales 40 42 50", 0.8}},
		"besideGauge": {"Who repairs a lamp of 40 lumens in the harbour?", "en",
			said{"5 Lamps", "The owner of the harbour repairs a lamp.", 0.8}, said{"6 Lamps", "The keeper repairs what has 30 lumens or more.", 0.8}},
		"bygone": {"Wie wird ein Laternenwart bestellt?", "de",
			said{"§ 9 Übergang", "Ein Laternenwart, der vor dem 1. Mai 2019 bestellt wurde, gilt als bestellt.", 0.9}, said{"§ 2 Wart", "Ein Laternenwart wird schriftlich von der Behörde bestellt.", 0.5}},
		"itsTitle": {"Where does a beehive stand?", "en",
			said{"1 Stand of a beehive in a village", "A beehive stands by the wall too.", 0.9}, said{"1 Stand of a beehive in a village", "A beehive stands behind a house.", 0.8}},
		"obligedBonus": {"What are the duties of the keeper?", "en",
			said{"4 Rules", "The parish must tell the keeper.", 0.9}, said{"5 Rules", "The keeper must close the hive in winter.", 0.8}},
		"openingBonus": {"Where does a beehive stand?", "en",
			said{"1 Where a beehive stands", "A beehive stands by the wall too.", 0.9}, said{"1 Where a beehive stands", "A beehive stands behind a house.", 0.8}},
		"otherwise": {"Which ropes are allowed on the pier at night?", "en",
			said{"5 Pier", "Ropes on the pier at night are of nylon.", 0.9}, said{"6 Ropes", "On the pier ropes of hemp are permitted.", 0.6}},
		"tellingBonus": {"What is a tide?", "en",
			said{"3 Sea", "A tide may come at night.", 0.9}, said{"4 Sea", "A tide is the rise of the sea at a shore.", 0.6}},

		"inALog": {"Honey harvest", "en",
			said{"3 Bees", "Honey harvest 12-4 of hive 40 lid 3 comb 17 box 9 keeper 8 shelf 7", 0.9}, said{"4 Bees", "Honey sells best after the harvest at village fairs in May.", 0.6}},
		"inATable": {"Honey harvest", "en",
			said{"3 Bees", "Honey harvest 2031 40 pails 2032 50 pails", 0.9}, said{"4 Bees", "The honey harvest in 2031 gave 40 pails, and 50 pails in 2032.", 0.6}},
		"inPassing": {"Honey harvest", "en",
			said{"3 Bees", "Everybody at the hive of the parish is busy in May with the honey harvest.", 0.9}, said{"4 Bees", "Everybody at the hive with the honey harvest of the parish is busy in May.", 0.6}},
		"itsOwn": {"Honey harvest", "en",
			said{"3 Bees", "The honey harvest keeps everybody busy and the combs empty.", 0.9}, said{"4 Honey harvest", "Everybody is kept busy, and combs empty, by the honey harvest.", 0.6}},
		"leaningOn": {"Honey harvest", "en",
			said{"3 Bees", "They do the honey harvest in May by hand.", 0.9}, said{"4 Bees", "Keepers do the honey harvest in May by hand.", 0.6}},
		"ofItself": {"Honey harvest", "en",
			said{"3 Bees", "The honey harvest is described in the table below.", 0.9}, said{"4 Bees", "The honey harvest is a table of combs in May.", 0.6}},
		"subjectBonus": {"Honey harvest", "en",
			said{"3 Bees", "From early in May the honey harvest keeps everybody at the hive.", 0.9}, said{"4 Bees", "The honey harvest keeps everybody at the hive from early in May.", 0.6}},
		"tooShort": {"Honey harvest", "en",
			said{"3 Bees", "The honey harvest keeps combs empty.", 0.9}, said{"4 Bees", "The honey harvest keeps everybody busy and the combs empty.", 0.6}},
	} {
		lines := answered(t, step.Question{Text: c.question, Language: c.language}, step.Material{Evidence: []cite.Evidence{c.beside.evidence("E1", 100), c.answers.evidence("E2", 0)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers.quote) {
			t.Errorf("%s: %q", weight, lines)
		}
	}
}

// An answer that stands where a reference leads comes behind one that stands in the quote, though the words around the reference are the question's.
func TestDraftTwin_WhatTheQuoteSaysItselfLeads(t *testing.T) {
	m := step.Material{Links: map[string][]step.Link{"E1": {{Text: "§ 3", Evidence: []string{"E2"}}}}, Evidence: []cite.Evidence{
		evidence("E1", "Regel", "Ein Ankerlicht ist bei dem Grenzwert der Helligkeit nach § 3 zu berücksichtigen.", 0.8),
		evidence("E2", "§ 3", "Zulässig sind höchstens 40 Lumen.", 0.8), evidence("E3", "§ 9 Lichter", "Der Grenzwert der Helligkeit liegt bei 30 Lumen.", 0.8)}}
	lines := answered(t, step.Question{Text: "Wie hoch ist der Grenzwert der Helligkeit für ein Ankerlicht?", Language: "de"}, m)
	if len(lines) != 3 || !strings.Contains(lines[0], "30 Lumen") || !behind(lines, "nach § 3", "40 Lumen") {
		t.Errorf("%q", lines)
	}
}
