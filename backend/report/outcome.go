package report

import "strings"

// Outcome says how far a report answers its question. It is decided once, over the final text, and shown wherever the report is.
type Outcome string

// The outcomes.
const (
	Answered   Outcome = "answered" // in every part; most likely, where there was no model to judge
	Partly     Outcome = "partly"   // Missing names the parts that have no full answer
	Unsure     Outcome = "unsure"   // nobody judged whether it does, or nothing of it is proved
	Unanswered Outcome = "not"
)

// outcome is the verdict at the head of a report, "" where there is no answer, which says so itself.
func (v view) outcome() string {
	switch {
	case !v.answered():
		return ""
	case v.Verdict == Partly && len(v.Missing) > 0:
		return v.partly + " " + v.missingText()
	case v.Verdict == Partly:
		return v.partly
	case v.Verdict == Answered && v.Making.Model == "":
		return v.likely
	case v.Verdict == Answered:
		return v.answers
	case v.Verdict == Unsure && (v.Making.Model == "" || v.Proof.Modelled == 0):
		return v.unjudged
	case v.Verdict == Unsure:
		return v.unsure
	case v.Verdict == Unanswered:
		return v.closest
	}
	return ""
}

// missingText names what has no full answer.
func (v view) missingText() string {
	parts := make([]string, len(v.Missing))
	for i, part := range v.Missing {
		parts[i] = strings.TrimRight(clean(part), ".")
	}
	return v.lacking + " " + strings.Join(parts, "; ") + "."
}
