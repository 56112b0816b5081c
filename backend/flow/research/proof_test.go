package research_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

const harbour = `
= law.pdf
1: The crew trims the wick of every lantern in the evening.
2: The brightness of a lantern on a boat must not exceed 40 lumens.
3: The harbour master of Rostwick inspects every lantern once a year.
4: A lantern on a boat is kept behind glass.
`

// written is a model that writes this answer and these sections about all of harbour.
func written(answer string, sections ...string) map[string]func(asked) any {
	return map[string]func(asked) any{"draft": func(asked) any {
		out := prompts.DraftOut{Answer: answer, Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}
		for _, s := range sections {
			out.Sections = append(out.Sections, prompts.DraftSection{Title: "More", Text: s})
		}
		return out
	}}
}

// reported runs the question over harbour; the model cites E1 to E4 in the order of its pages.
func reported(t *testing.T, m *thinker) (report.Report, research.State) {
	t.Helper()
	b := newBooks(t, harbour)
	b.found = func(q string) []string { return []string{"law.pdf/1", "law.pdf/2", "law.pdf/3", "law.pdf/4"} }
	d := newDesk(t, b, m)
	s := d.finish(research.Settings{MaxRewrites: -1})
	r := d.final()
	check(t, b, r)
	if n := r.Proof.Supported + r.Proof.Contradicted + r.Proof.Unproven; n != len(r.Claims) || r.Proof.Struck != len(r.Struck) {
		t.Errorf("proof %+v for %d claims, %d struck", r.Proof, len(r.Claims), len(r.Struck))
	}
	return r, s
}

func struckFor(r report.Report, text string) string {
	for _, s := range r.Struck {
		if strings.Contains(s.Text, text) {
			return s.Reason
		}
	}
	return ""
}

// Code alone decides on figures. What else code would doubt (a name, a negation, other words) the model decides.
func TestProof_CodeDecidesOnFiguresAndTheModelOnTheRest(t *testing.T) {
	m := &thinker{on: written("On a boat, the brightness of a lantern must not exceed 60 lumens [E2]. Every lantern is inspected once a year by the harbour master of Rostwick [E3].",
		"The master of the port of Rostwick looks at each lantern every twelve months [E3].", "Nobody may keep a lantern on a boat without glass [E4].")}
	m.on["check"] = func(a asked) any { return opinions(a, cite.Supported) }
	r, _ := reported(t, m)
	if got := struckFor(r, "60 lumens"); !strings.Contains(got, "“60 lumens” stands nowhere") || len(r.Struck) != 1 {
		t.Errorf("struck %+v", r.Struck)
	}
	if len(r.Claims) != 3 || r.Claims[0].ID != "C1" || !strings.Contains(r.Claims[0].Text, "Rostwick") {
		t.Errorf("claims %+v", r.Claims)
	}
	for _, c := range r.Claims {
		if c.Verdict != cite.Supported || c.Doubts != nil {
			t.Errorf("%s is %s: %v", c.Text, c.Verdict, c.Doubts)
		}
	}
}

func TestProof_WhatTheModelDoesNotFindProved(t *testing.T) {
	answer := "Every lantern is inspected once a year by the harbour master of Rostwick [E3]. The crew trims the wick of every lantern in the evening [E1]."
	for verdict, want := range map[cite.Verdict]struct{ struck, marked int }{cite.Unproven: {0, 1}, cite.Contradicted: {1, 0}, cite.Supported: {0, 0}} {
		m := &thinker{on: written(answer)}
		m.on["check"] = func(a asked) any {
			if strings.Contains(a.User, "K2 [E1]") {
				t.Error("a sentence that repeats its source word for word was sent to the model")
			}
			out := opinions(a, verdict)
			out.Parts = []prompts.CheckPart{{Part: "Who inspects a lantern?", Answered: "no"}, {Part: "How bright it may be", Answered: "yes"}}
			return out
		}
		r, _ := reported(t, m)
		if len(r.Struck) != want.struck || want.struck == 1 && !strings.Contains(r.Struck[0].Reason, "So it seems.") {
			t.Errorf("%s: struck %+v", verdict, r.Struck)
		}
		if r.Proof.Unproven != want.marked {
			t.Errorf("%s: claims %+v", verdict, r.Claims)
		}
	}
}

