package report

import (
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/report/paper"
)

// disagreement tells where documents contradict each other: in the report's sentences, and each pair of claims side by side, with where they stand
// and how they contradict each other.
func (c *composer) disagreement() {
	if !c.contradicts() {
		return
	}
	c.heading(1, "disagree", c.disagree)
	c.prose(c.told)
	for _, pair := range c.disputes() {
		b := paper.Block{Kind: paper.Table, Sides: true, Shares: []int{1, 1}, Rows: [][]paper.Cell{{}, {}}}
		for _, claim := range pair {
			b.Rows[0] = append(b.Rows[0], cell(paper.Run{Text: c.named(first(claim)), Bold: true}, paper.Run{Text: " "}, pointer(claim.ID)))
			side, once := c.toldOnce(claim)
			quotes := c.quotes(claim)
			if once {
				side[0].Text, quotes = strings.TrimPrefix(side[0].Text, ": "), nil
			} else {
				side = plainly(clean(claim.Text))
			}
			b.Rows[1] = append(b.Rows[1], append(cell(side...), quotes...))
		}
		c.add(b)
		for _, reason := range pair.reasons() {
			c.text(paper.Run{Text: reason})
		}
	}
}

// first is the document that a claim stands in, and its name.
func first(c cite.Claim) (document, name string) {
	if len(c.Citations) == 0 {
		return "", ""
	}
	return c.Citations[0].Document, clean(c.Citations[0].Name)
}

// quotes are the quotes of a claim, each with its page.
func (c *composer) quotes(claim cite.Claim) []paper.Block {
	var out []paper.Block
	for _, x := range claim.Citations {
		out = append(out, paper.Block{Kind: paper.Quote, Level: 1, Runs: []paper.Run{
			{Text: c.quoted(x.Quote)}, {Text: " "}, spelled(c.citation(x.Document, x.Name, x.Page, x.Label)), c.evidencePointer(x.Evidence),
		}})
	}
	return out
}

// evidencePointer leads to evidence of this report; to none it leads nowhere.
func (c *composer) evidencePointer(id string) paper.Run {
	for _, e := range c.citedEvidence() {
		if e.ID == id {
			return pointer(id)
		}
	}
	return paper.Run{}
}

// silence says what the documents do not say, and on what search that rests.
func (c *composer) silence() {
	if !c.hasSilence() {
		return
	}
	c.heading(1, "silent", c.silenceTitle())
	for _, text := range c.Silent {
		c.item(paper.Run{Text: clean(text)})
	}
	c.text(paper.Run{Text: c.searched()})
	if text := c.unreadText(); text != "" {
		c.text(paper.Run{Text: c.unread + ": " + text})
	}
	if len(c.Coverage.Sweeps) == 0 {
		return
	}
	var rows [][]paper.Cell
	for _, s := range c.Coverage.Sweeps {
		rows = append(rows, []paper.Cell{cell(paper.Run{Text: c.sweepKind(s.Kind)}), cell(paper.Run{Text: clean(s.Sought)}),
			cell(paper.Run{Text: c.grouped(s.Passages)})})
	}
	c.table([]int{3, 8, 3}, []string{c.sweep, c.sought, c.nearest}, rows)
}

func (c *composer) openReferences() {
	if len(c.Open) == 0 {
		return
	}
	c.heading(2, "open", c.open)
	var rows [][]paper.Cell
	for _, o := range c.Open[:min(len(c.Open), mostOpen)] {
		rows = append(rows, []paper.Cell{
			cell(paper.Run{Text: clean(o.Text)}), cell(paper.Run{Text: c.source(c.called(o.From), o.Page, o.Label)}),
			cell(paper.Run{Text: c.whyOpen(o.Reason)}),
			cell(paper.Run{Text: c.grouped(max(o.Count, 1))}),
		})
	}
	c.table([]int{5, 5, 4, 2}, []string{c.reference, c.from, c.reason, c.times}, rows)
	if more := len(c.Open) - mostOpen; more > 0 {
		c.remark(paper.Run{Text: c.count(more, c.moreOpen)})
	}
}

// mostOpen is how many open references a paper lists: the most frequent.
const mostOpen = 25

