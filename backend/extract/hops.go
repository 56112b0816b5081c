package extract

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// followed returns what the references inside c's quote led to: at most one quote per reference and answerHops in all, what says most of the clause first.
// Each says something of the clause that c does not, states what it asks for, or is where c leaves it to.
func (w *extractive) followed(asked clause, c candidate) []candidate {
	var found []candidate
	for _, l := range w.within(c) {
		n, ok := w.beyond(asked, l, c)
		if whole := !strings.ContainsAny(l.Text, "0123456789"); whole && asked.own.Coverage(n.terms) < enoughAtOne {
			continue // it leads to a document, not to a place in it
		}
		if !ok || slices.ContainsFunc(found, func(o candidate) bool { return ask.Fold(o.quote) == ask.Fold(n.quote) }) {
			continue
		}
		foreign := ask.Language(n.quote) != ask.Language(c.quote) // it shares too few words to tell
		if asked.states(n.quote) || foreign || leavesTo(c.quote, l) || asked.own.Coverage(c.terms, n.terms)-asked.own.Coverage(c.terms) >= worthAdding {
			found = append(found, n)
		}
	}
	sort.SliceStable(found, func(a, b int) bool { return found[a].score > found[b].score })
	for i, n := range found {
		if i == answerHops || n.score < worthHop*found[0].score {
			return found[:i]
		}
	}
	return found
}

// leaves matches the words with which a text says that another place says it: "as laid down in", "nach Maßgabe".
var leaves = regexp.MustCompile(`(?i)\bas (?:laid down|described|defined|set out|specified|explained|shown|stated) (?:in|by)\b[^.;]*$|\bnach maßgabe\b[^.;]*$`)

// leavesTo reports whether a quote leaves what it speaks of to where the reference leads.
func leavesTo(quote string, l Link) bool {
	before, _, ok := strings.Cut(ask.Fold(quote), ask.Fold(l.Text))
	return ok && leaves.MatchString(before)
}

// beyond returns the best quote of where a reference in c's quote leads; none where that is told already.
func (w *extractive) beyond(asked clause, l Link, c candidate) (candidate, bool) {
	var there []cite.Evidence
	for _, e := range w.evidence {
		if slices.Contains(l.Evidence, e.ID) && e.ID != c.evidence.ID {
			there = append(there, e)
		}
	}
	list := w.engine.candidates(asked.own, there, asked.amount)
	if len(list) == 0 || !w.fresh(list[0]) {
		return candidate{}, false
	}
	return list[0], true
}

// within returns the references that stand in a quote itself.
func (w *extractive) within(c candidate) []Link {
	return slices.DeleteFunc(slices.Clone(w.links[c.evidence.ID]), func(l Link) bool { return !strings.Contains(ask.Fold(c.quote), ask.Fold(l.Text)) })
}

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
func (w *extractive) ruleOf(c candidate, begins func(string) bool) (candidate, bool) {
	for _, o := range w.all {
		if o.evidence.Document == c.evidence.Document && o.evidence.Section == c.evidence.Section && begins(o.quote) {
			return o, !w.used[ask.Fold(o.quote)]
		}
	}
	return candidate{}, false
}

// base returns the quote that c says more of: the rule it departs from, or the nearest one before it in the same evidence that stands on its
// own. Nobody understands "Satz 1 gilt auch bei Fund" without Satz 1.
func (w *extractive) base(c candidate) (candidate, bool) {
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
