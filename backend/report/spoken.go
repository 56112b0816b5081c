package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// MadeBy says in a line what wrote a report.
func MadeBy(r Report) string {
	v := newView(r, nil)
	return v.madeBy + ": " + v.makerText()
}

// Spoken renders a report for a terminal: the sentences of its answer with the numbers of their sources, then what was found
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
	head := func(title string) string {
		title = clean(title)
		return title + "\n" + strings.Repeat("-", min(utf8.RuneCountInString(title), 78)) + "\n"
	}
	add("", v.outcome())
	add("", listed(v.before))
	rest := v.Answer
	if v.leads {
		add("", v.lines(rest[:1]))
		rest = rest[1:]
	}
	add("", v.lines(rest))
	if contrary := v.lines(v.told); v.contradicts() {
		for _, p := range v.disputes() {
			contrary += "\n" + v.sides(p)
		}
		add(head(v.disagree), strings.TrimPrefix(contrary, "\n"))
	}
	for _, s := range v.Sections {
		add(head(s.Title), v.lines(s.Blocks))
	}
	if silent := listed(v.Silent); !v.answered() {
		parts = slices.Insert(parts, 0, joinedBy("\n", joinedBy(" ", v.noAnswer, v.noKept), silent))
	} else {
		add(head(v.silent), silent)
	}
	var sources []string
	for _, s := range v.Sources {
		sources = append(sources, fmt.Sprintf("[%d] %s", s.Number, v.sourceLine(s)))
	}
	add("", strings.Join(sources, "\n"))
	return strings.Join(parts, "\n\n") + "\n"
}

// listed writes sentences as a list.
func listed(list []string) string {
	var out []string
	for _, text := range list {
		out = append(out, "- "+clean(text))
	}
	return strings.Join(out, "\n")
}

// lines writes blocks: paragraphs, and the items of lists a line each.
func (v view) lines(blocks []Block) string {
	var out strings.Builder
	for i, b := range blocks {
		var said []string
		for _, s := range b.Sentences {
			said = append(said, v.sourced(s))
		}
		line := strings.Join(said, " ")
		if b.Item {
			line = "- " + line
		}
		switch {
		case i > 0 && !b.Item: // a paragraph stands apart from what is before it
			out.WriteString("\n\n")
		case i > 0:
			out.WriteString("\n")
		}
		out.WriteString(line)
	}
	return out.String()
}

// sourced is a sentence with the numbers of its sources in front of its full stop.
func (v view) sourced(s Sentence) string {
	text, claim := clean(s.Text), v.byID[s.Claim]
	rows, isTable := v.sheets[s.Claim]
	if isTable {
		text = leading(rows.Lead)
	}
	var marks strings.Builder
	for _, list := range v.places(claim) {
		i := slices.IndexFunc(v.Sources, func(o Source) bool { return o.Document == list[0].document })
		if i < 0 {
			continue
		}
		for j, p := range list {
			if p.section != "" && regexp.MustCompile(`(?:^|[^\pL\d.])`+regexp.QuoteMeta(p.section)+`(?:$|[^\pL\d.]|\.\D|\.$)`).MatchString(text) { // it says so itself
				list[j].section = ""
			}
			if len(v.citedPages(p.document)) < 2 {
				list[j].Folio = source.Folio{}
			}
		}
		places, _ := v.together(list)
		fmt.Fprintf(&marks, "[%s]", joinedBy(", ", strconv.Itoa(v.Sources[i].Number), joinedBy("; ", places...)))
	}
	if marks.Len() == 0 {
		return text
	}
	body, stop := ended(text)
	out := body + " " + marks.String() + stop
	if mark := v.mark(claim); mark != "" {
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
	if s.URL != "" {
		return joinedBy(", ", clean(s.Site), clean(s.Name), clean(s.Date), webAddress(s.URL))
	}
	return joinedBy(", ", v.called(s.Name), v.pageList(v.citedPages(s.Document)))
}
