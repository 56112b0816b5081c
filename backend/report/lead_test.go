package report

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
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
		"answered":     {nil, true},
		"partly":       {func(r *Report) { r.Verdict = Partly }, true},
		"unsure":       {func(r *Report) { r.Verdict = Unsure }, false},
		"not answered": {func(r *Report) { r.Verdict = Unanswered }, false},
		"unproven":     {func(r *Report) { r.Claims[0].Verdict = cite.Unproven }, false},
		"contradicted": {func(r *Report) { r.Claims[0].Against = []string{"C2"} }, false},
		"leads a list": {func(r *Report) { r.Answer[0].Sentences[0].Text = "These are needed:" }, false},
		"far too long": {func(r *Report) { r.Answer[0].Sentences[0].Text = strings.Repeat("long ", 100) }, false},
		"cites a row": {func(r *Report) {
			r.Claims[0].Citations[0].Table = &grid.Table{Columns: []string{"", "Days"}, Rows: [][]string{{"Storage", "90"}}}
		}, true},
		"is a row": {func(r *Report) {
			r.Answer[0].Sentences[0].Text, r.Claims[0].Text = "Storage 90", "Storage 90"
			r.Claims[0].Citations[0].Table = &grid.Table{Columns: []string{"", "Days"}, Rows: [][]string{{"Storage", "90"}}}
		}, false},
		"nothing there": {func(r *Report) { r.Answer = nil }, false},
	} {
		r := made(c.change)
		if got := Lead(r) != ""; got != c.leads {
			t.Errorf("%s: leads %v", name, got)
		}
		if text := string(Markdown(r, nil)); strings.Contains(text, "Section 5: **Ninety days are enough** [a, Section 5, p. 2].\n\n- A year is better.") != c.leads {
			t.Errorf("%s: the Markdown is\n%s", name, text)
		}
		if text := Spoken(r); strings.Contains(text, "Section 5: Ninety days are enough [1].\n\n- A year is better") != c.leads {
			t.Errorf("%s: the terminal shows\n%s", name, text)
		}
	}
}

// One sentence that leads is an answer.
func TestSpoken_AnAnswerOfOneSentence(t *testing.T) {
	r := Report{Verdict: Answered, Answer: []Block{{Sentences: []Sentence{{Text: "Ninety days are enough.", Claim: "C1"}}}}, Evidence: []cite.Evidence{{ID: "E1"}},
		Claims: []cite.Claim{{ID: "C1", Verdict: cite.Supported, Citations: []cite.Citation{{Evidence: "E1", Name: "a.pdf", Page: 2}}}}}
	if got := Spoken(r); !strings.HasPrefix(got, "Answered. Found without a model.\n\nNinety days are enough [1].") || strings.Contains(got, "No passage") {
		t.Errorf("the terminal shows\n%s", got)
	}
}

// The dots of "the U.S." belong to it; the sentence has one of its own behind the citation.
func TestEnded_InitialsKeepTheirDots(t *testing.T) {
	for text, want := range map[string]string{"It holds in the U.S.": "It holds in the U.S. [1].", "Ninety days are enough.": "Ninety days are enough [1].", "Enough?": "Enough [1]?"} {
		if body, stop := ended(text); body+" [1]"+stop != want {
			t.Errorf("%q ends as %q", text, body+" [1]"+stop)
		}
	}
}

// Of a long heading a draft takes the beginning. It is set apart like a whole one, and the claim proves itself where it stands.
func TestMarkdown_AHeadingThatWasCutIsNoPartOfTheClaim(t *testing.T) {
	said := "Section 5 Duties of keepers and of their depu…: The keeper lights the lamp at dusk."
	r := Report{Verdict: Answered, Answer: []Block{{Item: true, Sentences: []Sentence{{Text: said, Claim: "C1"}}}},
		Evidence: []cite.Evidence{{ID: "E1", Section: "Section 5 Duties of keepers and of their deputies"}},
		Claims:   []cite.Claim{{ID: "C1", Text: said, Verdict: cite.Supported, Citations: []cite.Citation{{Evidence: "E1", Name: "a.pdf", Page: 2, Quote: "The keeper lights the lamp at dusk."}}}}}
	text := string(Markdown(r, nil))
	if !strings.Contains(text, "Section 5 Duties of keepers and of their depu…: **The keeper lights the lamp at dusk**") || strings.Contains(text, "C1") {
		t.Error(text)
	}
}

// A quote that proves several claims is printed once; the claims that it proves too name the one below which it stands, once.
func TestMarkdown_AQuoteThatIsGivenIsPointedTo(t *testing.T) {
	quote := func(text string, page int) cite.Citation {
		return cite.Citation{Evidence: "E1", Document: "a", Name: "a.pdf", Page: page, Quote: text}
	}
	lamp, fog, oil := quote("The keeper lights the lamp at dusk.", 2), quote("In fog the horn is sounded.", 3), quote("Oil is kept dry.", 4)
	claim := func(id string, list ...cite.Citation) cite.Claim {
		return cite.Claim{ID: id, Text: "Said otherwise.", Verdict: cite.Supported, Citations: list}
	}
	r := Report{Claims: []cite.Claim{claim("C1", lamp, fog), claim("C2", lamp, oil, fog), claim("C3", fog, oil)}}
	for _, c := range r.Claims {
		r.Answer = append(r.Answer, Block{Sentences: []Sentence{{Text: c.Text, Claim: c.ID}}})
	}
	text := string(Markdown(r, nil))
	for _, want := range []string{"- **C1** “The keeper lights the lamp at dusk.” [p. 2] “In fog the horn is sounded.” [p. 3]\n", "- **C2** “Oil is kept dry.” [p. 4] see C1\n", "- **C3** see C1, C2\n"} {
		if !strings.Contains(strings.ReplaceAll(strings.NewReplacer("\u00a0", " ", `\`, "").Replace(text), "\n\n", "\n"), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
