package index

import (
	"math"

	"rabbithole/backend/source"
)

// group is one thing a query asks for: a word with the other forms it may take in the library.
type group struct {
	terms  []string // the alternatives; any of them counts
	weight float64  // 1 for a word of the query, less for what was derived from one
	first  string   // the word as the person wrote it, folded; "" for words that feedback added
	unsaid bool     // the query implies it and does not say it
	place  int      // position among the words of the query, -1 for what has none
}

// weights are the constants of ranking: BM25F (Robertson and Zaragoza 2009, 3.6) over three fields, a bonus for words that
// stand together, and feedback.
type weights struct {
	k1                float64 // how soon repetition of a word stops counting
	headB, bodyB      float64 // how much the length of a field counts against it
	head, body, parts float64 // field weights
	near              float64 // share of a word pair's weight added when the pair stands together
	feedbackPassages  int     // how many of the best passages feedback reads
	feedbackTerms     int     // how many words it adds
	feedback          float64 // the weight of all added words together against the query's
	page              float64 // share of the whole page's score added to that of a passage on it
	document          float64 // added for the document that the query names best, in parts of the score no passage exceeds
	place             float64 // the same for a page that the query names
	implied           float64 // weight of a word that the query implies and does not say
	phraseDistance    int     // words between the two of a pair that still count as together
}

// measured returns the weights that did best over all collections at once; docs/adr/0006-fusion.md and 0013-retrieval.md have the figures.
func measured() weights {
	return weights{k1: 1.5, headB: 0.75, bodyB: 0.75, head: 3, body: 1, parts: 0.5, near: 0.3, phraseDistance: 8,
		feedbackPassages: 10, feedbackTerms: 20, feedback: 0.25, page: 0.5, document: 0.3, place: 0.3, implied: 0.5}
}

// collection is what ranking must know of the whole library.
type collection struct {
	passages int            // number of passages
	head     float64        // mean length in words
	body     float64        // mean length in words
	count    map[string]int // passages a term stands in
}

// idf returns the weight of a term in n passages; it is never negative.
func (c collection) idf(n int) float64 {
	return math.Log(1 + (float64(c.passages-n)+0.5)/(float64(n)+0.5))
}

// spread returns in about how many passages a group stands: its most frequent alternative.
func (c collection) spread(g group) int {
	n := 0
	for _, t := range g.terms {
		n = max(n, c.count[t])
	}
	return min(n, c.passages)
}

// rarity returns the idf of a group.
func (c collection) rarity(g group) float64 { return c.idf(c.spread(g)) }

// query is a set of groups made ready to score passages.
type query struct {
	w      weights
	lib    collection
	groups []group
	idf    []float64
	of     map[string][]int // term -> the groups it counts for
	begin  [256]uint64      // by their first byte the lengths of these terms, bit by bit: most words of a text are none
}

func newQuery(w weights, lib collection, groups []group) *query {
	q := &query{w: w, lib: lib, groups: groups, of: map[string][]int{}}
	for i, g := range groups {
		q.idf = append(q.idf, lib.rarity(g))
		for _, t := range g.terms {
			q.of[t] = append(q.of[t], i)
			if t != "" {
				q.begin[t[0]] |= 1 << (len(t) % 64)
			}
		}
	}
	return q
}

// best returns the score that no passage exceeds, positive.
func (q *query) best() float64 {
	sum := 1e-9
	for i, g := range q.groups {
		sum += g.weight * q.idf[i] * (q.w.k1 + 1)
	}
	return sum
}

// score returns how well a passage answers the query, 0 when no word of it stands there.
func (q *query) score(t source.Terms) float64 {
	tf := make([]float64, len(q.groups))
	headLen := q.add(tf, t.Head, q.w.head, nil)
	headNorm := 1 - q.w.headB + q.w.headB*float64(headLen)/max(q.lib.head, 1)
	for i := range tf {
		tf[i] /= headNorm
	}
	q.add(tf, t.Parts, q.w.parts, nil)
	body := make([]float64, len(q.groups))
	places := make([][]int, len(q.groups))
	bodyLen := q.add(body, t.Body, q.w.body, places)
	norm := 1 - q.w.bodyB + q.w.bodyB*float64(bodyLen)/max(q.lib.body, 1)
	sum := 0.0
	for i, g := range q.groups {
		x := tf[i] + body[i]/norm
		sum += g.weight * q.idf[i] * x * (q.w.k1 + 1) / (q.w.k1 + x)
	}
	return sum + q.together(places, norm)
}

// add counts the query's terms in a field and returns its length in words; places, when not nil, gets their positions.
func (q *query) add(tf []float64, field string, weight float64, places [][]int) (length int) {
	for begin := 0; begin < len(field); length++ {
		end := begin
		for end < len(field) && field[end] != ' ' { // terms are short: calling strings.Cut for each takes longer
			end++
		}
		if term := field[begin:end]; term != "" && q.begin[term[0]]&(1<<(len(term)%64)) != 0 {
			for _, g := range q.of[term] {
				tf[g] += weight
				if places != nil {
					places[g] = append(places[g], length)
				}
			}
		}
		begin = end + 1
	}
	return length
}

// together returns the bonus for neighbouring words of the query that stand near one another in the passage.
func (q *query) together(places [][]int, norm float64) float64 {
	sum, last := 0.0, -1
	for i, g := range q.groups {
		if g.place < 0 {
			continue
		}
		if last >= 0 && q.groups[last].place+1 == g.place {
			x := pairs(places[last], places[i], q.w.phraseDistance) / norm
			sum += q.w.near * math.Min(g.weight, q.groups[last].weight) * (q.idf[i] + q.idf[last]) / 2 * x * (q.w.k1 + 1) / (q.w.k1 + x)
		}
		last = i
	}
	return sum
}

// pairs counts how often a position of b follows one of a within distance words: 1 when next to it, less further away or in
// reverse order. Both are ascending.
func pairs(a, b []int, distance int) float64 {
	sum, j := 0.0, 0
	for _, at := range b {
		for j+1 < len(a) && a[j+1] < at {
			j++
		}
		best := 0.0
		for k := j; k < min(j+2, len(a)); k++ {
			switch gap := at - a[k]; {
			case gap > 0 && gap <= distance:
				best = max(best, 1/float64(gap))
			case gap < 0 && -gap <= distance:
				best = max(best, 0.5/float64(-gap))
			}
		}
		sum += best
	}
	return sum
}
