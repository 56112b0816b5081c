package report

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// samplePages are the pages of the documents that the sample reports cite, by "hash/page".
var samplePages = map[string]string{
	"act/12":    "Act on Radon\n§ 4 Reference level\nThe reference level for the annual mean radon concentration in air at workplaces is 300 Bq/m³. The operator shall re-\nduce the concentration without delay where the level is exceeded. Records shall be kept for",
	"act/13":    "2048 Act on Radon\nfive years and presented to the authority on request.",
	"guide/3":   "Measuring guide\nA detector stays in place for twelve months. The reference level for workplaces is 100 Bq/m³ according to the recommendation of 2009.",
	"zh/1":      "室内氡浓度的参考\n水平为300贝克每立方米。",
	"gesetz/7":  "Gesetz über Radon\n§ 126 Referenzwert\nDer Referenzwert für die über das Jahr gemittelte Radon-222-Aktivitätskonzentration in der Luft an Arbeitsplätzen beträgt 300 Becquerel je Kubikmeter.",
	"gesetz/8":  "§ 128 Reduzierung\nDer Verantwortliche hat unverzüglich „Maßnahmen“ zur Reduzierung der Radonkonzentration zu ergreifen. Die Messung ist innerhalb von 24 Monaten zu wiederholen.",
	"page/1":    "Radon in the workplace\nSince 2026 the reference level for workplaces is 200 Bq/m³ in this country.",
	"hostile/1": "Ignore <script>alert(1)</script> and [click](javascript:alert(2)) on this page.",
}

func samplePage(document string, page int) (string, bool) {
	text, ok := samplePages[fmt.Sprintf("%s/%d", document, page)]
	return text, ok
}

func samplePageText(document string, page int) (string, error) {
	text, ok := samplePage(document, page)
	if !ok {
		return "", fmt.Errorf("no page %d", page)
	}
	return text, nil
}

// sampleLinks opens a document from a folder whose name needs encoding.
func sampleLinks(document string, page int) string {
	return FileURL("/data/My Library (ä#1)/"+document+".pdf", page)
}

// ledger gives evidence its IDs: E1, E2, ...
type ledger struct{ Evidence []cite.Evidence }

// Keep adds evidence and returns its ID.
func (l *ledger) Keep(e cite.Evidence) string {
	e.ID = fmt.Sprint("E", len(l.Evidence)+1)
	l.Evidence = append(l.Evidence, e)
	return e.ID
}

// Known is the evidence by ID.
func (l *ledger) Known() map[string]cite.Evidence {
	known := map[string]cite.Evidence{}
	for _, e := range l.Evidence {
		known[e.ID] = e
	}
	return known
}

func keep(l *ledger, document, name string, page int, label string, e cite.Evidence, quotes ...string) string {
	e.Passage, e.Document, e.Name, e.Page, e.Label = fmt.Sprint(document, page), document, name, page, label
	for _, q := range quotes {
		e.Quotes = append(e.Quotes, cite.Quote{Text: q, Span: source.Span{Page: page}})
	}
	return l.Keep(e)
}

// prove runs sentences through the gate and fails t when one is removed.
func prove(t *testing.T, p *cite.Prover, sentences ...cite.Sentence) []Block {
	t.Helper()
	kept, err := p.Prove(sentences)
	if err != nil || len(p.Removed) > 0 {
		t.Fatalf("the sample does not stand: %v %+v", err, p.Removed)
	}
	return Blocks(kept)
}

func says(block int, item bool, text string, ids ...string) cite.Sentence {
	return cite.Sentence{Text: text, Evidence: ids, Block: block, Item: item}
}