// A sentence that nothing proves and that no open part of the question asks for is taken out.
func TestProof_WhatNobodyAskedForIsNotKept(t *testing.T) {
	m := &thinker{on: written("The password is swordfish [E4]. The crew trims the wick of every lantern in the evening [E1].")}
	m.on["check"] = func(a asked) any {
		out := opinions(a, cite.Unproven)
		out.Parts = []prompts.CheckPart{{Part: "Who inspects a lantern?", Answered: "no"}}
		return out
	}
	if r, _ := reported(t, m); len(r.Struck) != 1 || struckFor(r, "swordfish") == "" {
		t.Errorf("struck %+v", r.Struck)
	}
}

// What does not stand goes back to the model once, with the reason; what it writes anew is checked again.
func TestProof_TheModelMendsOnce(t *testing.T) {
	answer := "On a boat, the brightness of a lantern must not exceed 60 lumens [E2]. The crew trims the wick of every lantern in the evening [E1]."
	for name, c := range map[string]struct{ mended, want, struck string }{
		"better":  {"A lantern on a boat may be as bright as 40 lumens [E2.1].", "as bright as 40 lumens", ""},
		"worse":   {"A lantern on a boat may be as bright as 70 lumens [E2.1].", "", "60 lumens"},
		"dropped": {"", "", "60 lumens"},
		"unknown": {"It is 40 lumens [E77].", "", "60 lumens"},
	} {
		m := &thinker{on: written(answer)}
		m.on["check"] = func(a asked) any { return opinions(a, cite.Supported) }
		m.on["repair"] = func(a asked) any {
			if !strings.Contains(a.User, "“60 lumens” stands nowhere") || !strings.Contains(a.User, "must not exceed 40 lumens") {
				t.Errorf("%s: the model is asked to mend without the reason or the passage:\n%s", name, a.User)
			}
			return prompts.RepairOut{Sentences: []prompts.RepairedSentence{{Ref: "K1", Text: c.mended}}}
		}
		r, _ := reported(t, m)
		var said []string
		for _, claim := range r.Claims {
			said = append(said, claim.Text)
		}
		text := strings.Join(said, "|")
		if (r.Proof.Mended == 1) != (c.want != "") {
			t.Errorf("%s: %d are said to be written anew", name, r.Proof.Mended)
		}
		if c.want != "" && !strings.Contains(text, c.want) || c.struck != "" && struckFor(r, c.struck) == "" || c.struck == "" && len(r.Struck) > 0 {
			t.Errorf("%s: %q, struck %+v", name, text, r.Struck)
		}
	}
}

func TestProof_AnAnswerIsNeverEmptied(t *testing.T) {
	m := &thinker{on: written("On a boat, the brightness of a lantern must not exceed 60 lumens [E2].", "Lanterns weigh 7 kg [E4].")}
	r, _ := reported(t, m)
	if len(r.Answer) != 1 || len(r.Claims) != 1 || len(r.Sections) != 0 {
		t.Fatalf("answer %+v, claims %+v", r.Answer, r.Claims)
	}
	if c := r.Claims[0]; c.Verdict != cite.Unproven || len(c.Doubts) == 0 || r.Proof.Unproven != 1 || len(c.Unsupported) != 1 {
		t.Errorf("the last sentence is not marked: %+v", c)
	}
}

// Without a usable opinion nothing that is said in other words is proven; it is marked, not struck.
func TestProof_BrokenOpinionsAreSaid(t *testing.T) {
	m := &thinker{on: written("Sailors admire their lanterns [E4]. Every lantern is inspected once a year by the harbour master of Rostwick [E3].")}
	m.on["check"] = func(asked) any { return "I think they are fine." }
	r, s := reported(t, m)
	if s.Spend.Fallbacks != 1 || m.calls["check"] != 2 {
		t.Errorf("%d fallbacks, %d calls", s.Spend.Fallbacks, m.calls["check"])
	}
	if len(r.Struck) != 0 || len(r.Claims) != 2 || r.Proof.Modelled != 0 {
		t.Errorf("claims %+v, struck %+v", r.Claims, r.Struck)
	}
	for _, c := range r.Claims {
		if c.Verdict != cite.Unproven || len(c.Doubts) == 0 || !strings.Contains(c.Doubts[0], "no usable opinion") {
			t.Errorf("%+v", c)
		}
	}
}

