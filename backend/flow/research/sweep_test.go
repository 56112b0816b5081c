package research_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// quay is a library about which much can be asked that it does not say.
const quay = `
= survey.pdf
1: The harbour survey of 2013 counted 412 boats with lanterns and 38 boats without.
2: In the survey of 2013 the owners of Level 2 boats paid 20 crowns for a permit.
3: Lanterns on fishing boats may shine with 40 lumen at night.
4: The harbour office is closed on Sundays and in the whole of January.
= rules.pdf
1: A permit is asked for at the harbour office, as {§ 5 of the Quay Act|open} says.
2: Owners of two boats pay for one permit only.
`

func researched(t *testing.T, question string) (research.State, report.Report) {
	t.Helper()
	b := newBooks(t, quay)
	b.named = map[string]string{"§ 5 of the Quay Act": "open"}
	d := newDesk(t, b, nil)
	d.begin(question, research.Settings{Unattended: true})
	return d.end(nil), d.final()
}

func TestSweep_SaysWhatTheDocumentsDoNotSay(t *testing.T) {
	for _, c := range []struct {
		question string
		missing  string // named in the report; "" when nothing in particular is missing
	}{
		{"How many boats with lanterns did the harbour survey of 2019 count?", "2019"},
		{"Which surgeon operates on elephants?", ""},
		{"Please write the answer as a list. How many boats did the harbour survey of 2031 count?", "2031"},
	} {
		s, r := researched(t, c.question)
		if len(r.Answer) != 0 || !s.Swept.Nothing {
			t.Errorf("%s: answered %+v", c.question, r.Answer)
			continue
		}
		said := strings.Join(r.Silent, " ")
		if !strings.Contains(said, "No passage answers") || !strings.Contains(said, c.missing) {
			t.Errorf("%s: says %q", c.question, said)
		}
		for _, kind := range []string{extract.SweepLexical, extract.SweepSemantic} {
			if !slices.ContainsFunc(r.Coverage.Sweeps, func(w report.Sweep) bool { return w.Kind == kind && w.Sought != "" }) {
				t.Errorf("%s: no %s sweep in %+v", c.question, kind, r.Coverage.Sweeps)
			}
		}
		entity := slices.ContainsFunc(r.Coverage.Sweeps, func(w report.Sweep) bool {
			return w.Kind == extract.SweepEntity && w.Sought == c.missing && w.Passages == 0
		})
		if c.missing != "" && !entity {
			t.Errorf("%s: %q was not swept for: %+v", c.question, c.missing, r.Coverage.Sweeps)
		}
		for _, section := range r.Sections {
			if section.Title != "Closest passages (not an answer)" {
				t.Errorf("%s: section %q", c.question, section.Title)
			}
		}
	}
}

func TestSweep_WhatTheDocumentsSayIsAnswered(t *testing.T) {
	for question, want := range map[string]string{
		"How many boats with lanterns did the harbour survey of 2013 count?":                                       "412",
		"How many crowns did the owners of level-2 boats pay for a permit?":                                        "20 crowns",
		"When is the harbour office closed? Write the answer in list format.":                                      "Sundays",
		"How many lumen may lanternes on fishing boats shine with? Format the answer as an integer, e.g., [\"5\"]": "40",
	} {
		_, r := researched(t, question)
		var text string
		for _, b := range r.Answer {
			for _, s := range b.Sentences {
				text += s.Text
			}
		}
		if !strings.Contains(text, want) || len(r.Coverage.Sweeps) != 0 {
			t.Errorf("%s: answer %q, silent %q", question, text, r.Silent)
		}
	}
}

// A name that stands nowhere proves nothing: it may be written otherwise. Nor do words, among documents in another language.
func TestSweep_ANameAndWordsOfAnotherLanguageProveNothing(t *testing.T) {
	for language, silent := range map[string]bool{"en": true, "de": false} {
		b := newBooks(t, quay)
		for i := range b.documents {
			b.documents[i].Language = language
		}
		d := newDesk(t, b, nil)
		d.begin("How many boats with lanterns did the HHS survey of 2013 count in Venice?", research.Settings{Unattended: true})
		if s := d.end(nil); s.Swept.Nothing {
			t.Errorf("with a document in %s a name that is missing says that nothing is said", language)
		}
		d = newDesk(t, b, nil)
		d.begin("Which surgeon operates on elephants?", research.Settings{Unattended: true})
		if s := d.end(nil); s.Swept.Nothing != silent {
			t.Errorf("with a document in %s: nothing is said: %v", language, s.Swept.Nothing)
		}
	}
}