func sampleEnglish(t *testing.T) Report {
	var l ledger
	keep(&l, "act", "Act on Radon.pdf", 12, "2047", cite.Evidence{Section: "§ 4 Reference level", Why: "sets the level", Score: 0.934},
		"The reference level for the annual mean radon concentration in air at workplaces is 300 Bq/m³",
		"The operator shall reduce the concentration without delay where the level is exceeded",
		"Records shall be kept for five years and presented to the authority on request")
	keep(&l, "guide", "measuring_guide_for_homes_and_workplaces_2009.pdf", 3, "3", cite.Evidence{Section: "2 Duration", Why: "how long to measure", Score: 0.71, Via: "E1"},
		"A detector stays in place for twelve months", "The reference level for workplaces is 100 Bq/m³")
	keep(&l, "zh", "室内空气质量.pdf", 1, "1", cite.Evidence{Section: "参考水平", Score: 0.66}, "室内氡浓度的参考水平为300贝克每立方米")
	p := cite.NewProver(l.Known(), samplePageText)
	answer := prove(t, p,
		says(0, false, "The reference level at workplaces is 300 Bq/m³ as an annual mean.", "E1", "E3"),
		says(0, false, "An older guide names 100 Bq/m³.", "E2"),
		says(1, false, "Two duties follow from it:"),
		says(2, true, "The operator reduces the concentration without delay.", "E1"),
		says(3, true, "The records are kept for 5 years.", "E1"))
	duration := prove(t, p, says(0, false, "A detector stays in place for 12 months, and 3 of them are used.", "E2"))
	for i := range p.Claims {
		p.Claims[i].Verdict = cite.Supported
		for j := range p.Claims[i].Citations {
			c := &p.Claims[i].Citations[j]
			c.Label = cmp.Or(c.Label, fmt.Sprint(c.Page+2035))
		}
	}
	p.Claims[0].Against = []string{"C2"}
	p.Claims[1].Against = []string{"C1"}
	p.Claims[0].Doubts = []string{"300 against 100 Bq/m³."}
	p.Claims[1].Doubts = p.Claims[0].Doubts
	p.Claims[4].Verdict, p.Claims[4].Doubts = cite.Unproven, []string{"The number 3 stands in none of the quotes."}
	p.Claims[4].Unsupported = []string{"3"}
	return Report{
		Run: "r1", Flow: "research", Question: "Which radon reference level applies at workplaces, and what must an operator do?", Language: "en",
		MadeAt: time.Date(2026, 3, 9, 14, 5, 0, 0, time.UTC), Answer: answer, Sections: []Section{{Title: "How long to measure", Blocks: duration}},
		Claims: p.Claims, Evidence: l.Evidence,
		Quality: Quality{90, 71, 80, 95, 336, 300, "The guide is older than the act."},
		Silent:  []string{"Nothing was found on the cost of a measurement."},
		Struck:  []Struck{{"A fine of 50,000 euros is due.", "No quote holds “50,000”.", []string{"E1"}}, {"The act was changed twice.", "It names no source.", nil}},
		Proof:   Proof{Supported: 4, Unproven: 1, Struck: 2, Modelled: 5},
		Open: []OpenReference{{"Annex B of the Building Code", "Act on Radon.pdf", 12, "2047", "not in the library", 2}, {"Section 9", "Act on Radon.pdf", 13, "2048", "budget", 1},
			{"Directive of 1996", "Act on Radon.pdf", 13, "2048", "old version", 1}},
		Coverage: Coverage{Documents: 3, Pages: 1204, Unreadable: 12, Queries: 9, Passages: 57, Kept: 3, Followed: 4, PagesRead: 31,
			Unread: []Unread{{"Act on Radon.pdf", []int{4}, []string{"2039"}}, {"measuring_guide_for_homes_and_workplaces_2009.pdf", []int{7, 9, 8, 12}, nil}},
			Sweeps: []Sweep{{"lexical", "cost, price, fee of a measurement", 20}, {"semantic", "What does a radon measurement cost?", 20}, {"entity", "euro, €, EUR", 3}}},
		Making: Making{"ollama", "qwen3:14b", "sha256:bdbd181c33f2ed1b31c972991882db3cf4d192569092138a7d29e973cd9debe8", 16384, "1.0.0",
			budget.Spend{Calls: 14, PromptTokens: 28313, ReplyTokens: 3004, Fallbacks: 1, Replayed: 2, Time: 132 * time.Second}, nil, false, ""},
		Notes: []string{"The plan was made without the model, since its answer was no JSON twice.", "Measuring guide: an older version is cited."},
	}
}

func sampleGerman(t *testing.T) Report {
	var l ledger
	keep(&l, "gesetz", "Gesetz über Radon.pdf", 7, "2042", cite.Evidence{Section: "§ 126 Referenzwert", Why: "nennt den Wert", Score: 0.91},
		"Der Referenzwert für die über das Jahr gemittelte Radon-222-Aktivitätskonzentration in der Luft an Arbeitsplätzen beträgt 300 Becquerel je Kubikmeter")
	keep(&l, "gesetz", "Gesetz über Radon.pdf", 8, "2043", cite.Evidence{Section: "§ 128 Reduzierung", Score: 0.83, Via: "E1"},
		"Der Verantwortliche hat unverzüglich Maßnahmen zur Reduzierung der Radonkonzentration zu ergreifen")
	p := cite.NewProver(l.Known(), samplePageText)
	answer := prove(t, p, says(0, false, "Der Referenzwert an Arbeitsplätzen beträgt 300 Becquerel je Kubikmeter.", "E1"),
		says(0, false, "Wird er überschritten, sind unverzüglich Maßnahmen zur Reduzierung zu ergreifen.", "E2"))
	for i := range p.Claims {
		p.Claims[i].Verdict = cite.Supported
	}
	return Report{
		Run: "r2", Flow: "research", Question: "Welcher Referenzwert gilt für Radon an Arbeitsplätzen?", Language: "de",
		MadeAt: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC), Answer: answer, Claims: p.Claims, Evidence: l.Evidence,
		Silent:   []string{"Zu Übergangsfristen sagen die Dokumente nichts."},
		Open:     []OpenReference{{"§ 17 Baugesetz", "Gesetz über Radon.pdf", 8, "2043", "not in the library", 1}},
		Coverage: Coverage{Recognised: []Unread{{"Gesetz über Radon.pdf", []int{8, 9}, []string{"2043", "2044"}}}, Documents: 1, Pages: 48, Unreadable: 1, Queries: 4, Passages: 20, Kept: 2, Followed: 1, PagesRead: 6},
		Quality:  Quality{88, 70, 85, 100, 343, 300, ""},
		Making:   Making{Engine: "extractive", Version: "1.0.0", Spend: budget.Spend{Time: 840 * time.Millisecond}},
	}
}

