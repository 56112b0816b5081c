package step

import (
	"regexp"
	"slices"
	"strings"
)

// sheet is a page that a sweep brought.
type sheet struct {
	document string
	number   int
	text     string
	terms    []string
}

// togetherWords is how many words of a page stand together: a sentence or two, some rows of a table with what is above them.
const togetherWords = 50

// covers is the largest share of a profile that words carry that stand together on the page; a word that stands nowhere in the library counts
// where one stands that differs by a slip of the pen.
func (page *sheet) covers(p Profile) float64 {
	if p.Total == 0 {
		return 1
	}
	terms, best := page.corrected(p.Absent), 0.0
	for i := 0; i == 0 || i+togetherWords/2 < len(terms); i += togetherWords / 2 {
		best = max(best, p.Coverage(terms[i:min(len(terms), i+togetherWords)]))
	}
	return best
}

// carries is the share of a profile that the whole page carries.
func (page *sheet) carries(p Profile) float64 {
	if p.Total == 0 {
		return 1
	}
	return p.Coverage(page.corrected(p.Absent))
}

// corrected returns the page's terms with absent words in place of what they are slips of.
func (page *sheet) corrected(absent []string) []string {
	terms := page.terms
	for _, a := range absent {
		for i, t := range terms {
			if len(a) < 5 || !slipped(a, t) {
				continue
			}
			if &terms[0] == &page.terms[0] {
				terms = slices.Clone(terms)
			}
			terms[i] = a
		}
	}
	return terms
}

// has reports whether a name stands on the page in its place: on the page that the clause names, or on one with a good part of what else is
// asked; a year and "Figure 7" count anywhere.
func (page *sheet) has(n name, w sought) bool {
	if len(w.pages) > 0 && !slices.Contains(w.pages, page.number) && !n.place {
		return false
	}
	if n.pattern.MatchString(page.text) && (n.place || year.MatchString(n.text) || len(w.pages) > 0 || page.carries(w.profile) >= leastCovered) {
		return true
	}
	return len(n.text) >= 5 && slices.ContainsFunc(page.terms, func(t string) bool { return slipped(strings.ToLower(n.text), t) })
}

var counted = regexp.MustCompile(`\b(\p{Lu}{3,})\d+\b`)

// unnumbered returns the abbreviations that a text glues to a number: a question about "ABC" is answered by "ABC11".
func unnumbered(text string) []string {
	var out []string
	for _, m := range counted.FindAllStringSubmatch(text, -1) {
		out = append(out, strings.ToLower(m[1]))
	}
	return out
}

// slipped reports whether two words differ by one letter added, left out, changed, or by two neighbours that changed places.
func slipped(a, b string) bool {
	if a == "" || b == "" || a[0] != b[0] {
		return false
	}
	if a == b || len(a) > len(b)+1 || len(b) > len(a)+1 {
		return a == b
	}
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) {
		return true
	}
	swapped := i+1 < min(len(a), len(b)) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return swapped || a[i+1:] == b[i+1:] || a[i:] == b[i+1:] || a[i+1:] == b[i:]
}
