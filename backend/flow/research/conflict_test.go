package research_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// measuring has a law and a memo that speak of the same in words of their own.
const measuring = `
= law.pdf
1: The crew measures the brightness of a lantern over twelve months.
2: The harbour master keeps the results for five years.
= memo.pdf
1: On board it is done like this:⏎1. the glass is cleaned,⏎2. two weeks of looking at the lantern will do.
`

// measured runs the question over both documents with a model that checks as told.
func measured(t *testing.T, draft prompts.DraftOut, named ...prompts.CheckConflict) report.Report {
	t.Helper()
	b := newBooks(t, measuring)
	b.found = func(string) []string { return []string{"law.pdf/1", "law.pdf/2", "memo.pdf/1"} }
	d := newDesk(t, b, &thinker{on: map[string]func(asked) any{"draft": func(asked) any { return draft },
		"check": func(a asked) any {
			out := opinions(a, cite.Supported)
			out.Conflicts = append(out.Conflicts, named...)
			return out
		}}})
	d.finish(research.Settings{MaxRewrites: -1})
	r := d.final()
	check(t, b, r)
	return r
}

func compared(answer string, conflicts ...string) prompts.DraftOut {
	return prompts.DraftOut{Answer: answer, Sections: []prompts.DraftSection{{Title: "Results", Text: "They are kept for five years by the harbour master [E2]."}},
		Conflicts: append([]string{}, conflicts...), Silent: []string{}}
}

func disputed(c cite.Claim) bool { return len(c.Against) > 0 }

const bothSaid = "For twelve months a crew has to measure it [E1.1]. On board, the captain reckons with a shorter time [E3.3]."

// What the model that checks names is shown side by side, before the details; the sentences that were right stay.
func TestConflict_TheModelNamesWhatTwoDocumentsSayDifferently(t *testing.T) {
	r := measured(t, compared(bothSaid), prompts.CheckConflict{Spans: []string{"E1.1", "E3.3"}, Why: "Twelve months, two weeks."})
	first := r.Sections[0]
	if !first.Contrary || len(first.Blocks) != 2 || r.Proof.Contradicted != 0 || r.Proof.Supported != 5 || len(r.Struck) != 0 {
		t.Fatalf("%+v\nproof %+v, struck %+v", r.Sections, r.Proof, r.Struck)
	}
	for i, want := range []string{"twelve months", "two weeks"} {
		s := first.Blocks[i].Sentences[0]
		at := slices.IndexFunc(r.Claims, func(c cite.Claim) bool { return c.ID == s.Claim })
		if !strings.Contains(s.Text, want) || strings.Contains(s.Text, "On board") || len(r.Claims[at].Against) != 1 || strings.Join(strings.Fields(r.Claims[at].Citations[0].Quote), " ") != s.Text {
			t.Errorf("%+v: %+v", s, r.Claims[at])
		}
		if doubts := r.Claims[at].Doubts; len(doubts) != 1 || doubts[0] != "Twelve months, two weeks." || r.Claims[at].Verdict != cite.Supported {
			t.Errorf("doubts %q", doubts)
		}
	}
}

// Spans of one document, and spans that do not exist, are no conflict; one that a sentence tells is not told again.
func TestConflict_OnlyOfDifferentDocumentsAndOnlyOnce(t *testing.T) {
	for name, named := range map[string]prompts.CheckConflict{"one document": {Spans: []string{"E1.1", "E2.1"}}, "unknown": {Spans: []string{"E1.1", "E9.1", "E3.7"}}, "none": {Spans: []string{}}} {
		if r := measured(t, compared(bothSaid), named); slices.ContainsFunc(r.Claims, disputed) || len(r.Sections) != 1 {
			t.Errorf("%s: proof %+v, sections %+v", name, r.Proof, r.Sections)
		}
	}
	told := "The law wants twelve months where the memo has two weeks do [E1.1, E3.3]."
	r := measured(t, compared("For twelve months a crew has to measure it [E1.1].", told), prompts.CheckConflict{Spans: []string{"E1.1", "E3.3"}, Why: "Two times."})
	if first := r.Sections[0]; len(r.Sections) != 2 || !first.Contrary || len(first.Blocks) != 1 || !strings.Contains(first.Blocks[0].Sentences[0].Text, "two weeks") || slices.ContainsFunc(r.Claims, disputed) {
		t.Errorf("%+v\nproof %+v", r.Sections, r.Proof)
	}
}

