package step

import (
	"regexp"
	"strings"

	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
)

// numberOf matches what a heading is numbered by.
var numberOf = regexp.MustCompile(`^(?:§+|Art(?:\.|icle|ikel)|Section|Abschnitt|Chapter|Kapitel|Part|Teil|Annex|Anlage|Anhang|Appendix|Item|Note|Recital|Table|Tabelle)\s*[\dA-Z][\w.]*\s+`)

// ended matches what names a stretch of time: a heading that says no more than that is no title of what happened in it.
var ended = regexp.MustCompile(`(?i)\b(?:fiscal |calendar )?(?:years?|quarters?|months?) (?:ended|ending)\b|\bfiscal\b`)

// heading returns what a passage stands right under, "" where it stands under none.
func heading(p source.Passage) string {
	if len(p.Headings) == 0 {
		return ""
	}
	return p.Headings[len(p.Headings)-1]
}

// underHeadings returns the text of a passage with all headings that it stands under.
func underHeadings(p source.Passage) string { return p.Text + " " + strings.Join(p.Headings, " ") }

// titled is how far a heading is what a profile is about: the harmonic mean of the share of the profile that it says and of the share of its own words
// that belong to the profile. The title of a long rule that shares one word with a question is not its title.
func (k *Kit) titled(p Profile, heading string) float64 {
	for _, aside := range []*regexp.Regexp{numberOf, ask.Dates, ended} {
		heading = aside.ReplaceAllString(heading, " ")
	}
	terms := k.Lexicon.Terms(heading, p.language)
	covers, focus := p.Coverage(terms), p.Focus(terms)
	if covers+focus == 0 {
		return 0
	}
	return 2 * covers * focus / (covers + focus)
}

// said is the share of a profile that terms carry below a heading that is as much its title as titled says.
func (p Profile) said(terms, heading []string, titled float64) float64 {
	own := p.Coverage(terms)
	return own + (leastHead+titledHead*titled)*(p.Coverage(terms, heading)-own)
}
