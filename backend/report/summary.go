package report

import (
	"fmt"
	"strings"

	"rabbithole/backend/cite"
)

// MadeBy says in a line what wrote a report.
func MadeBy(r Report) string {
	v := newView(r, nil)
	return v.madeBy + ": " + v.makerText()
}

// Summary renders the answer of r, and below it where documents contradict each other, with numbered sources as plain text for a terminal. It carries
// no control characters but line ends and wraps nothing.
func Summary(r Report) string {
	v := newView(r, nil)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", v.title())
	if text := v.outcome(); text != "" {
		fmt.Fprintf(&b, "%s\n\n", text)
	}
	sources := map[string]int{}
	var order []string
	write := func(blocks []Block) {
		for _, block := range blocks {
			if block.Item {
				b.WriteString("- ")
			}
			for i, s := range block.Sentences {
				if i > 0 {
					b.WriteByte(' ')
				}
				rows, isTable := tabled(v.byID[s.Claim])
				if isTable {
					rows = rows.asked(v.Question)
					b.WriteString(ended(rows.Lead))
				} else {
					b.WriteString(clean(s.Text))
				}
				said := map[string]bool{}
				for _, c := range v.byID[s.Claim].Citations {
					name := v.printedAs(c)
					if said[name] {
						continue
					}
					said[name] = true
					if sources[name] == 0 {
						order = append(order, name)
						sources[name] = len(order)
					}
					fmt.Fprintf(&b, " [%d]", sources[name])
				}
				if c, ok := v.byID[s.Claim]; ok && v.mark(c) != "" {
					fmt.Fprintf(&b, " (%s)", v.mark(c))
				}
				for _, sheet := range rows.Sheets {
					b.WriteString(sheet.lines())
				}
			}
			b.WriteString("\n")
		}
	}
	for i := range v.Answer {
		if write(v.Answer[i : i+1]); i == 0 && v.leads && len(v.Answer) > 1 {
			b.WriteString("\n")
		}
	}
	if v.contradicts() {
		fmt.Fprintf(&b, "\n%s:\n", v.disagree)
		write(v.told)
		for _, p := range v.disputes() {
			b.WriteString(v.sides(p) + "\n")
		}
	}
	if !v.answered() {
		fmt.Fprintf(&b, "%s\n%s\n", strings.TrimSpace(v.noAnswer+" "+v.noKept), v.searched())
		for _, s := range v.Silent {
			fmt.Fprintf(&b, "- %s\n", clean(s))
		}
	}
	if len(order) > 0 {
		b.WriteByte('\n')
	}
	for i, name := range order {
		fmt.Fprintf(&b, "[%d] %s\n", i+1, name)
	}
	if len(v.Claims) > 0 {
		fmt.Fprintf(&b, "\n%s.\n", v.certificate())
	}
	return b.String()
}

// printedAs names what is cited where nothing can be linked: a page of the web with its address.
func (v view) printedAs(c cite.Citation) string {
	if s, ok := v.web[c.Document]; ok {
		return v.citedAs(c.Document, c.Name, c.Page, c.Label) + ", " + webAddress(s.URL)
	}
	return v.source(v.named(c.Document, c.Name), c.Page, c.Label)
}
