package step_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

func TestReflect_DoneMissingAndOpened(t *testing.T) {
	unread := []extract.Unread{{Label: "§ 115 Abs. 2", From: "Law.pdf"}, {Label: "§ 116", From: "Law.pdf"}}
	cases := []struct {
		name string
		q    ask.Question
		w    extract.Worked
		done bool
		add  int
	}{
		{"evidence", english, extract.Worked{Task: task, Evidence: hives, MayAdd: 2}, true, 0},
		{"none", english, extract.Worked{Task: task, MayAdd: 2}, false, 0},
		{"none, in German", german, extract.Worked{Task: task, MayAdd: 2}, false, 0},
		{"a reference was left", english, extract.Worked{Task: task, Evidence: hives, Unread: unread, MayAdd: 5}, true, 1},
		{"the list is full", english, extract.Worked{Task: task, Evidence: hives, Unread: unread, MayAdd: 0}, true, 0},
		{"the list is over-full", english, extract.Worked{Task: task, Evidence: hives, Unread: unread, MayAdd: -3}, true, 0},
		{"it is planned already", english, extract.Worked{Task: task, Evidence: hives, Unread: unread[:1], MayAdd: 2, Plan: []string{"Read § 115 Abs. 2, to which Law.pdf refers"}}, true, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := extract.Reflect(c.q, c.w)
			if r.Done != c.done || len(r.NewTasks) != c.add || (r.Missing == "") != c.done {
				t.Errorf("%+v", r)
			}
			if c.add > 0 && !strings.Contains(r.NewTasks[0].Task, "§ 115 Abs. 2") {
				t.Errorf("opened %+v", r.NewTasks)
			}
			if !c.done && strings.HasPrefix(r.Missing, "Nichts") != (c.q.Language == "de") {
				t.Errorf("missing %q", r.Missing)
			}
		})
	}
}

func TestSummarise_QuotesWithIDs(t *testing.T) {
	for _, q := range all {
		got, err := newKit(t, nil).Summarise(t.Context(), q, []string{"hive distance", "nothing", "winter sugar"}, [][]cite.Evidence{hives[:2], nil, hives[2:]})
		if err != nil || len(got) != 3 || got[1] != "" {
			t.Fatalf("%q: %q, %v", q.Text, got, err)
		}
		if !strings.Contains(got[0], hives[0].Extract+" [E1]") || !strings.Contains(got[2], "[E3]") || strings.Contains(got[0], "[E3]") {
			t.Errorf("%q: %q", q.Text, got)
		}
	}
}

func TestRank_ByRelevanceToTheQuestion(t *testing.T) {
	for _, c := range []struct {
		q        ask.Question
		on, away string
	}{
		{english, "A beehive stands at least 10 metres from the road, and the keeper registers it [E1].", "Honey is harvested twice a year [E2]."},
		{german, "Die Helligkeit einer Laterne darf höchstens 40 Lumen betragen, das ist der Grenzwert [E1].", "Bienen brauchen Zucker [E2]."},
	} {
		got, err := newKit(t, nil).Rank(t.Context(), c.q, []string{c.away, "", c.on})
		if err != nil || len(got) != 3 || got[1] != 0 || got[2] <= got[0] || got[2] > 1 || got[0] < 0 {
			t.Errorf("%q: %v, %v", c.q.Text, got, err)
		}
	}
	if got, err := newKit(t, nil).Rank(t.Context(), english, nil); err != nil || len(got) != 0 {
		t.Errorf("of nothing: %v, %v", got, err)
	}
}

func TestDraftFallback_QuotesOnly(t *testing.T) {
	for _, q := range all {
		m := extract.Material{Evidence: hives, Topics: []extract.Topic{{Task: "Answer: " + q.Text, Evidence: hives}, {Task: "Find: the moon"}}}
		d, err := newKit(t, nil).Draft(t.Context(), q, m)
		if err != nil {
			t.Fatal(err)
		}
		lines := slices.Clone(d.Answer)
		for _, s := range d.Sections {
			lines = append(lines, s.Lines...)
		}
		if len(lines) == 0 || len(d.Silent) != 1 || !strings.Contains(d.Silent[0], "the moon") {
			t.Errorf("%q: draft %+v", q.Text, d)
		}
		seen := map[string]bool{}
		for _, l := range lines {
			i := slices.IndexFunc(hives, func(e cite.Evidence) bool { return len(l.Evidence) == 1 && l.Evidence[0] == e.ID })
			if i < 0 || !strings.Contains(l.Text, strings.TrimSuffix(hives[i].Extract, ".")) {
				t.Errorf("%q: line %+v is no quote", q.Text, l)
			}
			if seen[l.Text] {
				t.Errorf("%q: said twice: %s", q.Text, l.Text)
			}
			seen[l.Text] = true
		}
	}
}

func TestDraft_NoEvidenceNoAnswer(t *testing.T) {
	for _, q := range []ask.Question{english, german, chinese} {
		m := &oracle{replies: []any{"never asked"}}
		d, err := newKit(t, m).Draft(t.Context(), q, extract.Material{Topics: []extract.Topic{{Task: "Answer: " + q.Text}, {Task: "Find the rest"}}})
		if err != nil || len(d.Answer) != 0 || len(d.Sections) != 0 || len(d.Silent) != 2 || len(m.calls) != 0 {
			t.Errorf("%+v after %d calls, %v", d, len(m.calls), err)
		}
	}
}

