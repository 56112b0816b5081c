package flow

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// phrased words what is missing as it is told behind a colon, among others: "What the fee is." as "what the fee is". A first word that may be a name
// keeps its capital.
func phrased(part, language string) string {
	part = strings.TrimRight(strings.TrimSpace(part), " .?")
	word, _, _ := strings.Cut(part, " ")
	if _, size := utf8.DecodeRuneInString(word); ask.WordsFor(language).Stop[strings.ToLower(word)] && word[size:] == strings.ToLower(word[size:]) {
		return strings.ToLower(word) + part[len(word):]
	}
	return part
}

// outcome says how far the final text answers the question, and names the parts without a full answer. The model that checked the text decides. Without
// one a text answers where what leads it most likely does.
func (p Proved) outcome() (report.Outcome, []string) {
	missing := p.Silent
	if len(p.Parts) > 0 {
		missing = nil
		for _, part := range p.Parts {
			if part.Answered != "yes" {
				missing = append(missing, part.Open())
			}
		}
	}
	some := func(part prompts.CheckPart) bool { return part.Answered != "no" }
	switch {
	case len(p.Answer) == 0, len(p.Parts) > 0 && !slices.ContainsFunc(p.Parts, some):
		return report.Unanswered, missing
	case len(p.Parts) == 0 && !(p.Likely && len(missing) == 0), !slices.ContainsFunc(p.Claims, func(c cite.Claim) bool { return c.Verdict == cite.Supported }):
		return report.Unsure, missing
	case len(missing) > 0:
		return report.Partly, missing
	}
	return report.Answered, nil
}