// claimList sets every claim with its verdict, its quotes and what is to be said about it.
func (c *composer) claimList() {
	if len(c.Claims) == 0 {
		return
	}
	c.heading(2, "claims", c.claims)
	c.remark(paper.Run{Text: c.legend})
	for _, claim := range c.Claims {
		runs := []paper.Run{{Text: clean(claim.ID), Bold: true}, {Text: " " + c.verdict(claim.Verdict), Bold: claim.Verdict != cite.Supported,
			Tone: tone(claim.Verdict)}}
		quotes := c.quotes(claim)
		if once, ok := c.toldOnce(claim); ok {
			runs, quotes = append(runs, once...), nil
		} else {
			runs = append(runs, paper.Run{Text: c.said(claim)})
		}
		c.add(paper.Block{Kind: paper.Item, ID: clean(claim.ID), Runs: runs})
		for i, quote := range quotes {
			x := claim.Citations[i]
			if x.Table == nil {
				c.add(quote)
				continue
			}
			quote.Runs = quote.Runs[2:] // the rows stand below in place of the text
			c.add(quote)
			c.sheet(sheetOf(*x.Table))
		}
		for _, text := range c.remarks(claim) {
			c.add(paper.Block{Kind: paper.Item, Level: 1, Runs: []paper.Run{{Text: text, Tone: paper.Soft}}})
		}
	}
}

// said is what a claim says behind its verdict; of one that quotes a table only what leads into it, for the rows stand below.
func (c *composer) said(claim cite.Claim) string {
	if t, ok := tabled(claim); ok {
		if t.Lead == "" {
			return ""
		}
		return ": " + t.Lead
	}
	return ": " + clean(claim.Text)
}

// toldOnce is a claim that holds its quote, with the quote marked within it: nobody wants to read it twice. False for any other.
func (c *composer) toldOnce(claim cite.Claim) ([]paper.Run, bool) {
	if len(claim.Citations) != 1 || claim.Citations[0].Table != nil {
		return nil, false
	}
	x, text := claim.Citations[0], clean(claim.Text)
	quote := strings.Trim(clean(x.Quote), " .…")
	before, after, holds := strings.Cut(text, quote)
	if !holds || 2*len(quote) < len(text) {
		return nil, false
	}
	runs := []paper.Run{{Text: ": " + before + c.quoteOpen + quote + c.quoteClose}}
	if after = strings.TrimRight(after, " .…"); after != "" {
		runs = append(runs, paper.Run{Text: after})
	}
	return append(runs, paper.Run{Text: " "}, spelled(c.citation(x.Document, x.Name, x.Page, x.Label)), c.evidencePointer(x.Evidence)), true
}

// struckOut lists the sentences that were taken out, each with the reason.
func (c *composer) struckOut() {
	if len(c.Struck) == 0 {
		return
	}
	c.heading(2, "struck", c.struck)
	c.remark(paper.Run{Text: c.struckLegend})
	for _, s := range c.Struck {
		c.item(paper.Run{Text: c.quoted(s.Text)}, paper.Run{Text: " " + clean(s.Reason), Tone: paper.Soft})
	}
}

func (c *composer) evidenceTable() {
	cited := c.citedEvidence()
	if len(cited) == 0 {
		return
	}
	c.heading(2, "evidence", c.evidence)
	if text := c.uncitedText(); text != "" {
		c.remark(paper.Run{Text: text})
	}
	var rows [][]paper.Cell
	for _, e := range cited {
		rows = append(rows, []paper.Cell{
			{{ID: clean(e.ID), Runs: []paper.Run{{Text: clean(e.ID), Bold: true}}}}, cell(spelled(c.citation(e.Document, e.Name, e.Page, e.Label))),
			cell(paper.Run{Text: clean(e.Section)}),
			cell(paper.Run{Text: c.whyKept(e)}), cell(paper.Run{Text: c.fraction(e.Score)}),
		})
	}
	shares, head := []int{2, 9, 8, 7, 4}, []string{"", c.document, c.section, c.why, c.score}
	if !slices.ContainsFunc(cited, func(e cite.Evidence) bool { return c.whyKept(e) != "" }) { // a column that says nothing
		shares, head = slices.Delete(shares, 3, 4), slices.Delete(head, 3, 4)
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 3, 4)
		}
	}
	c.table(shares, head, rows)
}

// how says how the report was made, and certifies it in one last line.
func (c *composer) how() {
	c.heading(2, "making", c.making)
	for _, t := range c.terms() {
		c.item(paper.Run{Text: t.Name + ": ", Bold: true}, paper.Run{Text: t.Text})
	}
	if len(c.Notes) > 0 {
		c.heading(2, "notes", c.notes)
		for i, n := range c.Notes {
			c.add(paper.Block{Kind: paper.Item, Number: i + 1, Runs: plainly(clean(n))})
		}
	}
	c.troubles()
	c.outside()
	if text := c.linksText(); text != "" {
		c.text(paper.Run{Text: text, Tone: paper.Soft})
	}
	c.add(paper.Block{Kind: paper.Closing, Runs: []paper.Run{{Text: c.certificate() + ".", Bold: true}}})
}
