package report

import (
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// Spoken renders the answer of a conversation for a terminal: its sentences with the numbers of their sources, then what a thorough one found
// part by part, where documents contradict each other, what they do not say, and the sources with every page that is cited. A citation
// names its page where its source is cited from several. It carries no control characters but line ends and wraps nothing.
func Spoken(r Report) string {
	v := newView(r, nil)
	var parts []string
	add := func(title, text string) {
		if text != "" {
			parts = append(parts, title+text)
		}
	}
	head := func(title string) string { return strings.ToUpper(clean(title)) + "\n" }
	add("", v.outcome())
	if v.leads {
		add("", v.lines(v.Answer[:1]))
		v.Answer = v.Answer[1:]
	}
	add("", v.lines(v.Answer))
	if contrary := v.lines(v.told); v.contradicts() {
		for _, p := range v.disputes() {
			contrary += "\n" + v.sides(p)
		}
		add(head(v.disagree), strings.TrimPrefix(contrary, "\n"))
	}
	for _, s := range v.Sections {
		add(head(s.Title), v.lines(s.Blocks))
	}
	var silent []string
	for _, s := range r.Silent {
		silent = append(silent, clean(s))
	}
	switch {
	case len(parts) == 0 && len(silent) == 0:
		add("", v.noAnswer)
	case len(r.Answer) == 0:
		parts = slices.Insert(parts, 0, strings.Join(silent, " "))
	case len(silent) > 0:
		add(head(v.silent), "- "+strings.Join(silent, "\n- "))
	}
	var sources []string
	for _, s := range v.Sources {
		sources = append(sources, fmt.Sprintf("[%d] %s", s.Number, v.sourceLine(s)))
	}
	add("", strings.Join(sources, "\n"))
	return strings.Join(parts, "\n\n") + "\n"
}

// lines writes blocks, a line each.
func (v view) lines(blocks []Block) string {
	var lines []string
	for _, b := range blocks {
		var said []string
		for _, s := range b.Sentences {
			said = append(said, v.sourced(s))
		}
		line := strings.Join(said, " ")
		if b.Item {
			line = "- " + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// sourced is a sentence with the numbers of its sources in front of its full stop.
func (v view) sourced(s Sentence) string {
	text, numbers, pages := clean(s.Text), []int{}, map[int][]source.Folio{}
	rows, isTable := tabled(v.byID[s.Claim])
	if isTable {
		rows = rows.asked(v.Question)
		text = ended(rows.Lead)
	}
	for _, x := range v.byID[s.Claim].Citations {
		i := slices.IndexFunc(v.Sources, func(o Source) bool { return o.Document == x.Document })
		if i < 0 {
			continue
		}
		n := v.Sources[i].Number
		if !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
		if v.Sources[i].URL == "" && len(v.citedPages(x.Document)) > 1 {
			pages[n] = append(pages[n], source.Folio{Page: x.Page, Label: x.Label})
		}
	}
	var marks strings.Builder
	for _, n := range numbers {
		if list := v.printedPages(pages[n]); list != "" {
			fmt.Fprintf(&marks, "[%d, %s]", n, list)
		} else {
			fmt.Fprintf(&marks, "[%d]", n)
		}
	}
	if marks.Len() == 0 {
		return text
	}
	body := strings.TrimRight(text, " .!?。…")
	out := body + " " + marks.String() + text[len(body):]
	if mark := v.mark(v.byID[s.Claim]); mark != "" {
		out += " (" + mark + ")"
	}
	for _, sheet := range rows.Sheets {
		out += sheet.lines()
	}
	return out
}

// citedPages returns the pages of a document that claims cite.
func (v view) citedPages(document string) []source.Folio {
	var out []source.Folio
	for _, c := range v.Claims {
		for _, x := range c.Citations {
			if x.Document == document && x.Page > 0 {
				out = append(out, source.Folio{Page: x.Page, Label: x.Label})
			}
		}
	}
	return ordered(out)
}

// sourceLine names a source: a document with its pages, a page of the web with its address.
func (v view) sourceLine(s Source) string {
	parts := []string{v.called(s.Name), v.pageList(v.citedPages(s.Document))}
	if s.URL != "" {
		parts = []string{clean(s.Site), clean(s.Name), clean(s.Date), webAddress(s.URL)}
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}
