package report

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

func TestLead_IsAProvedSentenceOfAnAnswer(t *testing.T) {
	made := func(change func(*Report)) Report {
		r := Report{Verdict: Answered, Answer: []Block{{Item: true, Sentences: []Sentence{{Text: "Section 5: Ninety days are enough.", Claim: "C1"}, {Text: "A year is better.", Claim: "C2"}}}},
			Evidence: []cite.Evidence{{ID: "E1", Section: "Section 5"}},
			Claims:   []cite.Claim{{ID: "C1", Verdict: cite.Supported, Citations: []cite.Citation{{Evidence: "E1", Name: "a.pdf", Page: 2}}}, {ID: "C2", Verdict: cite.Supported}}}
		if change != nil {
			change(&r)
		}
		return r
	}
	for name, c := range map[string]struct {
		change func(*Report)
		leads  bool
	}{
		"answered":      {nil, true},
		"partly":        {func(r *Report) { r.Verdict = Partly }, true},
		"unsure":        {func(r *Report) { r.Verdict = Unsure }, false},
		"not answered":  {func(r *Report) { r.Verdict = Unanswered }, false},
		"unproven":      {func(r *Report) { r.Claims[0].Verdict = cite.Unproven }, false},
		"contradicted":  {func(r *Report) { r.Claims[0].Against = []string{"C2"} }, false},
		"leads a list":  {func(r *Report) { r.Answer[0].Sentences[0].Text = "These are needed:" }, false},
		"far too long":  {func(r *Report) { r.Answer[0].Sentences[0].Text = strings.Repeat("long ", 100) }, false},
		"nothing there": {func(r *Report) { r.Answer = nil }, false},
	} {
		r := made(c.change)
		if got := Lead(r) != ""; got != c.leads {
			t.Errorf("%s: leads %v", name, got)
		}
		if text := string(Markdown(r, nil)); strings.Contains(text, "Section 5: **Ninety days are enough** [a.pdf, p. 2].\n\n- A year is better") != c.leads {
			t.Errorf("%s: the Markdown is\n%s", name, text)
		}
		if text := Summary(r); strings.Contains(text, "Section 5: Ninety days are enough. [1]\n\n- A year is better") != c.leads {
			t.Errorf("%s: the terminal shows\n%s", name, text)
		}
	}
}
