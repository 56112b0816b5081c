package related

import (
	"cmp"
	"slices"
	"strconv"
)

// worth is how much a finding is worth a reader's glance: what it does, how much it has to do with the statement, and where that stands.
func (g *gatherer) worth(c candidate) float64 {
	return rankOf(c.Relation) * c.Score * [...]float64{OnPage: 1, Nearby: 0.7, Elsewhere: 0.45}[g.state.reached(c.Finding)]
}

// rankOf is how much a relation is worth: what sets sources against each other first.
func rankOf(r Relation) float64 { return ranks[r] }

var ranks = map[Relation]float64{Contradicts: 1.6, Updates: 1.3, Supports: 1, Defines: 1, Refers: 0.9, Cited: 0.9, Adds: 0.75}

// mostFound is how many findings are kept: what bullets are made of, and a choice.
const mostFound = 2 * mostBullets

// best returns what is worth most, without what says the same, from different documents and about different statements.
func (g *gatherer) best() []Finding {
	slices.SortStableFunc(g.found, func(a, b candidate) int { return cmp.Compare(g.worth(b), g.worth(a)) })
	var taken []candidate
	documents, points := map[string]int{}, map[int]int{}
	for _, c := range g.found {
		hash := c.document.Hash
		same := func(t candidate) bool {
			return t.profile.Coverage(c.terms) > tooAlike || c.profile.Coverage(t.terms) > tooAlike
		}
		if len(taken) == mostFound || documents[hash] == perDocument || c.Point >= 0 && points[c.Point] == perPoint || g.stock(c) || slices.ContainsFunc(taken, same) {
			continue
		}
		documents[hash]++
		points[c.Point]++
		taken = append(taken, c)
	}
	var out []Finding
	for i, c := range taken {
		c.Finding.ID = "E" + strconv.Itoa(len(g.state.Found)+i+1)
		out = append(out, c.Finding)
	}
	return out
}

// stock reports whether a sentence stands word for word in many documents: what everybody says says nothing to anybody.
func (g *gatherer) stock(c candidate) bool {
	having := map[string]bool{}
	for _, o := range g.found {
		if o.profile.Coverage(c.terms) > sameText && c.profile.Coverage(o.terms) > sameText {
			having[o.document.Hash] = true
		}
	}
	return len(having) >= stockFrom
}

const (
	sameText  = 0.95 // share of either's weight that the other carries where both are the same
	stockFrom = 3    // documents beside the open one
)

const (
	perDocument = 5
	perPoint    = 2
)
