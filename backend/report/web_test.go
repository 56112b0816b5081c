package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/source"
)

// sampleWeb is an answer from a document and a page of the web.
func sampleWeb(t *testing.T) Report {
	var l ledger
	keep(&l, "act", "Act on Radon.pdf", 12, "12", cite.Evidence{Section: "§ 4 Reference level", Score: 0.9}, "The reference level for the annual mean radon concentration in air at workplaces is 300 Bq/m³")
	keep(&l, "page", "Radon in the workplace", 1, "1", cite.Evidence{Score: 0.8, Locator: source.Locator{Document: "page", URL: "https://www.authority.example/radon?x=1&y=<2>"}},
		"Since 2026 the reference level for workplaces is 200 Bq/m³ in this country")
	p := cite.NewProver(l.Known(), samplePageText)
	answer := prove(t, p, says(0, false, "The act names 300 Bq/m³ as an annual mean.", "E1"), says(0, false, "Since 2026 the reference level is 200 Bq/m³.", "E2"))
	for i := range p.Claims {
		p.Claims[i].Verdict = cite.Supported
	}
	return Report{
		Run: "r9", Flow: "answer", Question: "Which reference level applies today?", Language: "en", MadeAt: time.Date(2026, 3, 9, 14, 5, 0, 0, time.UTC), Answer: answer,
		Claims: p.Claims, Evidence: l.Evidence, Silent: []string{}, Proof: Proof{Supported: 2},
		Sources: []Source{
			{Number: 1, Document: "act", Name: "Act on Radon.pdf", Date: "2018-05-12", Evidence: []string{"E1"}, Quality: 0.82, Reason: "your document, of 2018-05-12"},
			{Number: 2, Document: "page", Name: "Radon in the workplace", URL: "https://www.authority.example/radon?x=1&y=<2>", Site: "Radiation Authority", Date: "2026-02-01",
				FetchedAt: time.Date(2026, 3, 9, 14, 4, 0, 0, time.UTC), Evidence: []string{"E2"}, Quality: 0.913, Reason: "official site, of 2026-02-01"},
		},
		Warnings: []string{"https://slow.example could not be read: it takes too long."}, StopReason: "sufficient",
		Connections: []Connection{{"search.example", "search", 2, 20480}, {"www.authority.example", "page", 1, 1400000}, {"www.authority.example", "robots", 1, 120}, {"x.example", "other <b>", 1, 1}},
		Coverage:    Coverage{Documents: 3, Pages: 1204, Queries: 2, Passages: 7, Kept: 2, PagesRead: 5},
		Making:      Making{Engine: "extractive", Version: "1.0.0"}, Notes: []string{"The search ended because the evidence is enough."},
	}
}

func TestWeb_SourcesAreShownApartWithAddressAndDateOfFetch(t *testing.T) {
	r := sampleWeb(t)
	page, err := HTML(r, sampleLinks)
	if err != nil {
		t.Fatal(err)
	}
	pdf, _ := makePDF(t, r, nil)
	for format, text := range map[string]string{"html": string(page), "markdown": string(Markdown(r, sampleLinks))} {
		for _, want := range []string{"From the web", "From your documents", "Web authority.example", "https://www.authority.example/radon?x=1", "fetched 9 March 2026, 14:04", "of 2026-02-01",
			"Quality 0.91", "What left this computer", "search.example (web search, 2 requests, 20,480 bytes received)", "1,400,000", "What went wrong on the way", "it takes too long"} {
			if format == "html" {
				want = strings.ReplaceAll(want, "&", "&amp;")
			}
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q", format, want)
			}
		}
		if strings.Contains(text, "authority.example, p. 1") || strings.Contains(text, "<2>") || strings.Contains(text, "other <b>") {
			t.Errorf("%s shows a page of the web like a document, or its address raw", format)
		}
	}
	if !strings.Contains(string(page), `class="chip web" href="https://www.authority.example/`) || strings.Contains(string(page), "page.pdf") {
		t.Error("a citation of the web does not lead there")
	}
	if len(pdf) == 0 {
		t.Error("no PDF")
	}
	if text := Spoken(r); !strings.Contains(text, "Radiation Authority, Radon in the workplace, 2026-02-01, https://www.authority.example/radon?x=1") || !strings.Contains(text, "Act on Radon.pdf, p. 12") {
		t.Errorf("the summary for a terminal:\n%s", text)
	}
	old, err := Parse([]byte(`{"run":"r1","question":"Q","answer":[],"claims":[]}`))
	if err != nil || old.Sources != nil || len(webPages(old)) != 0 {
		t.Errorf("an old report reads as %+v: %v", old, err)
	}
}

