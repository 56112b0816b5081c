package report

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/report/reporttest"
	"rabbithole/backend/source"
)

func TestReport_EveryFormatTellsWhatTheJSONTells(t *testing.T) {
	for name, r := range samples(t) {
		raw, err := JSON(r)
		if err != nil {
			t.Fatal(err)
		}
		page, err := HTML(r, sampleLinks)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name+".html", func(t *testing.T) { reporttest.SameStory(t, raw, []string{parse(t, page).Find("body").Text()}) })
		t.Run(name+".md", func(t *testing.T) {
			reporttest.SameStory(t, raw, []string{render(t, Markdown(r, sampleLinks)).Find("body").Text()})
		})
	}
}

// What a person has to see wherever the report is read, in words.
func TestReport_EveryFormatShowsTheProof(t *testing.T) {
	r := sampleEnglish(t)
	page, err := HTML(r, sampleLinks)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := makePDF(t, r, nil)
	_, pages := readPDF(t, data)
	for name, text := range map[string]string{
		"html": parse(t, page).Find("body").Text(), "md": render(t, Markdown(r, sampleLinks)).Find("body").Text(),
		"pdf": strings.Join(textsOf(pages), "\n"), "docx": strings.Join(makeDOCX(t, r).paragraphs, "\n"),
	} {
		flat := strings.Join(strings.Fields(text), " ")
		for _, want := range []string{
			"another document says otherwise", "unproven", "Contradictions", "300 against 100 Bq/m³.", "The number 3 stands in none of the quotes.", // verdicts and doubts
			"A fine of 50,000 euros is due.", "No quote holds “50,000”", "It names no source", // struck, with the reason
			"measuring_guide_for_homes_and_workplaces_2009.pdf, pp. 7–9, 12", "Act on Radon.pdf, p. 2039 (PDF p. 4)", // unreadable pages by name
			"What does a radon measurement cost?", "by words", "by meaning", "by names", // sweeps
			"4 of 5 claims proven · 2 sentences struck · the model read every prompt whole, by its own count · 4 references followed, 3 not",
		} {
			if !strings.Contains(flat, want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}
}

func TestReport_SaysWhichTextWasRecognised(t *testing.T) {
	r := sampleGerman(t)
	page, err := HTML(r, sampleLinks)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"html": parse(t, page).Find("body").Text(), "md": string(Markdown(r, nil)), "docx": strings.Join(makeDOCX(t, r).paragraphs, "\n"),
	} {
		text = strings.ReplaceAll(text, "\u00a0", " ")
		if !strings.Contains(text, "S. 2043 (PDF-S. 8), aus einem Scan erkannt") || strings.Contains(text, "S. 2042 (PDF-S. 7), aus") {
			t.Errorf("%s does not say of page 8, and of it alone, that its text was recognised", name)
		}
		if !strings.Contains(text, "Fehler enthalten kann") || strings.Contains(text, "2044") {
			t.Errorf("%s does not name the pages cited whose text was recognised, and them alone", name)
		}
	}
}

func TestCertificate_SaysWhatWasCut(t *testing.T) {
	r := sampleEnglish(t)
	r.Making.Spend.Truncated = 2
	if text := string(Markdown(r, nil)); !strings.Contains(text, "· 2 calls cut by the server ·") || strings.Contains(text, "read every prompt whole") {
		t.Error("two calls were cut, and the report certifies that none was")
	}
	r.Proof = Proof{}
	if text := string(Markdown(r, nil)); !strings.Contains(text, "4 of 5 claims proven · 2 sentences struck") {
		t.Error("a report without figures of its own is not counted")
	}
}

func TestDisputes_EachPairOnceAndWhole(t *testing.T) {
	claims := []cite.Claim{{ID: "C1", Against: []string{"C2", "C3", "C9", "C1"}}, {ID: "C2", Against: []string{"C1"}}, {ID: "C3"}}
	got := newView(Report{Claims: claims}, nil).disputes()
	if len(got) != 2 || got[0][1].ID != "C2" || got[1][0].ID != "C1" || got[1][1].ID != "C3" {
		t.Errorf("got %+v", got)
	}
}

// A title that several documents have tells none of them apart: the name of the file stands with it.
func TestWorks_TellsDocumentsOfOneTitleApart(t *testing.T) {
	cites := func(document, name string) cite.Claim {
		return cite.Claim{Citations: []cite.Citation{{Document: document, Name: name, Page: 1}}}
	}
	r := Report{Claims: []cite.Claim{cites("a", "acme 2023.pdf"), cites("b", "acme 2024.pdf"), cites("c", "act.pdf")}}
	var titles []string
	for _, w := range Works(r, map[string]source.Document{"a": {Title: "ANNUAL REPORT"}, "b": {Title: "Annual Report "}, "c": {Title: "Radon Act"}}, sampleLinks) {
		titles = append(titles, w.Title)
	}
	if want := []string{"ANNUAL REPORT (acme 2023)", "Annual Report (acme 2024)", "Radon Act"}; !slices.Equal(titles, want) {
		t.Errorf("called %q, want %q", titles, want)
	}
}

func TestWorks_ListsTheCitedDocuments(t *testing.T) {
	r := sampleEnglish(t)
	works := Works(r, map[string]source.Document{
		"act": {Title: "Act on Radon & Thoron", Author: "Ministry of Air; Doe, Jane", Date: "2017-06-27", Language: "en"},
	}, sampleLinks)
	csl, err := bibliography.CSLJSON(works)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "english.bib", bibliography.BibTeX(works))
	golden(t, "english.ris", bibliography.RIS(works))
	golden(t, "english.csl.json", csl)
	if got := Works(sampleSilent(), nil, nil); len(got) != 0 {
		t.Errorf("a report that cites nothing lists %v", got)
	}
}

