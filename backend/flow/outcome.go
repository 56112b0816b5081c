package flow

import (
	"regexp"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// toFind matches what the plan of a run tells it to do before what is asked: a reader is told what is open, and not to find it out.
var toFind = regexp.MustCompile(`^(?:(?:Find out|Determine|Establish|Clarify|Check|Ermittle|Kläre|Prüfe|Finde heraus),? ((?i:what|which|who|whom|whose|when|where|why|how|whether|if|under|in|by|to|for|was|welche[nrms]?|wer|wem|wen|wann|wo|warum|wie|ob|unter|wozu) )|(?:Find|Identify|Determine|Finde|Ermittle) ((?:the|die|der|das|den) ))`)

// asked is a part of a question as a reader is told of it.
func asked(part string) string { return toFind.ReplaceAllString(part, "$1$2") }

// outcome says how far the final text answers the question, and names the parts without a full answer. The model that checked the text decides. Without
// one a text answers where what leads it most likely does.
func (p Proved) outcome() (report.Outcome, []string) {
	missing := p.Silent
	if len(p.Parts) > 0 {
		missing = nil
		for _, part := range p.Parts {
			if part.Answered != "yes" {
				missing = append(missing, asked(part.Part))
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