func TestDraft_WhatAModelMayWrite(t *testing.T) {
	out := prompts.DraftOut{Answer: "A beehive stands at least 10 metres from the road [E1]. It is painted green [E42]. It is old. See [the site](https://bees.example) for more [E2].",
		Sections: []prompts.DraftSection{{Title: " Winter ", Text: "Bees need sugar in winter [E3]. They are blue [E3, E99]."}, {Title: "Nothing", Text: "No source for this."}}, Conflicts: []string{}, Silent: []string{"The price."}}
	k := newKit(t, &oracle{replies: []any{out}})
	d, err := k.Draft(t.Context(), english, extract.Material{Evidence: hives})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range d.Answer {
		said = append(said, l.Text)
		if strings.ContainsAny(l.Text, "[]") || strings.Contains(l.Text, "https") {
			t.Errorf("line %q", l.Text)
		}
	}
	if len(d.Answer) != 2 || !strings.HasPrefix(said[0], "A beehive") || len(d.Sections) != 1 || d.Sections[0].Title != "Winter" || !slices.Equal(d.Sections[0].Lines[0].Evidence, []string{"E3"}) {
		t.Errorf("answer %q, sections %+v", said, d.Sections)
	}
	if len(d.Removed) != 4 || !slices.Equal(d.Silent, []string{"The price."}) {
		t.Errorf("removed %+v, silent %q", d.Removed, d.Silent)
	}
}

func TestDraft_AnAnswerWithoutSourcesFallsBackToQuotes(t *testing.T) {
	k := newKit(t, &oracle{replies: []any{prompts.DraftOut{Answer: "Hives stand far away [E9].", Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}}})
	d, err := k.Draft(t.Context(), english, extract.Material{Evidence: hives, Topics: []extract.Topic{{Task: "Hives", Evidence: hives}}})
	if err != nil || k.Meter.Spent().Fallbacks != 1 || len(d.Answer) == 0 || d.Answer[0].Evidence[0] == "E9" {
		t.Errorf("%+v, %d fallbacks, %v", d, k.Meter.Spent().Fallbacks, err)
	}
}

func TestDraft_TheStrongestEvidenceFitsFirstAndThatOfEachTopic(t *testing.T) {
	var many []cite.Evidence
	for i := range 60 {
		e := evidence("E"+string(rune('A'+i%26)), "S", strings.Repeat("A hive stands by the road. ", 10), float64(i%7)/10)
		e.ID = "E" + strings.Repeat("1", i+1)
		many = append(many, e)
	}
	many[41].Score = 0.99
	m := &oracle{numCtx: 8192, replies: []any{prompts.DraftOut{Answer: "A hive stands by the road [" + many[41].ID + "].", Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}}}
	if _, err := newKit(t, m).Draft(t.Context(), english, extract.Material{Evidence: many, Topics: []extract.Topic{{Task: "Roads", Evidence: many[30:]}, {Task: "Weak", Evidence: many[7:8]}}}); err != nil {
		t.Fatal(err)
	}
	user := m.calls[0].User
	if !strings.Contains(user, "\n"+many[41].ID+" (") || !strings.Contains(user, "\n"+many[7].ID+" (") || strings.Count(user, "\n<<<") >= 60 {
		t.Errorf("%d pieces in the prompt, or the best of all or of a topic is not among them", strings.Count(user, "<<<"))
	}
	if len(user)/4+m.calls[0].NumPredict > 8192 {
		t.Errorf("the prompt has %d bytes", len(user))
	}
}

// twoSections are the passages of two sections of a document.
type twoSections struct{ blank }

var stepTexts = []string{"1. The postrm script is called.", "2. The files are removed.", "3. Configuration files are removed.", "Cron files stay."}

func (twoSections) SectionPassages(_ context.Context, _, section string) (out []source.Passage, _ error) {
	for i, text := range stepTexts {
		if s := "s" + strconv.Itoa(i/3); s == section {
			out = append(out, source.Passage{ID: "p" + strconv.Itoa(i), Document: "policy", Ordinal: i, Section: s, Text: text, Spans: []source.Span{{Page: 1, Start: i * 50, End: i*50 + len(text)}}})
		}
	}
	return out, nil
}

func (l twoSections) Passage(ctx context.Context, id string) (source.Passage, error) {
	n, err := strconv.Atoi(id[1:])
	all, _ := l.SectionPassages(ctx, "", "s"+strconv.Itoa(n/3))
	return all[n%3], err
}

// What was found of one section is read as it stands there, where the best of it stood among the rest.
func TestDraft_PassagesOfASectionStandTogether(t *testing.T) {
	var found []cite.Evidence
	for i, n := range []int{2, 3, 1} { // by falling relevance
		found = append(found, cite.Evidence{ID: "E" + strconv.Itoa(i+1), Passage: "p" + strconv.Itoa(n), Document: "policy", Name: "policy.pdf", Page: 1, Extract: stepTexts[n], Score: 0.9 - float64(i)/10})
	}
	m := &oracle{replies: []any{prompts.DraftOut{Answer: "They are removed [E1].", Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}}}
	k := newKit(t, m)
	k.Library = twoSections{}
	if _, err := k.Draft(t.Context(), english, extract.Material{Evidence: found, Topics: []extract.Topic{{Task: "Removal", Evidence: found}}}); err != nil {
		t.Fatal(err)
	}
	user := m.calls[0].User
	second, third, cron := strings.Index(user, stepTexts[1]), strings.Index(user, stepTexts[2]), strings.Index(user, stepTexts[3])
	if second < 0 || third < second || cron < third || strings.Count(user, stepTexts[2]) != 1 {
		t.Errorf("not as it stands there:\n%s", user)
	}
}