const quarrel = `
= harbour.pdf
1: The lamp of a lantern on a boat shall burn for at least 90 hours.
= guide.pdf
1: The lamp of a lantern on a boat shall burn for at least 60 hours.
2: The wick of a lantern is trimmed in the evening by the crew.
`

func TestProof_TheContraryIsShownBesideIt(t *testing.T) {
	for name, m := range map[string]*thinker{"twin": nil, "the model keeps silent about one side": {on: written("The lamp of a lantern on a boat shall burn for at least 90 hours [E1].")}} {
		t.Run(name, func(t *testing.T) {
			b := newBooks(t, quarrel)
			d := newDesk(t, b, nil)
			if m != nil {
				b.found = func(string) []string { return []string{"harbour.pdf/1", "guide.pdf/1", "guide.pdf/2"} }
				d = newDesk(t, b, m)
			}
			d.begin("For how long shall the lamp of a lantern on a boat burn?", research.Settings{Unattended: true, RelevanceThreshold: 0.3, MaxRewrites: -1})
			d.end(nil)
			r := d.final()
			check(t, b, r)
			var long, short *cite.Claim
			for i := range r.Claims {
				switch {
				case strings.Contains(r.Claims[i].Text, "90 hours"):
					long = &r.Claims[i]
				case strings.Contains(r.Claims[i].Text, "60 hours"):
					short = &r.Claims[i]
				}
			}
			if long == nil || short == nil || !slices.Equal(long.Against, []string{short.ID}) || !slices.Equal(short.Against, []string{long.ID}) || r.Proof.Contradicted+r.Proof.Unproven != 0 {
				t.Fatalf("claims %+v, proof %+v", r.Claims, r.Proof)
			}
			var sides []string // of the answer, in its order
			if m != nil {      // one section tells it, right below the answer
				if !r.Sections[0].Contrary || r.Sections[0].Blocks[0].Sentences[0].Claim != short.ID && r.Sections[0].Blocks[1].Sentences[0].Claim != short.ID {
					t.Errorf("sections %+v", r.Sections)
				}
				return
			}
			for _, block := range r.Answer {
				for _, s := range block.Sentences {
					sides = append(sides, s.Claim)
				}
			}
			if i, j := slices.Index(sides, long.ID), slices.Index(sides, short.ID); i < 0 || j < 0 || max(i, j) != min(i, j)+1 {
				t.Errorf("the answer says %v, of which %s and %s contradict each other", sides, long.ID, short.ID)
			}
		})
	}
}

func TestProof_TheExtractiveEngineIsProvenByItsQuotes(t *testing.T) {
	d := newDesk(t, newBooks(t, lanterns), nil)
	d.finish(research.Settings{RelevanceThreshold: 0.3})
	r := d.final()
	if len(r.Claims) == 0 || r.Proof.Supported != len(r.Claims) || r.Proof.Modelled != 0 || len(r.Struck) != 0 {
		t.Errorf("proof %+v of %d claims: %+v", r.Proof, len(r.Claims), r.Claims)
	}
}

func TestCoverage_NamesPagesWithoutText(t *testing.T) {
	b := newBooks(t, lanterns)
	b.documents[1].Unreadable, b.documents[1].UnreadablePages = 2, []int{7, 9}
	b.documents[0].RecognisedPages = []int{3}
	d := newDesk(t, b, nil)
	d.finish(research.Settings{RelevanceThreshold: 0.3})
	want := []report.Unread{{Name: b.documents[1].Name, Pages: []int{7, 9}, Labels: []string{"107", "109"}}}
	if got := d.final().Coverage.Unread; !reflect.DeepEqual(got, want) {
		t.Errorf("unread %+v, want %+v", got, want)
	}
	want = []report.Unread{{Name: b.documents[0].Name, Pages: []int{3}, Labels: []string{"103"}}}
	if got := d.final().Coverage.Recognised; !reflect.DeepEqual(got, want) {
		t.Errorf("recognised %+v, want %+v", got, want)
	}
}

