package answer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
)

// mostDisputes is how many contradictions are said in the answer itself; the report shows all.
const mostDisputes = 3

// speakOut says in the answer what its sentences alone do not: that sources contradict each other, with both sides and of when they are, and of
// when the answer is if it changes with time.
func (f *run) speakOut(s State, r *report.Report, best []weighed) {
	stated := map[string]bool{}
	for _, b := range r.Answer {
		for _, x := range b.Sentences {
			stated[x.Claim] = true
		}
	}
	n := 0
	for _, pair := range disputes(r.Claims) {
		if n++; n > mostDisputes {
			break
		}
		lead := sayDispute.In(s.Language, s.sourceOf(pair[0], best), s.sourceOf(pair[1], best))
		r.Answer = append(r.Answer, report.Block{Sentences: []report.Sentence{{Text: lead}}})
		for _, claim := range pair {
			if !stated[claim.ID] {
				stated[claim.ID] = true
				r.Answer = append(r.Answer, report.Block{Item: true, Sentences: []report.Sentence{{Text: claim.Text, Claim: claim.ID}}})
			}
		}
	}
	if s.Timely && len(r.Answer) > 0 {
		r.Answer = append(r.Answer, report.Block{Sentences: []report.Sentence{{Text: f.asOf(s, r.Claims, best)}}})
	}
}

// disputes returns the pairs of claims that say the contrary of each other, each once.
func disputes(claims []cite.Claim) [][2]cite.Claim {
	var out [][2]cite.Claim
	for i, a := range claims {
		for _, b := range claims[i+1:] {
			if slices.Contains(a.Against, b.ID) || slices.Contains(b.Against, a.ID) {
				out = append(out, [2]cite.Claim{a, b})
			}
		}
	}
	return out
}

// sourceOf names what a claim cites first, and of when it is: "harbour.example (2026-02-01)".
func (s State) sourceOf(claim cite.Claim, best []weighed) string {
	if len(claim.Citations) == 0 {
		return claim.ID
	}
	x := claim.Citations[0]
	name, date := x.Name, ""
	if i := slices.IndexFunc(best, func(w weighed) bool { return w.ID == x.Evidence }); i >= 0 {
		name, date = best[i].name(), best[i].from.Date
	}
	if date == "" {
		date = sayUndated.In(s.Language)
	}
	return fmt.Sprintf("%s (%s)", name, date)
}

// asOf says of when the answer is: the day it was made, and the youngest source that it cites.
func (f *run) asOf(s State, claims []cite.Claim, best []weighed) string {
	youngest := ""
	for _, c := range claims {
		for _, x := range c.Citations {
			if i := slices.IndexFunc(best, func(w weighed) bool { return w.ID == x.Evidence }); i >= 0 && best[i].from.Date > youngest {
				youngest = best[i].from.Date
			}
		}
	}
	today := f.Now().Format(time.DateOnly)
	if youngest == "" {
		return sayAsOfUndated.In(s.Language, today)
	}
	return strings.TrimSpace(sayAsOf.In(s.Language, today, youngest))
}
