package report

import (
	"strings"
	"testing"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// sampleWeb is an answer from a document and a page of the web.
func sampleWeb(t *testing.T) Report {
	var l cite.Ledger
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
		for _, want := range []string{"From the web", "From your documents", "Web: Radon in the workplace, authority.example", "https://www.authority.example/radon?x=1", "fetched 9 March 2026, 14:04", "of 2026-02-01",
			"Quality 0.91", "What left this computer", "search.example", "20,480", "1,400,000", "web search", "What went wrong on the way", "it takes too long"} {
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
	old, err := Parse([]byte(`{"run":"r1","question":"Q","answer":[],"claims":[]}`))
	if err != nil || old.Sources != nil || len(webPages(old)) != 0 {
		t.Errorf("an old report reads as %+v: %v", old, err)
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
