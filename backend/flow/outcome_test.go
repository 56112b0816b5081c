package flow

import (
	"slices"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

func TestOutcome(t *testing.T) {
	answer := []cite.Sentence{{Text: "The limit is 20 mSv.", Claim: "C1"}}
	proven, marked := []cite.Claim{{ID: "C1", Verdict: cite.Supported}}, []cite.Claim{{ID: "C1", Verdict: cite.Unproven}}
	parts := func(answered ...string) (out []prompts.CheckPart) {
		for i, a := range answered {
			out = append(out, prompts.CheckPart{Part: string(rune('a' + i)), Answered: a})
		}
		return out
	}
	for name, c := range map[string]struct {
		proved  Proved
		want    report.Outcome
		missing []string
	}{
		"every part":                              {Proved{Answer: answer, Claims: proven, Parts: parts("yes", "yes")}, report.Answered, nil},
		"a part of it":                            {Proved{Answer: answer, Claims: proven, Parts: parts("yes", "partly", "no")}, report.Partly, []string{"b", "c"}},
		"none of it":                              {Proved{Answer: answer, Claims: proven, Parts: parts("no")}, report.Unanswered, []string{"a"}},
		"nothing is proved":                       {Proved{Answer: answer, Claims: marked, Parts: parts("yes")}, report.Unsure, nil},
		"no text":                                 {Proved{Silent: []string{"x"}}, report.Unanswered, []string{"x"}},
		"no model":                                {Proved{Answer: answer, Claims: proven}, report.Unsure, nil},
		"no model, and it most likely answers":    {Proved{Answer: answer, Claims: proven, Likely: true}, report.Answered, nil},
		"no model, and nothing is said":           {Proved{Likely: true}, report.Unanswered, nil},
		"no model, likely, and a part is silent":  {Proved{Answer: answer, Claims: proven, Silent: []string{"x"}, Likely: true}, report.Unsure, []string{"x"}},
		"no model, and a part is silent":          {Proved{Answer: answer, Claims: proven, Silent: []string{"x"}}, report.Unsure, []string{"x"}},
		"beside the question something is silent": {Proved{Answer: answer, Claims: proven, Parts: parts("yes"), Silent: []string{"x"}}, report.Answered, nil},
	} {
		r := c.proved.Report("en", nil)
		if r.Verdict != c.want || !slices.Equal(r.Missing, c.missing) {
			t.Errorf("%s: %q, missing %q", name, r.Verdict, r.Missing)
		}
	}
}

// Behind "Missing:" a part is no sentence of its own: it begins small unless its first word may be a name.
func TestReport_WordsWhatIsMissingAsItStandsInALine(t *testing.T) {
	for _, c := range []struct{ language, part, want string }{
		{"en", "What must be reported, and to whom?", "what must be reported, and to whom"}, {"en", "The fine.", "the fine"},
		{"en", "Germany's deadline", "Germany's deadline"}, {"en", "IT costs", "IT costs"},
		{"de", "Wer haftet?", "wer haftet"}, {"de", "Die Frist der Meldung.", "die Frist der Meldung"}, {"de", "Fristen der Meldung", "Fristen der Meldung"},
	} {
		p := Proved{Answer: []cite.Sentence{{Text: "x", Claim: "C1"}}, Claims: []cite.Claim{{ID: "C1", Verdict: cite.Supported}},
			Parts: []prompts.CheckPart{{Part: c.part, Answered: "partly"}}}
		if r := p.Report(c.language, nil); !slices.Equal(r.Missing, []string{c.want}) {
			t.Errorf("%q: told %q", c.part, r.Missing)
		}
	}
}

// What of a part is missing is told in the words of the model that checked, else the part is named.
func TestOutcome_SaysWhatOfAPartIsMissing(t *testing.T) {
	for missing, want := range map[string]string{"": "who pays, and when", " when it is paid": "when it is paid"} {
		p := Proved{Answer: []cite.Sentence{{Text: "x", Claim: "C1"}}, Claims: []cite.Claim{{ID: "C1", Verdict: cite.Supported}},
			Parts: []prompts.CheckPart{{Part: "who pays, and when", Answered: "partly", Missing: missing}}}
		if _, got := p.outcome(); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: told %q", missing, got)
		}
	}
}
