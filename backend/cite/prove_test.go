package cite

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

var testPages = map[string]string{
	"d1/1": "Act on Radon\nThe reference level is 300 Bq/m³ in annual mean. The authority shall be told with-\nin three months. The operator shall keep the records for",
	"d1/2": "Act on Radon 2\nfive years and hand them over. Measurements last twelve months.",
	"d2/1": "Guide\nVentilation lowers the concentration to 120 Bq/m³ in most houses.",
}

func testPageText(document string, page int) (string, error) {
	text, ok := testPages[fmt.Sprintf("%s/%d", document, page)]
	if !ok {
		return "", errors.New("no such page")
	}
	return text, nil
}

func testEvidence(id, document, name string, quotes ...string) Evidence {
	e := Evidence{ID: id, Document: document, Name: name, Page: 1, Label: "i"}
	for _, q := range quotes {
		e.Quotes = append(e.Quotes, Quote{Text: q})
	}
	return e
}

func TestGround_PageBreakMakesTwoCitations(t *testing.T) {
	q := Quote{Text: "The operator shall keep the records for five years and hand them over."}
	got, err := Ground(testEvidence("E1", "d1", "act.pdf"), q, testPageText)
	if err != nil || len(got) != 2 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if got[0].Page != 1 || got[0].Quote != "The operator shall keep the records for" || got[0].Label != "i" {
		t.Errorf("first: %+v", got[0])
	}
	if got[1].Page != 2 || got[1].Quote != "five years and hand them over" || got[1].Label != "" {
		t.Errorf("second: %+v", got[1])
	}
	for _, c := range got {
		text := testPages[fmt.Sprintf("d1/%d", c.Page)]
		if c.Span.Page != c.Page || text[c.Span.Start:c.Span.End] != c.Quote {
			t.Errorf("span of %+v", c)
		}
	}
}

func TestGround_Situations(t *testing.T) {
	cases := []struct {
		name, quote string
		page        int
		want        string
	}{
		{"on its page", "reference level is 300 Bq/m3", 0, "1:reference level is 300 Bq/m³"},
		{"on the next page", "Measurements last twelve months", 0, "2:Measurements last twelve months"},
		{"page of the quote goes first", "Measurements last twelve months", 2, "2:Measurements last twelve months"},
		{"hyphen at a line end", "The authority shall be told within three months", 0, "1:The authority shall be told within three months"},
		{"short ellipsis is filled in", "The reference level is … in annual mean", 0, "1:The reference level is 300 Bq/m³ in annual mean"},
		{"replaced word", "reference level is 100 Bq/m3", 0, ""},
		{"words over the break that do not follow", "The operator shall keep the records for ten years and hand them over", 0, ""},
		{"last page of the document", "something that is nowhere", 2, ""},
	}
	for _, c := range cases {
		got, err := Ground(testEvidence("E1", "d1", "act.pdf"), Quote{Text: c.quote, Span: source.Span{Page: c.page}}, testPageText)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		var found []string
		for _, x := range got {
			found = append(found, fmt.Sprintf("%d:%s", x.Page, x.Quote))
		}
		if strings.Join(found, "|") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, found, c.want)
		}
	}
}