// However badly a model checks, the run ends in a report that publishes no missing figure without a mark and says who checked what.
func TestProof_BadCheckers(t *testing.T) {
	answer := "Each lantern on a boat gives 40 lumens at most [E2]. A lantern on a boat may give 60 lumens [E2]. The wick is trimmed every evening by the crew [E1]."
	spoiled := func(verdict cite.Verdict, change func(*prompts.CheckVerdict)) func(asked) any {
		return func(a asked) any {
			out := opinions(a, verdict)
			for i := range out.Claims {
				change(&out.Claims[i])
			}
			return out
		}
	}
	for name, c := range map[string]struct {
		check    func(asked) any
		modelled bool
		verdict  report.Outcome
	}{
		"nonsense":                 {func(asked) any { return "{]" }, false, report.Unsure},
		"nothing":                  {func(asked) any { return prompts.CheckOut{} }, false, report.Unsure},
		"spans that do not exist":  {spoiled(cite.Supported, func(v *prompts.CheckVerdict) { v.Spans = []string{"E77.1", "Q", "E1.99"} }), true, ""},
		"spans of other passages":  {spoiled(cite.Supported, func(v *prompts.CheckVerdict) { v.Spans = []string{"E4.1"} }), true, ""},
		"claims that do not exist": {spoiled(cite.Supported, func(v *prompts.CheckVerdict) { v.Ref = "K99" }), false, report.Unsure},
		"all is supported":         {spoiled(cite.Supported, func(*prompts.CheckVerdict) {}), true, ""},
		"all is unproven":          {spoiled(cite.Unproven, func(*prompts.CheckVerdict) {}), true, report.Unsure},
		"all is contradicted":      {spoiled(cite.Contradicted, func(*prompts.CheckVerdict) {}), true, report.Unsure},
		"in another language":      {spoiled(cite.Unproven, func(v *prompts.CheckVerdict) { v.Why = "Das steht da nirgends." }), true, report.Unsure},
	} {
		m := &thinker{on: written(answer)}
		m.on["check"] = c.check
		m.on["repair"] = func(asked) any { return prompts.RepairOut{Sentences: []prompts.RepairedSentence{}} }
		r, _ := reported(t, m)
		if len(r.Answer) == 0 || (r.Proof.Modelled > 0) != c.modelled || c.verdict != "" && r.Verdict != c.verdict {
			t.Errorf("%s: %d sentences, %d checked by the model, %q", name, len(r.Claims), r.Proof.Modelled, r.Verdict)
		}
		for _, claim := range r.Claims {
			if strings.Contains(claim.Text, "60 lumens") && (claim.Verdict == cite.Supported || len(claim.Doubts) == 0) {
				t.Errorf("%s: %+v", name, claim)
			}
			if !c.modelled && claim.Verdict == cite.Supported {
				t.Errorf("%s: proven by nobody: %+v", name, claim)
			}
		}
	}
}

// What "it" means in the first sentence of a section stands in its title: the checker is shown that, not the sentence before, which is of another section.
func TestProof_AtTheBeginningOfASectionItsTitleIsShown(t *testing.T) {
	m := &thinker{on: written("In the evening every wick is trimmed by the crew [E1.1].", "It has to stand behind glass when it is on a boat [E4.1].")}
	var told string
	m.on["check"] = func(a asked) any { told = a.User; return opinions(a, cite.Supported) }
	reported(t, m)
	_, before, _ := strings.Cut(told, "before K2 stands:\n")
	if before, _, _ = strings.Cut(before, "K2 ["); !strings.Contains(before, "More") {
		t.Errorf("the checker is told:\n%s", told)
	}
}

// A sentence that leads into a list turns its entries into what they say: it stays, on what they stand on.
func TestProof_WhatLeadsIntoAListStays(t *testing.T) {
	m := &thinker{on: written("The brightness must not exceed 40 lumens [E2.1].", "These have to be there on a boat:\n- glass around the lantern [E4.1]\n- a trimmed wick [E1.1]\nThey say nothing of oars:")}
	r, _ := reported(t, m)
	var said []string
	for _, b := range r.Sections[0].Blocks {
		for _, s := range b.Sentences {
			said = append(said, s.Text)
		}
	}
	if want := []string{"These have to be there on a boat:", "glass around the lantern", "a trimmed wick"}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
	if lead, entry := r.Sections[0].Blocks[0].Sentences[0], r.Sections[0].Blocks[1].Sentences[0]; lead.Claim != "" || entry.Claim == "" {
		t.Errorf("the entries cite, not what leads into them: %+v, %+v", lead, entry)
	}
}
