package step

import (
	"rabbithole/backend/step/ask"
	"slices"
	"sort"
	"strings"
)

// focused turns a focus into a factor of a quote's score.
func focused(focus float64) float64 { return (1 - focusWeight) + focusWeight*focus }

// quotesPerPassage is the most quotes taken from one passage.
const quotesPerPassage = 3

// bestUnits returns those of the quotable units of a passage that carry the most of any of the profiles, best first; a unit without any of it is
// never returned unless the passage was reached through a reference and nothing else is there to quote.
func (k *Kit) bestUnits(units []string, profiles []Profile, r Reading, asked aim) []string {
	type scored struct {
		text  string
		score float64
	}
	var list []scored
	head := k.Lexicon.Terms(strings.Join(r.Passage.Headings, " "), r.Document.Language)
	whole := slices.ContainsFunc(units, func(u string) bool { return len(strings.Fields(u)) >= 4 || ask.Cjk(u) })
	for _, u := range units {
		if whole && len(strings.Fields(u)) < 4 && !ask.Cjk(u) {
			continue
		}
		terms := k.Lexicon.Terms(u, r.Document.Language)
		best := 0.0
		for _, p := range profiles {
			best = max(best, (p.Coverage(terms)+underHead*p.Coverage(head))*focused(max(p.Focus(terms), p.Focus(k.Lexicon.Terms(row(u), r.Document.Language)))))
		}
		if asked.amount != nil && asked.amount(u) {
			best *= quantityBonus
		}
		best = lifted(best, k.defines(asked.things, heading(r.Passage), u))
		list = append(list, scored{u, best})
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	var out []string
	for i, s := range list {
		if len(out) == quotesPerPassage || s.score <= 0 && !(i == 0 && r.Lead != "") || i > 0 && s.score < besideUnit*list[0].score {
			break
		}
		out = append(out, s.text)
	}
	return stretched(withBases(out, units), units, asked.states)
}