func TestWorks_PageOfTheWebWithItsAddressAndTheDayItWasRead(t *testing.T) {
	works := Works(sampleWeb(t), nil, sampleLinks)
	if len(works) != 2 || works[0].URL != "" || works[0].File == "" {
		t.Fatalf("works %+v", works)
	}
	csl, err := bibliography.CSLJSON(works)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		string(bibliography.BibTeX(works)): {"title = {{Radon in the workplace}}", "url = {https://www.authority.example/radon?x=1&y=%3C2%3E}", "urldate = {2026-03-09}", "howpublished = {Radiation Authority}", "year = {2026}"},
		string(bibliography.RIS(works)):    {"TY  - ELEC", "UR  - https://www.authority.example/radon?x=1&y=%3C2%3E", "Y2  - 2026/03/09"},
		string(csl):                        {`"type": "webpage"`, `"URL": "https://www.authority.example/radon?x=1&y=%3C2%3E"`, `"accessed": {`},
	} {
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("no %q in:\n%s", w, text)
			}
		}
		if strings.Contains(text, "page.pdf") {
			t.Errorf("a page of the web leads into the library:\n%s", text)
		}
	}
}

func TestSpoken_EachCitationSaysItsPageWhereItsSourceHasSeveral(t *testing.T) {
	r := sampleWeb(t)
	if got := Spoken(r); !strings.Contains(got, "annual mean [1, § 4].") || !strings.Contains(got, "200 Bq/m³ [2].") || !strings.Contains(got, "\n[1] Act on Radon.pdf, p. 12\n") ||
		!strings.Contains(got, "[2] Radiation Authority, Radon in the workplace, 2026-02-01, https://www.authority.example/radon?x=1&y=") {
		t.Errorf("got:\n%s", got)
	}
	r.Claims[0].Citations[0].Label = "2047"
	other := r.Claims[0]
	other.ID, other.Verdict = "C9", cite.Unproven
	other.Citations = slices.Clone(other.Citations)
	other.Citations[0].Page, other.Citations[0].Label = 16, "2051"
	r.Claims = append(r.Claims, other)
	r.Sections = []Section{{Title: "Where else", Blocks: []Block{{Item: true, Sentences: []Sentence{{Text: "It stands there too. …", Claim: "C9"}, {Text: "So much\x1b[2J."}}}}}}
	r.Silent = []string{"Who measures it is not said."}
	for _, want := range []string{"annual mean [1, § 4, p. 2047].", "Where else\n----------\n- It stands there too [1, § 4, p. 2051]. … (unproven) So much", "Left open\n---------\n- Who measures it is not said.", "\n[1] Act on Radon.pdf, pp. 2047, 2051 (PDF pp. 12, 16)\n"} {
		if got := Spoken(r); !strings.Contains(got, want) || strings.Contains(got, "\x1b") {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	r.Verdict = Unsure // then what was not found says more than the passages
	if got, want := Spoken(r), "Unsure: these are the closest passages, judged by no model.\n\n- Who measures it is not said.\n\nThe act"; !strings.HasPrefix(got, want) || strings.Count(got, "Who measures") != 1 {
		t.Errorf("no %q in:\n%s", want, got)
	}
	r.Answer, r.Sections, r.Claims, r.Sources = nil, nil, nil, nil
	if got := Spoken(r); got != "No passage answers this question.\n- Who measures it is not said.\n" {
		t.Errorf("without an answer: %q", got)
	}
}

func TestWeb_OnlyWebAddressesAreLinked(t *testing.T) {
	for address, want := range map[string]string{"https://a.example/b": "https://a.example/b", "http://a.example/b c": "http://a.example/b%20c", "javascript:alert(1)": "", "file:///etc/passwd": "",
		"https://u:p@a.example": "", "//a.example": "", "data:text/html,x": "", "": ""} {
		if got := webAddress(address); got != want {
			t.Errorf("%q is printed as %q", address, got)
		}
	}
}

// Sections and pages stand in pairs, by the pages, in whatever order a sentence cites them.
func TestSpoken_EachSectionStandsBeforeItsPages(t *testing.T) {
	r := sampleWeb(t)
	x := r.Claims[0].Citations[0]
	r.Claims[0].Citations = nil
	r.Evidence = nil
	for i, at := range []struct {
		section string
		page    int
	}{{"§ 9 Owners", 101}, {"§ 4 Levels", 85}, {"§ 9 Owners", 102}} {
		x.Evidence, x.Page, x.Label = fmt.Sprint("E", i+1), at.page, ""
		r.Claims[0].Citations = append(r.Claims[0].Citations, x)
		r.Evidence = append(r.Evidence, cite.Evidence{ID: x.Evidence, Document: x.Document, Name: x.Name, Page: at.page, Section: at.section})
	}
	if got, want := Spoken(r), "annual mean [1, § 4, p. 85; § 9, pp. 101–102]."; !strings.Contains(got, want) {
		t.Errorf("no %q in:\n%s", want, got)
	}
}
