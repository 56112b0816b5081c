package report

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/report/paper"
	"rabbithole/backend/source"
)

// Compose lays a report out as a paper, the one thing that Markdown, PDF and DOCX are written from.
func Compose(r Report, links Links) paper.Paper {
	c := &composer{view: newView(r, links)}
	c.opening()
	c.disagreement()
	for i, s := range c.Sections {
		c.heading(1, "section-"+strconv.Itoa(i), clean(s.Title))
		c.prose(s.Blocks)
	}
	c.silence()
	c.sources()
	c.heading(1, "appendix", c.appendix)
	c.claimList()
	c.struckOut()
	c.evidenceTable()
	c.openReferences()
	c.how()
	return paper.Paper{
		Title: c.title(), Subtitle: c.subtitle(), Author: "Rabbithole", Language: c.printLanguage(), Made: c.MadeAt, Blocks: c.blocks,
	}
}

type composer struct {
	view
	blocks []paper.Block
}

func (c *composer) add(b paper.Block) { c.blocks = append(c.blocks, b) }

func (c *composer) heading(level int, id, title string) {
	c.add(paper.Block{Kind: paper.Heading, Level: level, ID: id, Runs: plainly(title)})
}

func (c *composer) text(runs ...paper.Run) { c.add(paper.Block{Runs: runs}) }

func (c *composer) remark(runs ...paper.Run) {
	c.add(paper.Block{Kind: paper.Remark, Runs: runs})
}

func (c *composer) item(runs ...paper.Run) { c.add(paper.Block{Kind: paper.Item, Runs: runs}) }

func plainly(text string) []paper.Run { return []paper.Run{{Text: text}} }

func (c *composer) opening() {
	if q := c.wholeQuestion(); q != "" {
		c.remark(paper.Run{Text: c.whole + ": " + q})
	}
	c.heading(1, "answer", c.answer)
	if text := c.outcome(); text != "" {
		c.remark(paper.Run{Text: text})
	}
	at := len(c.blocks)
	c.prose(c.Answer)
	if c.leads {
		runs := c.blocks[at].Runs
		runs[slices.IndexFunc(runs, func(r paper.Run) bool { return r.Tone == paper.Plain })].Bold = true
	}
	if !c.answered() {
		c.text(paper.Run{Text: c.noAnswer, Bold: true}, paper.Run{Text: strings.TrimRight(" "+c.noKept, " ")})
		if !c.hasSilence() {
			c.text(paper.Run{Text: c.searched()})
		}
	}
}

// prose sets the blocks of an answer or a section: paragraphs and items of sentences with their citations.
func (c *composer) prose(blocks []Block) {
	for _, b := range blocks {
		var runs []paper.Run
		kind := paper.Text
		if b.Item {
			kind = paper.Item
		}
		for _, s := range b.Sentences {
			if len(runs) > 0 {
				runs = append(runs, paper.Run{Text: " "})
			}
			t, rows := tabled(c.byID[s.Claim])
			t = t.asked(c.Question)
			if !rows {
				runs = append(runs, c.sentence(clean(s.Text), s.Claim)...)
				continue
			}
			c.add(paper.Block{Kind: kind, Runs: append(runs, c.sentence(strings.TrimRight(t.Lead, ".:"), s.Claim)...)})
			for _, sheet := range t.Sheets {
				c.sheet(sheet)
			}
			runs, kind = nil, paper.Text
		}
		if len(runs) > 0 {
			c.add(paper.Block{Kind: kind, Runs: runs})
		}
	}
}

// ended ends the lead of a table.
func ended(lead string) string {
	if lead == "" {
		return ""
	}
	lead = strings.TrimRight(lead, ".:")
	if strings.Contains(lead, ": ") {
		return lead
	}
	return lead + ":"
}

// sentence puts the citations of a sentence, and the word of a verdict that is not "supported", in front of its full stop.
func (c *composer) sentence(text, id string) []paper.Run {
	claim, ok := c.byID[id]
	if !ok {
		return plainly(text)
	}
	heading, text := c.above(text, id)
	body := strings.TrimRight(text, ".!?。:")
	if body == "" {
		body = text
	}
	stop := text[len(body):]
	var runs []paper.Run
	if heading != "" {
		runs = append(runs, paper.Run{Text: heading, Tone: paper.Soft})
	}
	if body != "" {
		runs = append(runs, paper.Run{Text: body + " "})
	}
	for i, x := range c.citations(claim) {
		if i > 0 {
			runs = append(runs, paper.Run{Text: " "})
		}
		runs = append(runs, x)
	}
	if mark := c.mark(claim); mark != "" {
		runs = append(runs, paper.Run{Text: " "}, paper.Run{Text: "(" + mark + ")", Bold: claim.Verdict != cite.Supported, Tone: tone(claim.Verdict),
			To: clean(id)})
	}
	if stop != "" {
		runs = append(runs, paper.Run{Text: stop})
	}
	return append(runs, pointer(id))
}

// pointer leads to the claim or the evidence with an ID.
func pointer(id string) paper.Run {
	return paper.Run{Text: clean(id), Tone: paper.Pointer, To: clean(id)}
}

func tone(v cite.Verdict) paper.Tone {
	switch v {
	case cite.Supported:
		return paper.Soft
	case cite.Contradicted:
		return paper.Alarm
	}
	return paper.Doubt
}

// citations returns each page a claim cites once, in order.
func (c *composer) citations(claim cite.Claim) []paper.Run {
	var out []paper.Run
	seen := map[string]bool{}
	for _, x := range claim.Citations {
		if run := c.citation(x.Document, x.Name, x.Page, x.Label); !seen[run.Text] {
			seen[run.Text] = true
			out = append(out, run)
		}
	}
	return out
}

func (c *composer) citation(document, name string, page int, label string) paper.Run {
	short := c.citedShort(document, name, source.Folio{Page: page, Label: label})
	if i := strings.LastIndexByte(short, ' '); page > 0 && i > 0 {
		short = short[:i] + "\u00a0" + short[i+1:] // the page stays with its document
	}
	return paper.Run{
		Text: "[" + held(c.citedAs(document, name, page, label)) + "]", Short: "[" + short + "]", Tone: paper.Cite, URL: c.address(document, page),
	}
}

// held keeps the numbers of pages with the word in front of them: "p. 12".
func held(text string) string { return pageWord.ReplaceAllString(text, "$1\u00a0$2") }

var pageWord = regexp.MustCompile(`\b(pp?\.|S\.|PDF) ([^ ])`)

// spelled is a citation that is printed in full everywhere.
func spelled(r paper.Run) paper.Run {
	r.Short = ""
	return r
}