func sampleSilent() Report {
	return Report{
		Run: "r3", Flow: "research", Question: "What does the harbour master earn?", Language: "en",
		MadeAt:   time.Date(2026, 3, 9, 14, 5, 0, 0, time.UTC),
		Silent:   []string{"Searched for “harbour master”, “salary” and “pay scale”."},
		Coverage: Coverage{Documents: 1, Pages: 1, Queries: 3, Passages: 12, Sweeps: []Sweep{{"lexical", "harbour master, salary", 6}, {"semantic", "pay of the harbour master", 6}}},
		Making:   Making{Engine: "extractive", Version: "1.0.0", Spend: budget.Spend{Time: 90 * time.Millisecond}},
	}
}

// hostileText tries to become a link, an image, HTML, a heading, a table, a reference definition, an automatic link, and to turn the text around.
const hostileText = "# <script>alert(1)</script> [x](http://evil.example) ![y](http://evil.example/z.png) **b** | `c` | <https://evil.example> https://evil.example www.evil.example a@evil.example &lt;b&gt; =cmd|'/C calc'!A1 \\input{x} %s שלום 😀 \u202egnp.exe\x1b[31m\n\n[x]: http://evil.example"

func sampleHostile(t *testing.T) Report {
	var l ledger
	keep(&l, "hostile", "a](http://evil.example) <img src=x onerror=alert(1)>.pdf", 1, "</a>[7]", cite.Evidence{Section: hostileText, Why: hostileText, Score: 1},
		"Ignore <script>alert(1)</script> and [click](javascript:alert(2)) on this page")
	p := cite.NewProver(l.Known(), samplePageText)
	blocks := prove(t, p, says(0, false, hostileText, "E1"), says(1, true, "1. "+hostileText, "E1"))
	return Report{
		Run: "r4", Flow: "research", Question: hostileText, Language: "xx", MadeAt: time.Date(2026, 3, 9, 14, 5, 0, 0, time.UTC),
		Answer: blocks, Sections: []Section{{Title: hostileText, Blocks: blocks}}, Claims: p.Claims, Evidence: l.Evidence, Silent: []string{hostileText},
		Struck: []Struck{{hostileText, hostileText, nil}}, Coverage: Coverage{Unread: []Unread{{hostileText, []int{1}, []string{hostileText}}}, Sweeps: []Sweep{{hostileText, hostileText, 1}}},
		Open: []OpenReference{{hostileText, hostileText, 1, hostileText, hostileText, 1}}, Notes: []string{hostileText},
		Quality: Quality{Total: 1, Threshold: 2, Reason: hostileText},
		Making:  Making{"ollama", hostileText, hostileText, 0, hostileText, budget.Spend{}, nil, false, ""},
	}
}

// sampleChinese is a report in a language that we have no words of our own in, set without spaces.
func sampleChinese(t *testing.T) Report {
	var l ledger
	keep(&l, "zh", "室内空气质量.pdf", 1, "1", cite.Evidence{Section: "参考水平", Why: "给出数值", Score: 0.9}, "室内氡浓度的参考水平为300贝克每立方米")
	p := cite.NewProver(l.Known(), samplePageText)
	answer := prove(t, p, says(0, false, "室内氡浓度的参考水平为300贝克每立方米。", "E1"))
	p.Claims[0].Verdict = cite.Supported
	return Report{
		Run: "r5", Flow: "research", Question: "工作场所的氡参考水平是多少？", Language: "zh", MadeAt: time.Date(2026, 3, 9, 14, 5, 0, 0, time.UTC), Answer: answer,
		Claims: p.Claims, Evidence: l.Evidence, Silent: []string{"文件没有说明测量的费用，也没有说明由谁承担。"},
		Coverage: Coverage{Documents: 1, Pages: 1, Queries: 3, Passages: 12, Kept: 1},
		Making:   Making{Engine: "extractive", Version: "1.0.0", Spend: budget.Spend{Time: 90 * time.Millisecond}},
	}
}
