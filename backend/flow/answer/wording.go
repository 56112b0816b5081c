package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
)

// Text returns the answer of a report as plain text with its citations as [1], [2], ...: a line per paragraph or list item. Without an answer
// it is what nothing was found for.
func Text(r report.Report) string {
	claims := map[string]cite.Claim{}
	for _, c := range r.Claims {
		claims[c.ID] = c
	}
	var lines []string
	for _, b := range r.Answer {
		var parts []string
		for _, s := range b.Sentences {
			parts = append(parts, marked(s, claims, r.Sources, sayUnproven.In(r.Language)))
		}
		line := strings.Join(parts, " ")
		if b.Item {
			line = "- " + line
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return strings.Join(r.Silent, " ")
	}
	return strings.Join(lines, "\n")
}

// marked is a sentence with the numbers of its sources in front of its full stop, and with a note where they do not prove it.
func marked(s report.Sentence, claims map[string]cite.Claim, sources []report.Source, unproven string) string {
	var marks strings.Builder
	var done []int
	for _, x := range claims[s.Claim].Citations {
		i := slices.IndexFunc(sources, func(o report.Source) bool { return o.Document == x.Document })
		if i >= 0 && !slices.Contains(done, i) {
			done = append(done, i)
			fmt.Fprintf(&marks, "[%d]", sources[i].Number)
		}
	}
	if marks.Len() == 0 {
		return s.Text
	}
	if claims[s.Claim].Verdict == cite.Unproven {
		marks.WriteString(" " + unproven)
	}
	body := strings.TrimRight(s.Text, " .!?。…")
	return body + " " + marks.String() + s.Text[len(body):]
}

// ownMarks matches numbers in brackets that stand in a text itself: a page's own footnotes, or what it wants to pass for citations.
var ownMarks = regexp.MustCompile(`\[(\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]`)

// unmarked returns a text whose numbers in brackets are no citations any more: those are the program's alone to write.
func unmarked(text string) string { return ownMarks.ReplaceAllString(text, "($1)") }

// unmark takes from the sentences of a report what a reader would take for citations: numbers, and IDs of evidence that a quote brought along.
func unmark(r *report.Report) {
	proved := func(text string) string {
		return marks.ReplaceAllStringFunc(unmarked(text), func(ids string) string { return "(" + strings.Trim(ids, "[]") + ")" })
	}
	plain := func(blocks []report.Block) {
		for _, b := range blocks {
			for i := range b.Sentences {
				b.Sentences[i].Text = proved(b.Sentences[i].Text)
			}
		}
	}
	plain(r.Answer)
	for _, section := range r.Sections {
		plain(section.Blocks)
	}
	for i := range r.Claims {
		r.Claims[i].Text = proved(r.Claims[i].Text)
	}
}

// Citations returns the sources that the claims of a report cite, under the numbers that Text has, with every place in them.
func Citations(r report.Report) []Citation {
	out := []Citation{}
	for _, s := range r.Sources {
		c := Citation{Number: s.Number, Document: s.Document, Title: s.Name, URL: s.URL, Site: s.Site, Date: s.Date, Quality: s.Quality, Reason: s.Reason, Places: []Place{}}
		for _, claim := range r.Claims {
			for _, x := range claim.Citations {
				if x.Document == s.Document {
					c.Places = append(c.Places, Place{claim.ID, claim.Text, x.Page, x.Label, x.Quote})
				}
			}
		}
		if len(c.Places) > 0 {
			c.Page, c.Quote = c.Places[0].Page, c.Places[0].Quote
		}
		out = append(out, c)
	}
	return out
}
