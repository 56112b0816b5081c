package answer

import (
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
)

func TestPlaced_SaysShortlyAndOnceWhereQuotesStand(t *testing.T) {
	const notify, long = "Article 33 Notification of a breach", "Where detectors are placed in homes, schools, workplaces and every other building that people use"
	evidence := []cite.Evidence{{ID: "E1", Document: "a", Section: notify}, {ID: "E2", Document: "a", Section: notify}, {ID: "E3", Document: "b", Section: notify},
		{ID: "E4", Document: "b", Section: long}, {ID: "E5", Document: "b", Section: "§ 78a Limits:"}, {ID: "E6", Document: "b", Section: long + " " + long}, {ID: "E7"}}
	cut := (long + " " + long)[:mostHeading]
	lines := []cite.Sentence{
		{Text: notify + ": 1. Tell them.", Evidence: []string{"E1"}}, {Text: notify + ": 2. Soon.", Evidence: []string{"E2"}},
		{Text: notify + ": 1. Tell us.", Evidence: []string{"E3"}}, {Text: long + ": At a height of 1 m.", Evidence: []string{"E4"}},
		{Text: "§ 78a Limits: 20 mSv.", Evidence: []string{"E5"}}, {Text: cut + "…: On a shelf.", Evidence: []string{"E6"}},
		{Text: "Note: nothing.", Evidence: []string{"E7"}}, {Text: notify + ": both.", Evidence: []string{"E1", "E2"}}, {Text: "2. Soon: now.", Evidence: []string{"E2"}},
	}
	want := []string{"Article 33: 1. Tell them.", "2. Soon.", "Article 33: 1. Tell us.", "Where detectors are placed in homes, schools, workplaces …: At a height of 1 m.", "§ 78a: 20 mSv.",
		"Where detectors are placed in homes, schools, workplaces …: On a shelf.", "Note: nothing.", notify + ": both.", "2. Soon: now."}
	for i, got := range placed(lines, evidence) {
		if got.Text != want[i] {
			t.Errorf("%q, want %q", got.Text, want[i])
		}
	}
}

func TestCitations_EveryClaimHasItsOwnPageAndQuote(t *testing.T) {
	at := func(document string, page int, quote string) cite.Citation {
		return cite.Citation{Document: document, Page: page, Quote: quote}
	}
	r := report.Report{Sources: []report.Source{{Number: 1, Document: "a", Name: "A.pdf"}, {Number: 2, Document: "b", Name: "B.pdf"}}, Claims: []cite.Claim{
		{ID: "C1", Text: "One.", Citations: []cite.Citation{at("a", 42, "one")}}, {ID: "C2", Text: "Two.", Citations: []cite.Citation{at("b", 7, "two"), at("a", 16, "zwei")}}}}
	got := Citations(r)
	if len(got) != 2 || got[0].Page != 42 || got[0].Quote != "one" || len(got[0].Places) != 2 || got[0].Places[1] != (Place{"C2", "Two.", 16, "", "zwei"}) || len(got[1].Places) != 1 {
		t.Errorf("citations %+v", got)
	}
	r.Answer = []report.Block{{Sentences: []report.Sentence{{Text: "Two. …", Claim: "C2"}}}}
	if text := Text(r); text != "Two [2][1]. …" {
		t.Errorf("text %q", text)
	}
}

// Numbers in brackets of a page's own are no citations, in what is streamed and in what is handed over.
func TestUnmarked_LeavesNoCitationOfAPage(t *testing.T) {
	for text, want := range map[string]string{
		"91 metres tall [1] see [2].":         "91 metres tall (1) see (2).",
		"proved [3, 4] and [5–7] and [^8]":    "proved (3, 4) and (5–7) and (^8)",
		"in [brackets] and [2026-01-01]":      "in [brackets] and [2026-01-01]",
		"an array x[i] and a year [20261] of": "an array x[i] and a year [20261] of",
	} {
		if got := unmarked(text); got != want {
			t.Errorf("unmarked(%q) = %q", text, got)
		}
	}
	if got := numbered("Tall [1] indeed [E2].", map[string]int{"E2": 1}); got != "Tall (1) indeed [1]." {
		t.Errorf("streamed: %q", got)
	}
}