func TestSweep_APlaceInADocumentThatIsNotThereIsNotAnswered(t *testing.T) {
	s, r := researched(t, "What does § 5 of the Quay Act say about a permit?")
	if !s.Swept.Nothing || len(r.Answer) != 0 || !strings.Contains(strings.Join(r.Silent, " "), "Quay Act") {
		t.Errorf("answer %+v, silent %q", r.Answer, r.Silent)
	}
	s, _ = researched(t, "Which rule refers to § 5 of the Quay Act for a permit?")
	if s.Swept.Nothing {
		t.Error("who refers to it is said in the documents")
	}
}

func TestSweep_OnePartOfAQuestionIsNotAnswered(t *testing.T) {
	_, r := researched(t, "How many boats with lanterns did the harbour survey of 2013 count, and which surgeon operates on elephants?")
	if len(r.Answer) == 0 {
		t.Fatalf("nothing is answered: %q", r.Silent)
	}
	said := strings.Join(r.Silent, " ")
	if !strings.Contains(said, "Nothing was found that answers: which surgeon operates on elephants") || strings.Contains(said, "How many boats") {
		t.Errorf("silent on %q", r.Silent)
	}
}

// One part is silent and nothing read was relevant to the other: what is nearest is no answer, and each part is told once.
func TestSweep_WhatIsOnlyNearAnswersNothing(t *testing.T) {
	const rules = `
= rules.pdf
1: The binding corporate rules of the harbour shall name the office of the keeper. Owners keep lanterns in order and paint the boats in spring. The fee of the quay is paid to the keeper.
= other.pdf
1: Small boats are counted. The office is closed at noon.
`
	d := newDesk(t, newBooks(t, rules), nil)
	d.begin("What is the zebra deduction for an orchard, and which corporate dividend applies to small boats?", research.Settings{Unattended: true})
	s := d.end(nil)
	r := d.final()
	if said := strings.Join(r.Silent, " "); !s.Swept.Nothing || len(r.Answer) > 0 || strings.Count(said, "zebra deduction") != 1 || strings.Count(said, "corporate dividend") != 1 {
		t.Errorf("answer %+v, silent %q", r.Answer, r.Silent)
	}
}

// "By what deadline" shares no word with "not later than 72 hours": that it is stated about the matter is what counts.
func TestSweep_WhatStatesTheKindAskedForIsNotSilent(t *testing.T) {
	const notice = `
= notice.pdf
1: The keeper shall report a broken lantern to the harbour office not later than 72 hours after seeing it. The report to the harbour office shall not be required if the lantern is spare.
= other.pdf
1: Owners of two boats pay for one permit only.
`
	for question, silent := range map[string]bool{
		"To whom shall the keeper report a broken lantern, and by what deadline?":                                   false,
		"To whom shall the keeper report a broken lantern, and when is it exempt?":                                  false,
		"To whom shall the keeper report a broken lantern, and how many elephants were vaccinated against measles?": true,
	} {
		d := newDesk(t, newBooks(t, notice), nil)
		d.begin(question, research.Settings{Unattended: true})
		d.end(nil)
		if said := strings.Join(d.final().Silent, " "); strings.Contains(said, "Nothing was found that answers") != silent || strings.Contains(said, "No passage answers") {
			t.Errorf("%s: says %q", question, said)
		}
	}
}

func TestSweep_AModelThatFoundSomethingIsBelieved(t *testing.T) {
	b := newBooks(t, quay)
	d := newDesk(t, b, &thinker{on: map[string]func(asked) any{"sift": quoting}})
	d.begin("How many boats with lanterns did the harbour survey of 2019 count?", research.Settings{Unattended: true})
	d.end(nil)
	if r := d.final(); len(r.Answer) == 0 || len(r.Coverage.Sweeps) != 0 {
		t.Errorf("answer %+v, sweeps %+v", r.Answer, r.Coverage.Sweeps)
	}
}

func TestAdd_WhileTheReportIsWritten(t *testing.T) {
	b := newBooks(t, lanterns)
	said := false
	m := &thinker{}
	d := newDesk(t, b, m)
	m.on = map[string]func(asked) any{"draft": func(asked) any {
		if !said {
			said = true
			d.say(research.MessageAdd, extract.Task{Task: "Find the colour of lanterns"})
		}
		return prompts.DraftOut{Answer: "A lantern is bright [E1].", Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}
	}}
	s := d.finish(research.Settings{})
	i := slices.IndexFunc(s.Plan, func(i research.Item) bool { return i.Task == "Find the colour of lanterns" })
	if i < 0 || !s.Plan[i].Worked {
		t.Errorf("the plan is %+v", s.Plan)
	}
	if s.Phase != research.PhaseDone {
		t.Errorf("the run ended in phase %s", s.Phase)
	}
}
