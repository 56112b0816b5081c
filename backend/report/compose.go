package report

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/report/paper"
)

// Compose lays a report out as a paper, the one thing that Markdown, PDF and DOCX are written from.
func Compose(r Report, links Links) paper.Paper {
	c := &composer{view: newView(r, links), pointed: map[string]bool{}}
	proofs := c.proofs()
	c.opening()
	c.disagreement()
	for i, s := range c.Sections {
		c.heading(1, "section-"+strconv.Itoa(i), clean(s.Title))
		c.prose(s.Blocks)
	}
	c.silence()
	c.sources()
	c.apparatus(proofs)
	return paper.Paper{
		Title: c.title(), Subtitle: c.subtitle(), Author: "Rabbithole", Language: c.printLanguage(), Made: c.MadeAt, Blocks: c.blocks,
	}
}

type composer struct {
	view
	blocks  []paper.Block
	pointed map[string]bool // claims whose proof stands elsewhere in the paper
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
		c.remark(paper.Run{Text: q})
	}
	c.heading(1, "answer", c.answer)
	if text := c.outcome(); text != "" {
		c.remark(paper.Run{Text: text})
	}
	for _, text := range c.before {
		c.item(paper.Run{Text: clean(text)})
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
			t, rows := c.sheets[s.Claim]
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

// leading ends the lead of a table.
func leading(lead string) string {
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
	body, stop := ended(text)
	var runs []paper.Run
	if heading != "" && body == "" {
		body = strings.TrimRight(heading, " ")
	} else if heading != "" {
		runs = append(runs, paper.Run{Text: heading, Tone: paper.Soft})
	}
	runs = append(append(runs, paper.Run{Text: body}), c.citations(claim)...)
	if mark := c.mark(claim); mark != "" {
		run := paper.Run{Text: "(" + mark + ")", Bold: claim.Verdict != cite.Supported, Tone: tone(claim.Verdict)}
		if c.pointed[clean(id)] {
			run.To = clean(id)
		}
		runs = append(runs, paper.Run{Text: " "}, run)
	}
	runs = append(runs, c.pointer(id))
	if stop != "" {
		runs = append(runs, paper.Run{Text: stop})
	}
	return runs
}

// ended parts a sentence from its full stop.
func ended(text string) (body, stop string) {
	if grid.Shortened(text) {
		return text, "."
	}
	if body = strings.TrimRight(text, " .!?。…:"); body == "" {
		return text, ""
	}
	return body, strings.TrimLeft(text[len(body):], " ")
}

// pointer leads to the proof of a claim; where that stands in the claim itself, there is none.
func (c *composer) pointer(id string) paper.Run {
	if id = clean(id); !c.pointed[id] {
		return paper.Run{}
	}
	return paper.Run{Text: id, Tone: paper.Pointer, To: id}
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

// citations names the places that a claim cites: each document once, behind it its sections and pages.
func (c *composer) citations(claim cite.Claim) []paper.Run {
	var out []paper.Run
	for _, list := range c.places(claim) {
		texts, at := c.together(list)
		texts[0] = "[" + joinedBy(", ", c.briefly(list[0]), texts[0])
		texts[len(texts)-1] += "]"
		for i, text := range texts {
			if i > 0 {
				out = append(out, paper.Run{Text: ";"})
			}
			out = append(out, paper.Run{Text: " "}, c.citation(held(text), at[i]))
		}
	}
	return out
}

func (c *composer) citation(text string, p place) paper.Run {
	return paper.Run{Text: text, Tone: paper.Cite, URL: c.address(p.document, p.Page)}
}

// held keeps the numbers of pages with the word in front of them: "p. 12".
func held(text string) string { return pageWord.ReplaceAllString(text, "$1\u00a0$2") }

var pageWord = regexp.MustCompile(`\b(pp?\.|S\.|PDF) ([^ ])`)

func cell(runs ...paper.Run) paper.Cell { return paper.Cell{{Runs: runs}} }
