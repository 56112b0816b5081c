package proof

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/figure"
)

// quantity is an amount, or the number of a place, with what it counts and how it is bounded.
type quantity struct {
	figure.Amount
	noun      string // stem of the word it counts when it has no unit
	role      role
	rough     bool // "about": unlike the Rough of an Amount, a bound is not
	boundFrom int  // bytes of the words that bound it
	boundTo   int
}

// places are the kinds of places that numbers are given to, by how their words begin.
var places = map[string]string{
	"§": "§", "§§": "§", "art": "article", "sec": "section", "abs": "paragraph", "abs.": "paragraph", "para": "paragraph",
	"kap": "chapter", "cha": "chapter", "tab": "table", "ann": "annex", "anl": "annex", "anh": "annex", "app": "annex",
	"par": "paragraph", "nr.": "number", "num": "number", "no.": "number", "sat": "sentence", "sät": "sentence", "tei": "part",
	"pag": "page", "p.": "page", "sei": "page", "fig": "figure", "abb": "figure", "ste": "step", "sch": "step", "cla": "class", "kla": "class",
}

// figures returns the dates of a folded text, and its other amounts with what they count.
func figures(text string) (dates []figure.Amount, amounts []quantity) {
	for _, a := range figure.Scan(text) {
		if a.IsDate() {
			dates = append(dates, a)
			continue
		}
		q := quantity{Amount: a, noun: counted(text, a)}
		q.role, q.rough, q.boundFrom, q.boundTo = bound(text, a.Start, a.End)
		amounts = append(amounts, q)
	}
	return dates, amounts
}

var nextWord = regexp.MustCompile(`^[ -]?(\pL+)`)

// counted returns the stem of the word behind an amount without a unit.
func counted(text string, a figure.Amount) string {
	m := nextWord.FindStringSubmatch(text[a.End:])
	if a.Unit.Dim != "" || m == nil || stop[strings.ToLower(m[1])] {
		return ""
	}
	return stem(strings.ToLower(m[1]))
}

// place returns the kind of place that a label numbers, in the same word for both languages.
func (q quantity) place() string {
	word := strings.ToLower(q.Place)
	if p, ok := places[word]; ok {
		return p
	}
	r := []rune(word)
	if p, ok := places[string(r[:min(3, len(r))])]; ok {
		return p
	}
	return word
}

// inside reports whether the amount stands in a clause.
func (q quantity) inside(c clause) bool { return q.Start >= c.start && q.End <= c.end }

func (q quantity) isLabel() bool { return q.Kind == figure.Label }

func overlaps(list []quantity, start, end int) bool {
	return slices.ContainsFunc(list, func(q quantity) bool { return start < q.End && end > q.Start })
}
