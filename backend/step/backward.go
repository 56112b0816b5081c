package step

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
)

// refersBack matches a sentence that only says where else the sentence before it holds, or how: "Satz 1 gilt entsprechend", "Die Sätze 1 und 2
// gelten auch", "The same applies".
var refersBack = regexp.MustCompile(`^(?:Satz \d|Die Sätze \d|(?:Dies|Das Gleiche|Das gleiche|Gleiches|Entsprechendes) gilt\b|Die in Satz \d|The (?:first|second|third) (?:sub)?(?:paragraph|sentence)s? (?:shall )?(?:also )?appl|(?:This|The same) (?:shall )?(?:also )?appl)`)

// departs matches an exception with the number of the paragraph that holds the rule: "Abweichend von Absatz 1", "By way of derogation from
// paragraph 1".
var departs = regexp.MustCompile(`(?i)^(?:\(?\d{1,2}[a-z]?[.)] )?(?:Abweichend von Absatz|By way of derogation from paragraph|Notwithstanding paragraph) (\d{1,2}[a-z]?)\b`)

// rule returns what tells the beginning of the paragraph that an exception departs from, nil where a quote is none.
func rule(quote string) func(text string) bool {
	m := departs.FindStringSubmatch(strings.Join(strings.Fields(quote), " "))
	if m == nil {
		return nil
	}
	return func(text string) bool {
		return strings.HasPrefix(text, "("+m[1]+") ") || strings.HasPrefix(text, m[1]+". ")
	}
}

// ruleOf returns the best quote of the paragraph that c is an exception to: an exception alone reads as if it were the rule.
func (w *weaver) ruleOf(c candidate, begins func(string) bool) (candidate, bool) {
	for _, o := range w.all {
		if o.evidence.Document == c.evidence.Document && o.evidence.Section == c.evidence.Section && begins(o.quote) {
			return o, !w.used[ask.Fold(o.quote)]
		}
	}
	return candidate{}, false
}

// base returns the quote that c says more of: the rule it departs from, or the nearest one before it in the same evidence that stands on its
// own. Nobody understands "Satz 1 gilt auch bei Fund" without Satz 1.
func (w *weaver) base(c candidate) (candidate, bool) {
	if begins := rule(c.quote); begins != nil {
		return w.ruleOf(c, begins)
	}
	if !refersBack.MatchString(c.quote) {
		return candidate{}, false
	}
	at, ok := placeOf(c)
	if !ok {
		return candidate{}, false
	}
	var best candidate
	var from source.Span
	for _, o := range w.all {
		s, placed := placeOf(o)
		if !placed || o.evidence.ID != c.evidence.ID || refersBack.MatchString(o.quote) || !comesBefore(s, at) || best.quote != "" && comesBefore(s, from) {
			continue
		}
		best, from = o, s
	}
	return best, best.quote != "" && !w.used[ask.Fold(best.quote)]
}

// hangs reports whether c only says more of a sentence that the draft does not show.
func (w *weaver) hangs(c candidate) bool {
	at, ok := placeOf(c)
	return ok && refersBack.MatchString(c.quote) && !slices.ContainsFunc(w.shown, func(o candidate) bool {
		s, placed := placeOf(o)
		return placed && o.evidence.ID == c.evidence.ID && comesBefore(s, at)
	})
}

// told reports whether a quote is the beginning of one that the draft shows.
func (w *weaver) told(c candidate) bool {
	return slices.ContainsFunc(w.shown, func(o candidate) bool { return strings.HasPrefix(begin(o.quote), begin(c.quote)) })
}

// placeOf returns where a quote begins.
func placeOf(c candidate) (source.Span, bool) {
	for _, q := range c.evidence.Quotes {
		if q.Text == c.quote {
			return q.Span, true
		}
	}
	return source.Span{}, false
}

func comesBefore(a, b source.Span) bool {
	return a.Page < b.Page || a.Page == b.Page && a.Start < b.Start
}

// withBases puts behind the chosen units those that a chosen one says more of.
func withBases(chosen, units []string) []string {
	have := ask.Set(chosen)
	for _, c := range chosen {
		if begins := rule(c); begins != nil {
			if i := slices.IndexFunc(units, begins); i >= 0 && !have[units[i]] {
				chosen, have[units[i]] = append(chosen, units[i]), true
			}
			continue
		}
		if !refersBack.MatchString(strings.TrimSpace(c)) {
			continue
		}
		base := ""
		for _, u := range units {
			if u == c {
				break
			}
			if !refersBack.MatchString(u) {
				base = u
			}
		}
		if base != "" && !have[base] {
			chosen, have[base] = append(chosen, base), true
		}
	}
	return chosen
}
