package step

import (
	"sort"
	"strings"

	"rabbithole/backend/cite"
)

// weaver composes the extractive draft: it chooses quotes, best first, without saying the same thing twice.
type weaver struct {
	kit     *Kit
	profile Profile
	numeric bool
	all     []candidate
	used    map[string]bool // quotes already in the draft, folded
}

// answer picks the quotes that together carry the most of the question: each next one is valued by the weight it adds. A quote whose
// reference was followed is continued by the best quote of where it leads.
func (w *weaver) answer() []cite.Sentence {
	var lines []cite.Sentence
	var covered [][]string
	var shown []candidate
	for len(lines) < answerLines {
		best, gain := -1, 0.0
		for i, c := range w.all {
			if w.used[fold(c.quote)] || tooClose(c, shown) {
				continue
			}
			added := w.profile.Coverage(append(covered, c.terms)...) - w.profile.Coverage(covered...)
			if v := 0.6*c.score + 0.4*relevance(added); v > gain {
				best, gain = i, v
			}
		}
		if best < 0 || len(shown) > 0 && gain < 0.6*shown[0].score {
			break
		}
		c := w.all[best]
		lines = append(lines, w.line(c, len(lines)))
		shown, covered = append(shown, c), append(covered, c.terms)
		if next, ok := w.followed(c); ok && len(lines) < answerLines {
			lines = append(lines, w.line(next, len(lines)))
			shown, covered = append(shown, next), append(covered, next.terms)
		}
	}
	return lines
}

// followed returns the best unused quote of the evidence that c's reference led to.
func (w *weaver) followed(c candidate) (candidate, bool) {
	for _, n := range w.all {
		if n.evidence.Via == c.evidence.ID && !w.used[fold(n.quote)] {
			return n, true
		}
	}
	return candidate{}, false
}

// section returns what a task's evidence adds to the answer: the best quotes not yet used, in the order of the documents.
func (w *weaver) section(evidence []cite.Evidence) []cite.Sentence {
	mine := map[string]bool{}
	for _, e := range evidence {
		mine[e.ID] = true
	}
	var chosen []candidate
	for _, c := range w.all {
		if mine[c.evidence.ID] && !w.used[fold(c.quote)] && !tooClose(c, chosen) && len(chosen) < sectionLines {
			chosen = append(chosen, c)
		}
	}
	sort.SliceStable(chosen, func(a, b int) bool {
		x, y := chosen[a].evidence, chosen[b].evidence
		if x.Name != y.Name {
			return x.Name < y.Name
		}
		return x.Page < y.Page
	})
	var lines []cite.Sentence
	for i, c := range chosen {
		lines = append(lines, w.line(c, i))
	}
	return lines
}

// line makes a list item of a quote: where it stands, then what it says, word for word.
func (w *weaver) line(c candidate, block int) cite.Sentence {
	w.used[fold(c.quote)] = true
	text := sentence(c.quote)
	if c.evidence.Section != "" && !strings.HasPrefix(fold(c.quote), fold(c.evidence.Section)) {
		text = clip(c.evidence.Section, 110) + ": " + text
	}
	return cite.Sentence{Text: text, Evidence: []string{c.evidence.ID}, Block: block, Item: true}
}

// sentence closes a quote like a sentence.
func sentence(quote string) string {
	quote = strings.Join(strings.Fields(quote), " ")
	if quote == "" || strings.ContainsRune(".!?…。", []rune(quote)[len([]rune(quote))-1]) {
		return quote
	}
	return strings.TrimRight(quote, ",;: ") + "."
}

// tooClose reports whether a candidate says what one of the chosen already says: three quarters of its terms.
func tooClose(c candidate, chosen []candidate) bool {
	for _, o := range chosen {
		have := map[string]bool{}
		for _, t := range o.terms {
			have[t] = true
		}
		same := 0
		for _, t := range c.terms {
			if have[t] {
				same++
			}
		}
		if len(c.terms) > 0 && same*4 >= len(c.terms)*3 {
			return true
		}
	}
	return false
}
