package report

import (
	"fmt"
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
	anchored := map[string]bool{}
	for _, pair := range c.disputes() {
		b := paper.Block{Kind: paper.Table, Sides: true, Shares: []int{1, 1}, Rows: [][]paper.Cell{{}, {}}}
		for _, claim := range pair {
			head := cell(paper.Run{Text: c.named(first(claim)), Bold: true}, paper.Run{Text: " "}, c.pointer(claim.ID))
			if !anchored[claim.ID] {
				anchored[claim.ID], head[0].ID = true, clean(claim.ID)
			}
			b.Rows[0] = append(b.Rows[0], head)
			var side paper.Cell
			if !c.quotesItself(claim) {
				side = cell(plainly(clean(claim.Text))...)
			}
			for _, x := range claim.Citations {
				side = append(side, paper.Block{Kind: paper.Quote, Runs: []paper.Run{{Text: c.quoted(x.Quote)}, {Text: " "},
					c.citation("["+held(c.citedAs(c.placeOf(x)))+"]", c.placeOf(x))}})
			}
			b.Rows[1] = append(b.Rows[1], side)
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

// quotesItself reports whether a claim is made of its quotes, word for word: nobody wants to read them twice.
func (v view) quotesItself(claim cite.Claim) bool {
	_, text := v.above(clean(claim.Text), claim.ID)
	if _, ok := v.sheets[claim.ID]; ok {
		return true
	}
	quoted := 0
	for _, x := range claim.Citations {
		quote := strings.Trim(clean(x.Quote), " .…")
		if !strings.Contains(text, quote) {
			return false
		}
		quoted += len(quote)
	}
	return 5*quoted >= 4*len(text)
}

// proofs are the claims that the report does not prove where it states them: each with its quotes and where they stand, and what is to be said
// about it. A quote that proves several is printed once. Claims side by side in a contradiction are proved there.
func (c *composer) proofs() (out []paper.Block) {
	given := map[string]string{} // the claim below which a quote stands
	disputed := map[string][]string{}
	for _, p := range c.disputes() {
		for _, claim := range p {
			disputed[claim.ID] = append(disputed[claim.ID], append(p.reasons(), c.contrary(claim))...)
		}
	}
	for _, claim := range c.Claims {
		told, beside := disputed[claim.ID]
		remarks := slices.DeleteFunc(c.remarks(claim), func(text string) bool { return slices.Contains(told, text) })
		proved := beside || c.stated[claim.ID] && c.quotesItself(claim)
		if proved && len(remarks) == 0 {
			continue
		}
		id := clean(claim.ID)
		runs := []paper.Run{{Text: id, Bold: true}}
		if claim.Verdict != cite.Supported {
			runs = append(runs, paper.Run{Text: " (" + c.verdict(claim.Verdict) + ")", Bold: true, Tone: tone(claim.Verdict)})
		}
		if !c.stated[claim.ID] {
			runs = append(runs, paper.Run{Text: " " + clean(claim.Text)})
		}
		if !proved {
			runs = append(runs, c.quotes(claim, given)...)
		}
		for _, text := range remarks {
			runs = append(runs, paper.Run{Text: " " + text, Tone: paper.Soft})
		}
		if c.pointed[id] = true; beside {
			id = "" // it leads to the contradiction
		}
		out = append(out, paper.Block{Kind: paper.Fine, ID: id, Runs: runs})
	}
	for id := range disputed {
		c.pointed[clean(id)] = true
	}
	return out
}

// quotes are the quotes of a claim with their places, each place once behind those that stand there. A quote that is given already is not repeated:
// given has the claims below which quotes stand, and those are named once.
func (c *composer) quotes(claim cite.Claim, given map[string]string) (runs []paper.Run) {
	var own []cite.Citation
	var before []string
	for _, x := range claim.Citations {
		p := c.placeOf(x)
		key := fmt.Sprint(p.document, p.Page, c.quoted(x.Quote))
		if id := given[key]; id == "" {
			given[key], own = clean(claim.ID), append(own, x)
		} else if id != clean(claim.ID) && !slices.Contains(before, id) {
			before = append(before, id)
		}
	}
	for i, x := range own {
		p, text := c.placeOf(x), c.quoted(x.Quote)
		if x.Table != nil {
			text = c.quoted(strings.Join(sheetOf(*x.Table).told(), "; "))
		}
		runs = append(runs, paper.Run{Text: " " + text})
		if i+1 == len(own) || c.placeOf(own[i+1]) != p {
			runs = append(runs, paper.Run{Text: " "}, c.citation("["+c.numbered(p)+"]", p))
		}
	}
	for i, id := range before {
		lead := ", "
		if i == 0 {
			lead = " " + c.seeAt + " "
		}
		runs = append(runs, paper.Run{Text: lead}, paper.Run{Text: id, To: id})
	}
	return runs
}

// numbered names a place by the number of its source, as a list of proofs does: "1, § 4, p. 12 (PDF p. 20)".
func (c *composer) numbered(p place) string {
	number, scanned := "", ""
	if i := slices.IndexFunc(c.Sources, func(s Source) bool { return s.Document == p.document }); i >= 0 && len(c.Sources) > 1 {
		number = fmt.Sprint(c.Sources[i].Number)
	}
	if c.scans[c.source(p.name, p.Page, "")] {
		scanned = c.recognised
	}
	return held(joinedBy(", ", number, p.section, c.pageOf(p.Page, p.Label), scanned))
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
	c.fine(c.sweeps())
}

// fine sets terms in small print.
func (c *composer) fine(terms []term) {
	for _, t := range terms {
		b := paper.Block{Kind: paper.Fine, Runs: []paper.Run{{Text: t.Name + ": ", Bold: true}, {Text: t.Text}}}
		if t.Name == "" {
			b.Runs = b.Runs[1:]
		}
		c.add(b)
	}
}

// aside sets what explains the small print; "" nothing.
func (c *composer) aside(text string) {
	if text != "" {
		c.add(paper.Block{Kind: paper.Fine, Runs: []paper.Run{{Text: text, Tone: paper.Soft}}})
	}
}

// apparatus holds what proves the report and how it was made, and certifies it in one last line.
func (c *composer) apparatus(proofs []paper.Block) {
	c.heading(1, "appendix", c.appendix)
	switch {
	case len(proofs) > 0:
		c.heading(2, "claims", c.claims)
		c.aside(c.legend + " " + c.unlisted)
		c.blocks = append(c.blocks, proofs...)
	case len(c.Claims) > 0:
		c.aside(c.allQuoted)
	}
	for _, g := range c.leftOut() {
		c.heading(2, g.ID, g.Title)
		c.aside(g.Legend)
		c.fine(g.Terms)
	}
	c.heading(2, "making", c.making)
	c.fine(c.made())
	c.aside(c.linksText())
	if last := c.certificate(); last != "" {
		c.add(paper.Block{Kind: paper.Closing, Runs: []paper.Run{{Text: last, Bold: true}}})
	}
}
