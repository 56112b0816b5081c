package report

import (
	"fmt"
	"strings"

	"rabbithole/backend/report/paper"
)

// Markdown renders r as CommonMark with tables. Citations are written "[file.pdf, p. 12]" and are links where links knows an
// address; "(C3)" behind one names its proof in the appendix. What comes from documents or people is escaped: it can add no link, image or HTML.
func Markdown(r Report, links Links) []byte {
	p := Compose(r, links)
	m := &markdown{}
	m.para("# " + escape(p.Title))
	if p.Subtitle != "" {
		m.para("*" + escape(p.Subtitle) + "*")
	}
	for i, b := range p.Blocks {
		m.block(b, i+1 < len(p.Blocks) && joined(b, p.Blocks[i+1]))
	}
	return []byte(strings.TrimRight(m.out.String(), "\n") + "\n")
}

type markdown struct{ out strings.Builder }

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(&m.out, format+"\n", args...) }

func (m *markdown) para(text string) { m.line("%s\n", text) }

// joined reports whether two blocks belong to one list, without an empty line between them.
func joined(a, b paper.Block) bool { return inList(a) && inList(b) }

func inList(b paper.Block) bool {
	return b.Kind == paper.Item || b.Kind == paper.Quote || b.Kind == paper.Fine && b.ID != ""
}

func (m *markdown) block(b paper.Block, goesOn bool) {
	switch b.Kind {
	case paper.Heading:
		m.para(strings.Repeat("#", b.Level+1) + " " + inline(b.Runs))
	case paper.Table:
		m.table(b)
	case paper.Item, paper.Quote, paper.Fine:
		if !inList(b) {
			m.para(begun(b.Runs))
			return
		}
		m.line("- %s", begun(b.Runs))
		if !goesOn {
			m.line("")
		}
	default:
		m.para(begun(b.Runs))
	}
}

// table writes a table; the paragraphs of a cell stand one below the other.
func (m *markdown) table(b paper.Block) {
	for i, cells := range b.Rows {
		var texts []string
		for _, c := range cells {
			var parts []string
			for _, p := range c {
				parts = append(parts, inline(p.Runs))
			}
			texts = append(texts, strings.Join(parts, "<br>"))
		}
		m.line("%s", row(texts...))
		if i == 0 {
			m.line("|%s", strings.Repeat(" --- |", len(cells)))
		}
	}
	m.line("")
}

// begun writes runs that begin a line, where a few more characters mean something.
func begun(runs []paper.Run) string {
	if len(runs) == 0 || runs[0].Bold || runs[0].Tone == paper.Cite {
		return inline(runs)
	}
	return spaced(runs[0].Text, lineStart) + inline(runs[1:])
}

// inline writes runs within a line.
func inline(runs []paper.Run) string {
	var b strings.Builder
	for _, r := range runs {
		switch {
		case r.Tone == paper.Pointer && r.Text != "":
			b.WriteString(" (" + escape(r.Text) + ")")
		case r.Tone == paper.Cite:
			b.WriteString("[" + escape(strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(r.Text, "["), "]"), "\u00a0", " ")) + "]")
			if r.URL != "" {
				b.WriteString("(" + r.URL + ")")
			}
		case r.Bold:
			b.WriteString(spaced(r.Text, func(text string) string { return "**" + escape(text) + "**" }))
		default:
			b.WriteString(spaced(r.Text, escape))
		}
	}
	return b.String()
}

// spaced escapes text and keeps the spaces at its ends, which part it from its neighbours.
func spaced(text string, escape func(string) string) string {
	core := strings.Trim(text, " ")
	if core == "" {
		return text
	}
	front, back, _ := strings.Cut(text, core)
	return front + escape(core) + back
}