func TestShown_ReadsLikeTheBook(t *testing.T) {
	for in, want := range map[string]string{
		"a  b\n c":                    "a b c",
		"Strahlen-\nschutz":           "Strahlenschutz",
		"Strahlen\u00ad\nschutz":      "Strahlenschutz",
		"Strah\ufffelen\u200bschutz":  "Strahlenschutz",
		"Strahlen-\nund Umweltschutz": "Strahlen- und Umweltschutz",
		"Rhein-\nMain":                "Rhein-Main",
		"10-\n20":                     "10- 20",
		"参考\n 水平 300":                 "参考水平 300",
	} {
		if got := shown(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestGround_LongEllipsisMakesACitationPerPart(t *testing.T) {
	page := "The operator shall measure the air." + strings.Repeat(" Other words stand here.", 20) + " The records are kept for five years."
	pages := func(string, int) (string, error) { return page, nil }
	got, err := Ground(testEvidence("E1", "d", "act.pdf"), Quote{Text: "The operator shall measure the air […] records are kept for five years"}, pages)
	if err != nil || len(got) != 2 || got[0].Quote != "The operator shall measure the air" || got[1].Quote != "records are kept for five years" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// The words that lead into a list and those that close its sentence are few, and an entry says nothing without them.
// The entry of a list may stand on the page after the words that lead into it, or run over the break; the evidence is on either page.
func TestGround_LeadAndEntryOnTwoPages(t *testing.T) {
	pages := func(_ string, page int) (string, error) {
		return []string{"", "The keeper shall: (a) feed the bees; (b) count the hives that stand", "Act 2\non the meadow; (c) write to the board. Hives are green.", "Act 3"}[page], nil
	}
	for _, c := range []struct {
		quote string
		page  int
		want  []string
	}{
		{"The keeper shall: … (c) write to the board.", 1, []string{"The keeper shall", "(c) write to the board"}},
		{"The keeper shall: … (c) write to the board.", 2, []string{"The keeper shall", "(c) write to the board"}},
		{"The keeper shall: … (b) count the hives that stand on the meadow; …", 1, []string{"The keeper shall: (a) feed the bees; (b) count the hives that stand", "on the meadow"}},
		{"(c) write to the board. … The keeper shall feed", 1, nil},
		{"The keeper shall: … (d) write to the queen.", 2, nil},
	} {
		e := testEvidence("E1", "d1", "act.pdf")
		e.Page = c.page
		got, err := Ground(e, Quote{Text: c.quote}, pages)
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%q from page %d: %+v, %v", c.quote, c.page, got, err)
			continue
		}
		for i, w := range c.want {
			if got[i].Quote != w || got[i].Page != i+1 {
				t.Errorf("%q from page %d: citation %d is %q on page %d", c.quote, c.page, i, got[i].Quote, got[i].Page)
			}
		}
	}
}

func TestGround_ShortPartsOfALongQuoteStay(t *testing.T) {
	page := "(1) Wer\n1. eine Lampe" + strings.Repeat(" ohne Ansehen der Stunde", 20) + " anzündet,\n2. eine Lampe trägt" + strings.Repeat(" oder sonst im Turm bewegt", 20) + ",\n3. Öl\nbefördern darf."
	pages := func(string, int) (string, error) { return page, nil }
	got, err := Ground(testEvidence("E1", "d", "act.pdf"), Quote{Text: "(1) Wer … 2. eine Lampe trägt … befördern darf"}, pages)
	if err != nil || len(got) != 3 || got[0].Quote != "(1) Wer" || got[1].Quote != "2. eine Lampe trägt" || got[2].Quote != "befördern darf" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestGround_OwnSpanWinsOverAnEarlierPlace(t *testing.T) {
	page := "the same words here. Later on the same words here."
	at := strings.LastIndex(page, "the same words here")
	q := Quote{Text: "the same words here", Span: source.Span{Page: 1, Start: at, End: at + len("the same words here")}}
	got, err := Ground(testEvidence("E1", "d", "a.pdf"), q, func(string, int) (string, error) { return page, nil })
	if err != nil || len(got) != 1 || got[0].Span.Start != at {
		t.Errorf("got %+v, %v; want start %d", got, err, at)
	}
}

func TestGround_UnreadablePageIsAnError(t *testing.T) {
	broken := errors.New("disk gone")
	_, err := Ground(testEvidence("E1", "d1", "a.pdf"), Quote{Text: "three words only"}, func(string, int) (string, error) { return "", broken })
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestProver_ClaimsCitationsAndRemovals(t *testing.T) {
	known := map[string]Evidence{
		"E1": testEvidence("E1", "d1", "act.pdf", "Measurements last twelve months.", "The reference level is 300 Bq/m³ in annual mean.", "invented words that stand nowhere"),
		"E2": testEvidence("E2", "d2", "guide.pdf", "Ventilation lowers the concentration to 120 Bq/m³"),
		"E3": testEvidence("E3", "d2", "guide.pdf", "Ventilation raises the concentration to 900 Bq/m³"),
	}
	p := NewProver(known, testPageText)
	kept, err := p.Prove([]Sentence{
		{Text: "The reference level is 300 Bq/m3.", Evidence: []string{"E1"}},
		{Text: "In short:"},
		{Text: "Ventilation raises it to 900 Bq/m3.", Evidence: []string{"E3"}},
		{Text: "Ventilation lowers it to 100 Bq/m3.", Evidence: []string{"E3", "E2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Prove([]Sentence{{Text: "The reference level is 300 Bq/m3.", Evidence: []string{"E1"}}})
	if err != nil || again[0].Claim != "C1" || len(p.Claims) != 2 {
		t.Errorf("the same sentence is one claim: %+v, %d claims, %v", again, len(p.Claims), err)
	}
	var ids []string
	for _, s := range kept {
		ids = append(ids, s.Claim)
	}
	if !slices.Equal(ids, []string{"C1", "", "C2"}) {
		t.Errorf("claims of the kept sentences: %q", ids)
	}
	if c := p.Claims[0]; len(c.Citations) != 1 || c.Citations[0].Quote != "The reference level is 300 Bq/m³ in annual mean" || c.Verdict != Unproven {
		t.Errorf("C1: %+v", c)
	}
	if c := p.Claims[1]; len(c.Citations) != 1 || c.Citations[0].Evidence != "E2" {
		t.Errorf("C2: %+v", c)
	}
	if len(p.Removed) != 1 || p.Removed[0].Reason != QuoteNotFound || p.Removed[0].IDs[0] != "E3" {
		t.Errorf("removed: %+v", p.Removed)
	}
}

func TestProver_SecondQuoteForWhatTheFirstLacks(t *testing.T) {
	known := map[string]Evidence{"E1": testEvidence("E1", "d1", "act.pdf", "The reference level is 300 Bq/m³", "The authority shall be told within three months")}
	p := NewProver(known, testPageText)
	text := "The reference level is 300 Bq/m3, and the authority is told within 3 months."
	if _, err := p.Prove([]Sentence{{Text: text, Evidence: []string{"E1"}}}); err != nil {
		t.Fatal(err)
	}
	if c := p.Claims[0]; len(c.Citations) != 2 {
		t.Errorf("got %+v", c)
	}
}
