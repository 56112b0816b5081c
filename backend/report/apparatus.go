package report

import (
	"fmt"
	"slices"
	"strings"
)

// term is a paragraph in small print: what it is about and what is to say.
type term struct{ Name, Text, Hint string }

// group is a part of the appendix.
type group struct {
	ID, Title, Legend string
	Terms             []term
}

// mostOpen is how many open references are listed: the most frequent.
const mostOpen = 25

// leftOut are the sentences that were struck from the draft and the references that were not followed, each under its reason.
func (v view) leftOut() (out []group) {
	var struck, open []term
	for _, s := range v.Struck {
		struck = under(struck, strings.TrimRight(clean(s.Reason), "."), " ", v.quoted(s.Text))
	}
	last := map[string]string{} // the document named last, by the reason
	for _, o := range v.Open[:min(len(v.Open), mostOpen)] {
		name := v.shortly(o.From)
		from := v.source(name, o.Page, o.Label)
		if last[o.Reason] == name {
			from = v.pageOf(o.Page, o.Label)
		}
		last[o.Reason] = name
		if o.Count > 1 {
			from += ", " + v.grouped(o.Count) + " ×"
		}
		open = under(open, v.whyOpen(o.Reason), "; ", clean(o.Text)+" ("+from+")")
	}
	if more := len(v.Open) - mostOpen; more > 0 {
		open = append(open, term{Text: v.count(more, v.moreOpen)})
	}
	return slices.DeleteFunc([]group{{"struck", v.struck, v.struckLegend, struck}, {"open", v.open, "", open}},
		func(g group) bool { return len(g.Terms) == 0 })
}

// under adds text to the term of a name, behind what stands there.
func under(list []term, name, between, text string) []term {
	if i := slices.IndexFunc(list, func(t term) bool { return t.Name == name }); i >= 0 {
		list[i].Text += between + text
		return list
	}
	return append(list, term{Name: name, Text: text})
}

// sweeps are the searches that a negative answer rests on, by their kind.
func (v view) sweeps() (out []term) {
	for _, s := range v.Coverage.Sweeps {
		out = under(out, v.sweepKind(s.Kind), "; ", clean(s.Sought)+" ("+v.count(s.Passages, v.passages)+")")
	}
	return out
}

// made are the lines on how the report was made, and on what left the computer for it.
func (v view) made() []term {
	var out []term
	add := func(name, text, hint string) {
		if text != "" {
			out = append(out, term{name, text, hint})
		}
	}
	if v.answered() && !v.hasSilence() { // else it stands where nothing was found
		add(v.coverage, v.coverageText(), "")
		add(v.unread, v.unreadText(), "")
	}
	add(v.scanned, v.pagesText(v.citedOf(v.Coverage.Recognised)), "")
	if len(v.Claims)+v.counts().Struck > 0 {
		add(v.proof, v.proofText(), "")
	}
	if (v.Verdict == Answered || v.Verdict == "") && v.Quality.Total > 0 { // what does not answer has no score
		add(v.quality, v.qualityText(), "")
	}
	add(v.madeBy, v.makerText(), clean(v.Making.Digest))
	add(v.spend, v.spendText(), "")
	add(v.notes, clean(strings.Join(v.Notes, " ")), "")
	add(v.warnings, clean(strings.Join(v.Warnings, " ")), "")
	var hosts []string
	for _, x := range v.Connections {
		hosts = append(hosts, fmt.Sprintf("%s (%s, %s, %s)", clean(x.Host), v.purpose(x.Purpose), v.count(x.Requests, v.requests),
			v.count(int(x.Bytes), v.received)))
	}
	add(v.leftComputer, strings.Join(hosts, "; "), "")
	return out
}
