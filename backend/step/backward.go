package step

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// refersBack matches a sentence that only says where else the sentence before it holds, or how: "Satz 1 gilt entsprechend", "Die Sätze 1 und 2
// gelten auch", "The same applies".
var refersBack = regexp.MustCompile(`^(?:Satz \d|Die Sätze \d|(?:Dies|Das Gleiche|Das gleiche|Gleiches|Entsprechendes) gilt\b|Die in Satz \d|The (?:first|second|third) (?:sub)?(?:paragraph|sentence)s? (?:shall )?(?:also )?appl|(?:This|The same) (?:shall )?(?:also )?appl)`)

// base returns the quote that c says more of: the nearest one before it in the same evidence that stands on its own. Nobody understands
// "Satz 1 gilt auch bei Fund" without Satz 1.
func (w *weaver) base(c candidate) (candidate, bool) {
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
	return best, best.quote != "" && !w.used[fold(best.quote)]
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
	have := set(chosen)
	for _, c := range chosen {
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