// Documents that contradict each other are told in one section right below the answer, in the same words on paper and in a terminal: both sides, whose
// they are, and how. Neither is called wrong.
func TestContradictions_AreToldOnceWithBothSides(t *testing.T) {
	claim := func(id, document, name, text, against string) cite.Claim {
		return cite.Claim{ID: id, Text: text, Verdict: cite.Supported, Against: []string{against}, Doubts: []string{"A year, a fortnight."},
			Citations: []cite.Citation{{Evidence: "E" + id, Document: document, Name: name, Page: 1, Quote: text}}}
	}
	line := func(id, text string) Block { return Block{Item: true, Sentences: []Sentence{{Text: text, Claim: id}}} }
	r := Report{Question: "How long?", Language: "en", Answer: []Block{line("", "It depends.")}, Coverage: Coverage{Queries: 1},
		Sections: []Section{{Title: "Contradictions", Contrary: true, Blocks: []Block{line("C1", "Measure for twelve months."), line("C2", "Two weeks will do.")}}, {Title: "More"}},
		Claims:   []cite.Claim{claim("C1", "a", "law.pdf", "Measure for twelve months.", "C2"), claim("C2", "b", "memo.txt", "Two weeks will do.", "C1")},
		Evidence: []cite.Evidence{{ID: "EC1", Document: "a", Name: "law.pdf"}, {ID: "EC2", Document: "b", Name: "memo.txt", Own: true}}}
	page, err := HTML(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"html": parse(t, page).Find("main").Text(), "md": string(Markdown(r, nil)), "research": Spoken(r), "ask": Spoken(r)}
	for name, text := range texts {
		text, _, _ = strings.Cut(text, "Claims and their quotes")
		at := -1
		for _, want := range []string{"It depends.", "contradictions", "law.pdf", "Measure for twelve months", "Your file memo.txt", "Two weeks will do", "A year, a fortnight."} {
			i := strings.Index(strings.ToLower(text), strings.ToLower(want))
			if i < 0 || name != "md" && name != "html" && i < at {
				t.Errorf("%s: no %q in its place:\n%s", name, want, text)
			}
			at = max(at, i)
		}
		if strings.Count(strings.ToLower(text), "contradict") != 1 || strings.Count(text, "Two weeks will do") != 1 {
			t.Errorf("%s tells it twice, or calls a side wrong:\n%s", name, text)
		}
	}
}
