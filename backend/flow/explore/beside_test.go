package explore_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// What a person's file says is told under the file's name, so that nobody takes it for a rule of the library.
func TestExplore_APersonsFileIsNamed(t *testing.T) {
	for question, c := range map[string][2]string{
		"How high is the highest harbour fine?": {"The highest harbour fine is 40 crowns.", "Your file memo.md: "},
		"Wie hoch ist die höchste Hafenbuße?":   {"Die höchste Hafenbuße beträgt 40 Kronen.", "Ihre Datei memo.md: "},
	} {
		w := newWorld([2]string{"charts.md", "A chart of the coast.\nEine Karte der Küste."})
		_, run := newDesk(t, w).run(explore.State{Question: question, Language: ask.Language(question), Attached: []string{w.attach("memo.md", c[0])}})
		r := w.reports[run+"/0"]
		if len(r.Answer) == 0 || r.Answer[0].Sentences[0].Text != c[1]+c[0] {
			t.Errorf("%q is answered with %+v", question, r.Answer)
		}
	}
}

// What a memo says stands beside the rule, where it does not answer what is asked of it.
func TestExplore_WhatAMemoMayContradictStandsBesideTheRule(t *testing.T) {
	w := newWorld([2]string{"law.md", "Section 9 Fines\nOffences of the keeper are subject to a harbour fine of up to 900 crowns."}, [2]string{"charts.md", "A chart of the coast."})
	const question = "How high is the highest harbour fine, and what in our memo contradicts that?"
	_, run := newDesk(t, w).run(explore.State{Question: question, Language: "en", Attached: []string{w.attach("memo.md", "The highest harbour fine is 40 crowns.\nThe pier is painted in May.")}})
	r := w.reports[run+"/0"]
	if len(r.Answer) == 0 || !strings.Contains(r.Answer[0].Sentences[0].Text, "900") {
		t.Errorf("answered with %+v", r.Answer)
	}
	last := r.Sections[len(r.Sections)-1]
	if last.Title != "What your files say" || len(last.Blocks) != 1 || last.Blocks[0].Sentences[0].Text != "Your file memo.md: The highest harbour fine is 40 crowns." {
		t.Errorf("beside it %+v", last)
	}
	if silent := strings.Join(r.Silent, "\n"); !strings.Contains(silent, "what in our memo contradicts that") {
		t.Errorf("silent %q", silent)
	}
}

// shelved is the person's files for one who attaches a document of the library.
type shelved struct{ *world }

func (s shelved) Parse(_ context.Context, hash string, _ func(pages, all int)) (out []source.Passage, err error) {
	for _, p := range s.passages {
		if p.Document == hash {
			out = append(out, p)
		}
	}
	return out, nil
}

// A document of the library that is attached too answers like every other document.
func TestExplore_AnAttachedDocumentOfTheLibraryIsNoMemo(t *testing.T) {
	w := newWorld([2]string{"law.md", "Offences of the keeper are subject to a harbour fine of up to 900 crowns."}, [2]string{"charts.md", "A chart of the coast."})
	hash := w.documents[0].Hash
	w.raw[hash] = "as it is"
	d := newDesk(t, w, func(x *explore.Tools) { x.Attached = shelved{w} })
	_, run := d.run(explore.State{Question: "How high is the harbour fine?", Language: "en", Attached: []string{hash}})
	r := w.reports[run+"/0"]
	if len(r.Answer) == 0 || r.Answer[0].Sentences[0].Text != "Offences of the keeper are subject to a harbour fine of up to 900 crowns." {
		t.Errorf("answered with %+v", r.Answer)
	}
}

// A contradiction between a rule and a person's file that a question of the tree noted is asked about, told as two sides, and the file is
// named as the person's.
func TestExplore_WhatTheTreeNotedIsToldAsTwoSides(t *testing.T) {
	w := newWorld([2]string{"law.md", "The fine of the harbour is up to 900 crowns."}, [2]string{"charts.md", "A chart of the coast."})
	id := regexp.MustCompile(`(?m)^(E\d+) \(<<<\w+ [^\n]*memo\.md`)
	m := &model{script: map[string]func(prompts.Call) string{
		"sufficiency_node": say(prompts.SufficiencyOut{IsSufficient: true, Reasoning: "Both.", Gaps: []string{}, Conflicts: []prompts.Noted{{IDs: []string{"E1"}, Text: "900 crowns or 40"}}}),
		"report":           say(prompts.DraftOut{Answer: "It costs 900 crowns at most [E1.1].", Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}),
		"check": func(c prompts.Call) string {
			out := prompts.CheckOut{Claims: []prompts.CheckVerdict{{Ref: "K1", Verdict: "supported", Spans: []string{"E1.1"}, Conditions: []prompts.CheckCondition{}}},
				Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{}, Clarity: 90}
			if own := id.FindStringSubmatch(c.User); own != nil && strings.Contains(c.User, "900 crowns or 40 [E1]") {
				out.Conflicts = append(out.Conflicts, prompts.CheckConflict{Spans: []string{"E1.1", own[1] + ".1"}, Why: "The law says 900, your file 40."})
			}
			return say(out)(c)
		}}}
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = m })
	_, run := d.run(explore.State{Question: "How high is the harbour fine?", Language: "en", Attached: []string{w.attach("memo.md", "The fine of the harbour is 40 crowns.")}})
	r := w.reports[run+"/0"]
	if !strings.Contains(m.of("report")[0].User, "900 crowns or 40 [E1]") {
		t.Errorf("the writer is not told:\n%s", m.of("report")[0].User)
	}
	if r.Proof.Supported != len(r.Claims) || len(r.Sections) == 0 || !r.Sections[0].Contrary {
		t.Fatalf("proof %+v, sections %+v\n%s", r.Proof, r.Sections, m.of("check")[0].User)
	}
	markdown, spoken := string(report.Markdown(r, nil)), report.Spoken(r)
	for _, want := range []string{"Contradictions", "Your file memo.md", "40 crowns", "The law says 900, your file 40."} {
		if !strings.Contains(markdown, want) || !strings.Contains(strings.ToLower(spoken), strings.ToLower(want)) {
			t.Errorf("nobody says %q:\n%s\n%s", want, markdown, spoken)
		}
	}
	if strings.Contains(markdown, "contradicted") || strings.Count(markdown, "Contradictions") != 1 {
		t.Errorf("a side is marked as wrong, or told twice:\n%s", markdown)
	}
}
