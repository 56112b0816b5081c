package extract_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
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
func TestDraft_WhatOneWeightDecides(t *testing.T) {
	for weight, c := range map[string]struct {
		question, language string
		beside, answers    said
	}{
		"tellingBonus": {"What is a tide?", "en",
			said{"3 Sea", "A tide may come at night.", 0.9}, said{"4 Sea", "A tide is the rise of the sea at a shore.", 0.6}},
	} {
		lines := answered(t, ask.Question{Text: c.question, Language: c.language}, extract.Material{Evidence: []cite.Evidence{c.beside.evidence("E1", 100), c.answers.evidence("E2", 0)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers.quote) {
			t.Errorf("%s: %q", weight, lines)
		}
	}
}

// An answer that stands where a reference leads comes behind one that stands in the quote, though the words around the reference are the question's.
func TestDraft_WhatTheQuoteSaysItselfLeads(t *testing.T) {
	m := extract.Material{Links: map[string][]extract.Link{"E1": {{Text: "§ 3", Evidence: []string{"E2"}}}}, Evidence: []cite.Evidence{
		evidence("E1", "Regel", "Ein Ankerlicht ist bei dem Grenzwert der Helligkeit nach § 3 zu berücksichtigen.", 0.8),
		evidence("E2", "§ 3", "Zulässig sind höchstens 40 Lumen.", 0.8), evidence("E3", "§ 9 Lichter", "Bei einem Ankerlicht liegt der Grenzwert der Helligkeit bei 30 Lumen.", 0.8)}}
	lines := answered(t, ask.Question{Text: "Wie hoch ist der Grenzwert der Helligkeit für ein Ankerlicht?", Language: "de"}, m)
	if len(lines) != 3 || !strings.Contains(lines[0], "30 Lumen") || !behind(lines, "nach § 3", "40 Lumen") {
		t.Errorf("%q", lines)
	}
}

// Each of these weights decides how much is said, and in which order: a line of an answer stands there, stands behind another, or is left out.
func TestDraft_WhatIsWorthALine(t *testing.T) {
	winter := []cite.Evidence{evidence("E1", "1", "The beehive stands at the wall in winter.", 0.8), evidence("E2", "2", "The council sells honey.", 0.9),
		evidence("E3", "3", "In winter a keeper at the road of the parish sells honey.", 0.4)}
	for weight, c := range map[string]struct {
		question string
		m        extract.Material
		lines    []string
	}{
		"asGoodAsAny": {"What must a keeper tell the parish council?", extract.Material{Evidence: []cite.Evidence{evidence("E1", "1 Hives", "A keeper must tell the parish council where a hive stands.", 0.8),
			evidence("E2", "2 Bees", "A keeper must tell the parish council within 8 days that bees are sick.", 0.8),
			evidence("E3", "3 Honey", "A keeper must tell the parish council the price of 12 pails of honey.", 0.8),
			evidence("E4", "4 Roads", "A keeper must tell the council of the parish that 3 roads are closed by bees.", 0.8)}}, []string{"a hive stands", "12 pails", "8 days", "3 roads"}},
		"independent": {"Where does the beehive stand in winter at the road of the parish, and who sells honey?", extract.Material{Evidence: winter}, []string{"at the wall", "The council", "a keeper"}},
		"leaning": {"Who keeps the honey book of the parish, and how long is it kept?", extract.Material{Evidence: []cite.Evidence{evidence("E1", "1", "The council keeps the honey book of the parish.", 0.8),
			evidence("E2", "2", "A rope is kept for 3 years.", 0.9), evidence("E3", "3", "The honey book of the parish lies there for 9 years.", 0.4)}}, []string{"The council keeps", "9 years"}},
		"worthAdding": {"What must a keeper tell the parish council about the honey harvest?", extract.Material{
			Evidence: []cite.Evidence{evidence("E1", "1 Hives", "A keeper must tell the parish council what Section 4 asks.", 0.8), evidence("E2", "4 Bees", "Of the honey the pails are written down.", 0.8)},
			Links:    map[string][]extract.Link{"E1": {{Text: "Section 4", Evidence: []string{"E2"}}}}}, []string{"what Section 4 asks", "the pails"}},
	} {
		lines := answered(t, ask.Question{Text: c.question, Language: "en"}, c.m)
		if !slices.EqualFunc(lines, c.lines, strings.Contains) {
			t.Errorf("%s: %q", weight, lines)
		}
	}
}

// Each of these weights decides by itself which of two passages is the more relevant.
func TestJudge_WhatOneWeightDecides(t *testing.T) {
	for weight, c := range map[string]struct {
		q               ask.Question
		task            string // "Answer: " and the question where it is ""
		beside, answers extract.Reading
	}{
		"answerWeight": {ask.Question{Text: "What must a keeper do?", Refinements: []string{"Where?: at the hive in winter"}, Language: "en"}, "",
			reading("en", "2", "A keeper must do much for honey."), reading("en", "3", "A keeper must close the hive in winter.")},
		"clauseShare": {ask.Question{Text: "Which duties has the keeper of the honey in winter, and how long do they hold?", Language: "en"}, "",
			reading("en", "2 Bread", "How long they hold in winter, the rope says."), reading("en", "3 Bread", "The keeper has duties.")},
		"foundShare": {ask.Question{Text: "Where does the keeper register a beehive that stands beside the road?", Language: "en"}, "",
			reading("en", "2 Keeper of a beehive", "He registers it at the road."), found(reading("en", "3 Keeper of a beehive", "He registers what is beside."), extract.Found{Rank: 2, Score: 1})},
		"partial": {ask.Question{Text: "Which duties has the keeper of a hive, and how much water may honey have?", Language: "en"}, "Answer: how much water may honey have",
			reading("en", "2 Honey", "Honey and the hive of the keeper stay dry."), reading("en", "3 Honey", "Honey may have water of 20 percent.")},
		"taskLed": {ask.Question{Text: "What must a keeper do for honey?", Language: "en"}, "Find the limits for water content",
			led(reading("en", "2", "A lamp burns in the harbour.")), led(reading("en", "3", "The water content has its limits in the harbour."))},
		"taskWeight": {ask.Question{Text: "What must a keeper do?", Language: "en"}, "Read what is said of honey and water",
			reading("en", "2", "A keeper must do it at the road."), reading("en", "3", "A keeper must test the water of honey.")},
	} {
		task := c.task
		if task == "" {
			task = "Answer: " + c.q.Text
		}
		got, err := newEngine(t).Judge(t.Context(), c.q, task, []extract.Reading{c.beside, c.answers})
		if err != nil || got[0].Relevance >= got[1].Relevance {
			t.Errorf("%s: %+v, %v", weight, got, err)
		}
	}
}

func found(r extract.Reading, f extract.Found) extract.Reading {
	r.Found = f
	return r
}

func led(r extract.Reading) extract.Reading {
	r.Lead, r.LeadScore = "A keeper must do what the lamp rule in Section 3 says.", 0.8
	return r
}

// Beside the best quote of a passage stands what says nearly half as much, and not what only has one of its words.
func TestJudge_QuotesBesideTheBest(t *testing.T) {
	for second, want := range map[string]int{"The keeper must tell the council how many bees are sick.": 2, "The keeper of the lamp in the harbour sleeps all day.": 1} {
		r := reading("en", "2 Honey", "The keeper of a hive must tell the council where it stands. "+second)
		got, err := newEngine(t).Judge(t.Context(), ask.Question{Text: "What must the keeper of a hive tell the council?", Language: "en"}, "Answer: it", []extract.Reading{r})
		if err != nil || len(got[0].Quotes) != want {
			t.Errorf("%s: %+v, %v", second, got, err)
		}
	}
}

func TestSummarise_TheQueryChoosesAmongWhatTheQuestionAsks(t *testing.T) {
	got, err := newEngine(t).Summarise(t.Context(), ask.Question{Text: "How is a hive kept?", Language: "en"}, []string{"sugar in winter"},
		[][]cite.Evidence{{evidence("E1", "1", "A hive is kept green.", 0.8), evidence("E2", "3", "In winter bees need sugar in the hive.", 0.8)}})
	if err != nil || len(got) != 1 || !strings.HasPrefix(got[0], "In winter") {
		t.Errorf("%q, %v", got, err)
	}
}

// A sentence without a word of the question may be quoted below a heading that has them.
func TestJudge_TheHeadingSaysWhatASentenceIsOf(t *testing.T) {
	r := reading("en", "3 The keeper of a hive and the parish council", "It is closed in winter and opened on warm days.")
	got, err := newEngine(t).Judge(t.Context(), ask.Question{Text: "What must the keeper of a hive tell the parish council?", Language: "en"}, "Answer: it", []extract.Reading{r})
	if err != nil || len(got[0].Quotes) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// This weight decides what stands behind an answer: nothing that is beside the point.
func TestDraft_WhatStandsInASection(t *testing.T) {
	for weight, c := range map[string]struct {
		question, task string
		texts          []string
		title, line    string // of the only section
	}{
		"besidePoint": {"What must a keeper tell the parish council?", "Find what is told",
			[]string{"A keeper must tell the parish council where a hive stands.", "A keeper must tell the council at the road of sick bees.", "The parish closes 3 roads."}, "More on this question", "sick bees"},
	} {
		var all []cite.Evidence
		for i, text := range c.texts {
			all = append(all, evidence("E"+string(rune('1'+i)), string(rune('1'+i))+" Rules", text, 0.8))
		}
		d, err := newEngine(t).Draft(t.Context(), ask.Question{Text: c.question, Language: "en"}, extract.Material{Evidence: all, Topics: []extract.Topic{{Task: c.task, Evidence: all}}})
		if err != nil || len(d.Sections) != 1 || d.Sections[0].Title != c.title || len(d.Sections[0].Lines) != 1 || !strings.Contains(d.Sections[0].Lines[0].Text, c.line) {
			t.Errorf("%s: %+v, %v", weight, d.Sections, err)
		}
	}
}
