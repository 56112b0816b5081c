package answer

import (
	"regexp"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow"
)

// How long a heading may be: as step writes it in front of a quote, and as it stands there in an answer.
const (
	mostHeading = 110
	mostLead    = 60
)

// numberedPlace matches a heading's number together with the word for what it numbers: enough to look it up.
var numberedPlace = regexp.MustCompile(`^(?:§§?\s*\d+[a-z]?|(?:Art(?:icle|ikel|\.)|Recital|Erwägungsgrund|Section|Abschnitt|Chapter|Kapitel|Annex|Anlage|Anhang|Appendix|Part|Teil)\s+(?:\d+[\d.]*[a-z]?|[A-Z]|[IVX]+))(?:\s|$)`)

// placed says of each quote shortly where it stands, once where quotes of one place follow each other. The evidence, which the citation
// opens, has the heading in full.
func placed(lines []cite.Sentence, evidence []cite.Evidence) []cite.Sentence {
	known := cite.ByID(evidence)
	out := make([]cite.Sentence, len(lines))
	before := ""
	for i, line := range lines {
		out[i] = line
		here := ""
		if len(line.Evidence) == 1 {
			e := known[line.Evidence[0]]
			if quote, led := behindHeading(line.Text, e.Section); led {
				here = e.Document + "\n" + e.Section
				if out[i].Text = shortPlace(e.Section) + ": " + quote; here == before {
					out[i].Text = quote
				}
			}
		}
		before = here
	}
	return out
}

// behindHeading returns what of a line stands behind the heading that it begins with.
func behindHeading(line, section string) (string, bool) {
	if section == "" {
		return line, false
	}
	if len(section) <= mostHeading {
		return strings.CutPrefix(line, strings.TrimRight(section, ":")+": ")
	}
	heading, quote, cut := strings.Cut(line, "…: ")
	return quote, cut && strings.HasPrefix(section, heading)
}

// shortPlace is a heading as it stands in front of a quote: its number where it has one, else as much of it as is read at a glance.
func shortPlace(section string) string {
	if number := numberedPlace.FindString(section); number != "" {
		return strings.TrimSpace(number)
	}
	return strings.TrimRight(flow.Clipped(section, mostLead), ":")
}
