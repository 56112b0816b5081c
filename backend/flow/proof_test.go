package flow_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
)

// Without a model nothing but a missing figure takes a sentence out. What stands word for word is supported, and what is in other words is marked as
// read by nobody, whether it is right or wrong.
func TestProve_WithoutAModelOnlyAMissingFigureStrikes(t *testing.T) {
	const text = "A lantern on a rescue boat shall shine with at most 40 lumens in the harbour basin."
	_, kit := shelf.New(t, map[string]string{"manual.md": "# Manual\n\n## 1 Brightness\n\n" + text + "\n"})
	hits, err := kit.Search.Search(t.Context(), extract.Query{Text: "lantern on a rescue boat", Limit: 1})
	if err != nil || len(hits) != 1 {
		t.Fatal(hits, err)
	}
	p := hits[0].Passage
	page, err := kit.Library.PageText(t.Context(), p.Document, p.Page())
	if err != nil {
		t.Fatal(err)
	}
	span := p.Spans[0]
	span.Start = strings.Index(page, text)
	span.End = span.Start + len(text)
	evidence := []cite.Evidence{{ID: "E1", Passage: p.ID, Document: p.Document, Name: "manual.md", Page: p.Page(), Quotes: []cite.Quote{{Text: text, Span: span}}}}
	var draft extract.Draft
	for i, said := range []string{text, "A boat's lantern must not be brighter than 40 lumens.", "A lantern on a rescue boat need not shine.", "A lantern may shine with 90 lumens."} {
		draft.Answer = append(draft.Answer, cite.Sentence{Text: said, Evidence: []string{"E1"}, Block: i})
	}
	got, err := flow.Prove(t.Context(), kit, ask.Question{Text: "How bright?", Language: "en"}, draft, evidence)
	if err != nil || len(got.Answer) != 3 || len(got.Struck) != 1 || got.Struck[0].Text != draft.Answer[3].Text || !strings.Contains(got.Struck[0].Reason, "“90 lumens” stands nowhere") {
		t.Fatalf("%+v, %v", got, err)
	}
	if c := got.Claims[0]; c.Verdict != cite.Supported || len(c.Doubts) > 0 {
		t.Errorf("word for word: %+v", c)
	}
	for _, c := range got.Claims[1:] {
		if c.Verdict != cite.Unproven || !strings.Contains(strings.Join(c.Doubts, " "), "no model has read it") {
			t.Errorf("in other words: %+v", c)
		}
	}
}
