package report

import (
	"fmt"
	"strings"

	"rabbithole/backend/cite"
)

// Markdown renders r as CommonMark with tables. Citations are written "[file.pdf, p. 12]" and are links where links knows an
// address. What comes from documents or people is escaped: it can add no link, image or HTML.
func Markdown(r Report, links Links) []byte {
	m := &markdown{view: newView(r, links)}
	m.head()
	m.blocks(m.Answer)
	if !m.answered() {
		m.para("**" + m.noAnswer + "** " + m.noKept)
		m.para(escape(m.searched()))
	}
	for _, s := range m.Sections {
		m.heading(escape(s.Title))
		m.blocks(s.Blocks)
	}
	m.disputed()
	m.list(m.silent, m.Silent)
	m.openReferences()
	m.claimList()
	m.evidenceTable()
	m.how()
	return []byte(strings.TrimRight(m.out.String(), "\n") + "\n")
}

type markdown struct {
	view
	out strings.Builder
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(&m.out, format+"\n", args...) }

func (m *markdown) para(text string) { m.line("%s\n", text) }

func (m *markdown) heading(title string) { m.line("## %s\n", title) }

func (m *markdown) head() {
	m.line("# %s\n", escape(m.title()))
	m.para("*" + escape(m.subtitle()) + "*")
	if q := m.wholeQuestion(); q != "" {
		m.para(m.whole + ": " + escape(q))
	}
	m.heading(m.answer)
}

// blocks writes paragraphs and list items; items that follow each other make one list.
func (m *markdown) blocks(blocks []Block) {
	for i, b := range blocks {
		var parts []string
		for _, s := range b.Sentences {
			text := lineStart(s.Text)
			if len(parts) > 0 {
				text = escape(s.Text)
			}
			parts = append(parts, m.sentence(text, s.Claim))
		}
		text := strings.Join(parts, " ")
		switch next := i + 1; {
		case !b.Item:
			m.para(text)
		case next < len(blocks) && blocks[next].Item:
			m.line("- %s", text)
		default:
			m.para("- " + text)
		}
	}
}

// sentence puts the citations of a sentence in front of its full stop.
func (m *markdown) sentence(text, claim string) string {
	c, ok := m.byID[claim]
	if !ok {
		return text
	}
	body := strings.TrimRight(text, ".!?。")
	stop := text[len(body):]
	if body == "" {
		body, stop = text, ""
	}
	if c.Verdict == cite.Contradicted {
		stop = " (" + verdictMark(c.Verdict) + " " + m.contradicted + ")" + stop
	}
	return body + " " + strings.Join(m.citations(c), " ") + stop
}

// citations returns each page a claim cites once, in order.
func (m *markdown) citations(c cite.Claim) []string {
	var out []string
	seen := map[string]bool{}
	for _, x := range c.Citations {
		if text := m.citation(x.Document, x.Name, x.Page, x.Label); !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}

func (m *markdown) citation(document, name string, page int, label string) string {
	text := "[" + escape(m.source(name, page, label)) + "]"
	if address := m.links.To(document, page); address != "" {
		text += "(" + address + ")"
	}
	return text
}

func (m *markdown) disputed() {
	groups := m.disputes()
	if len(groups) == 0 {
		return
	}
	m.heading(m.disagree)
	for _, g := range groups {
		for _, c := range g {
			m.line("- %s", m.sentence(lineStart(c.Text), c.ID))
		}
		m.line("")
	}
}

func (m *markdown) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	m.heading(title)
	for _, text := range items {
		m.line("- %s", lineStart(text))
	}
	m.line("")
}

func (m *markdown) openReferences() {
	if len(m.Open) == 0 {
		return
	}
	m.heading(m.open)
	m.tableHead(m.reference, m.from, m.reason, m.times)
	for _, o := range m.Open {
		m.line("%s", row(escape(o.Text), escape(m.source(o.From, o.Page, "")), escape(m.whyOpen(o.Reason)), m.grouped(max(o.Count, 1))))
	}
	m.line("")
}

func (m *markdown) tableHead(names ...string) {
	m.line("%s\n|%s", row(names...), strings.Repeat(" --- |", len(names)))
}

// claimList writes every claim with its verdict and its quotes.
func (m *markdown) claimList() {
	if len(m.Claims) == 0 {
		return
	}
	m.heading(m.claims)
	m.para(fmt.Sprintf("%s ✓ %s, ✕ %s, ○ %s.", m.legend, m.supported, m.contradicted, m.unproven))
	for _, c := range m.Claims {
		m.line("- **%s** %s %s: %s", escape(c.ID), verdictMark(c.Verdict), m.verdict(c.Verdict), escape(c.Text))
		for _, x := range c.Citations {
			m.line("  - %s %s", escape(m.quoted(x.Quote)), m.citation(x.Document, x.Name, x.Page, x.Label))
		}
		for _, text := range m.remarks(c) {
			m.line("  - %s", escape(text))
		}
	}
	m.line("")
}

func (m *markdown) evidenceTable() {
	if len(m.Evidence) == 0 {
		return
	}
	m.heading(m.evidence)
	m.tableHead("", m.document, m.section, m.why, m.score)
	for _, e := range m.Evidence {
		m.line("%s", row(escape(e.ID), m.citation(e.Document, e.Name, e.Page, e.Label), escape(e.Section), escape(m.whyKept(e)), m.fraction(e.Score)))
	}
	m.line("")
}

func (m *markdown) how() {
	m.heading(m.making)
	for _, t := range m.terms() {
		m.line("- %s: %s", t.Name, escape(t.Text))
	}
	m.line("")
	if len(m.Notes) == 0 {
		return
	}
	m.line("%s:\n", m.notes)
	for i, n := range m.Notes {
		m.line("%d. %s", i+1, lineStart(n))
	}
}
