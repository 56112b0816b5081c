package step

import (
	"regexp"
	"sort"
)

// empowers matches a text that lets somebody make rules and states none: what "may be laid down by ordinance" is not laid down there.
var empowers = regexp.MustCompile(`(?i)\b(?:wird|werden) (?:\pL+ )?ermächtigt, (?:[^.;]{0,60} )?durch Rechtsverordnung|\bdurch Rechtsverordnung (?:[^.;]{0,80} )?(?:bestimmen|regeln|festlegen|festzulegen|zu regeln|zu bestimmen)\b|` +
	`\bin (?:der|einer|dieser) Rechtsverordnung (?:[^.;]{0,40} )?(?:kann|können|darf)\b|\b(?:is|are|shall be) empowered to (?:adopt|make|issue|lay down)\b|\bmay (?:by|in) (?:order|regulations?|rules?|ordinance)\b|\b(?:regulations?|ordinances?) (?:[^.;]{0,40} )?may (?:in particular )?(?:provide|specify|prescribe|lay down|determine)\b`)

// asksPower matches a clause that asks who may make rules, or of what.
var asksPower = regexp.MustCompile(`(?i)\b(?:ermächtig\w*|\w*verordnung\w*|erlassen|empower\w*|regulations?|ordinances?|delegated)\b`)

// inForce returns the factor of a quote's score for stating a rule rather than the power to make one.
func inForce(clause, quote string) float64 {
	if empowers.MatchString(quote) && !asksPower.MatchString(clause) {
		return unruled
	}
	return 1
}

// inForce orders quotes by their scores for stating rules, best first.
func (q Question) inForce(list []candidate) []candidate {
	for i, c := range list {
		list[i].score *= inForce(q.Text, c.quote)
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	return list
}