// What was noted while the evidence was judged reaches the writer and the checker, also where no sentence cites the other side. What a passage does
// answer is not told as missing, and the parts of the question are those of the plan.
func TestConflict_WhatTheResearchNotedIsAskedAbout(t *testing.T) {
	b := newBooks(t, measuring)
	b.found = func(string) []string { return []string{"law.pdf/1", "law.pdf/2", "memo.pdf/1"} }
	m := &thinker{on: map[string]func(asked) any{
		"sift": sifts(func(a asked, out *prompts.SiftOut) {
			out.Conflicts = []prompts.Noted{{IDs: []string{"P3", "P1"}, Text: "A year or a fortnight"}}
		}),
		"draft": func(asked) any {
			out := compared("For twelve months a crew has to measure it [E1.1].")
			out.Silent = []string{"Nobody keeps the results.", "No word on glass.", "No word on oil."}
			return out
		},
		"check": func(a asked) any {
			out := opinions(a, cite.Supported)
			out.Parts = []prompts.CheckPart{{Part: "T1", Answered: "yes"}, {Part: "T3", Answered: "no", Missing: "the fines"}}
			if strings.Contains(a.User, "A year or a fortnight [E1, E3]") && len(a.of("E")) == 3 {
				out.Conflicts = []prompts.CheckConflict{{Spans: []string{"E1.1", "E3.3"}, Why: "Twelve months, two weeks."}}
				out.Silent = []prompts.CheckSilence{{Ref: "S1", Answered: "yes", Span: "E2.1"}, {Ref: "S2", Answered: "partly", Span: "E3.2"}}
			}
			return out
		}}}
	d := newDesk(t, b, m)
	d.finish(research.Settings{MaxRewrites: -1})
	r := d.final()
	check(t, b, r)
	for _, call := range m.heard {
		if call.Step == "draft" && !strings.Contains(call.User, "A year or a fortnight [E1, E3]") {
			t.Errorf("the writer is not told:\n%s", call.User)
		}
	}
	if !r.Sections[0].Contrary || len(slices.DeleteFunc(slices.Clone(r.Claims), func(c cite.Claim) bool { return !disputed(c) })) != 2 {
		t.Errorf("sections %+v, claims %+v", r.Sections, r.Claims)
	}
	if want := []string{"Only in part: No word on glass.", "No word on oil."}; !slices.Equal(r.Silent, want) || !slices.Equal(r.Missing, []string{"the fines"}) {
		t.Errorf("silent %q, want %q; missing %q", r.Silent, want, r.Missing)
	}
}

// A writer knows only what it was shown. What it calls silent is searched for once more, and what the model that checks finds is quoted.
func TestSilence_WhatTheWriterDidNotSeeIsQuoted(t *testing.T) {
	const line = "Who keeps the results, and for how long, is not shown."
	b := newBooks(t, measuring)
	b.found = func(query string) []string {
		if strings.HasSuffix(query, line) { // on its own, and behind the question
			return []string{"law.pdf/1", "memo.pdf/1", "law.pdf/2"}
		}
		return []string{"law.pdf/1"}
	}
	answered := ""
	m := &thinker{on: map[string]func(asked) any{"draft": func(asked) any {
		return prompts.DraftOut{Answer: "It is measured over twelve months [E1.1].", Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{line}}
	}, "check": func(a asked) any {
		out := opinions(a, cite.Supported)
		for _, shown := range a.texts {
			if strings.HasPrefix(shown.text, "The harbour master keeps") && answered != "" {
				out.Silent = append(out.Silent, prompts.CheckSilence{Ref: "S1", Answered: answered, Span: shown.ref + ".1"})
			}
		}
		return out
	}}}
	for _, answered = range []string{"yes", "partly", ""} {
		d := newDesk(t, b, m)
		d.finish(research.Settings{MaxRewrites: -1})
		r := d.final()
		check(t, b, r)
		said := len(r.Sections) == 1 && r.Sections[0].Title == "Found while checking" && strings.HasPrefix(r.Sections[0].Blocks[0].Sentences[0].Text, "The harbour master keeps")
		if silent := slices.ContainsFunc(r.Silent, func(s string) bool { return strings.Contains(s, line) }); said != (answered != "") || silent != (answered != "yes") {
			t.Errorf("%q: sections %+v, silent %q", answered, r.Sections, r.Silent)
		}
	}
}

// A passage that the model puts among those of no help and names in a contradiction is kept: whoever writes tells both sides.
func TestConflict_BothSidesAreKept(t *testing.T) {
	b := newBooks(t, "= boats.pdf\n1: A lantern burns for a year.\n= ships.pdf\n1: A lantern burns for a fortnight.")
	m := &thinker{on: map[string]func(asked) any{"sift": sifts(func(_ asked, out *prompts.SiftOut) {
		if len(out.Passages) == 2 {
			out.Passages, out.Others = out.Passages[:1], []string{"P2"}
			out.Conflicts = []prompts.Noted{{IDs: []string{"P1", "P2"}, Text: "A year or a fortnight"}}
		}
	})}}
	s := newDesk(t, b, m).finish(research.Settings{MaxIterations: 1})
	if got := ids(s.Evidence); len(got) != 2 {
		t.Errorf("kept %q, want both sides", got)
	}
}
