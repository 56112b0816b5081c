package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// poolSize is the number of candidates that ranking looks at, from words and from meaning each.
const poolSize = 200

// candidate is a passage on its way to become a hit.
type candidate struct {
	terms  source.Terms
	words  float64 // score by words, feedback included
	asked  float64 // score by the words of the query alone
	cosine float64
	vector bool // cosine is known
	score  float64
}

// Search returns the passages that answer q best, the best first. An empty query is a fault of kind Usage.
func (x *Index) Search(ctx context.Context, q Query) ([]Hit, error) {
	if strings.TrimSpace(q.Text) == "" {
		return nil, fault.New("search", fault.Usage, "Type what to look for; the search text is empty.", nil)
	}
	if q.Limit <= 0 {
		q.Limit = 10
	}
	a, err := x.ask(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	pool, err := x.pool(ctx, q, a)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return x.hits(ctx, a, distinct(pool, q.Limit))
}

// pool returns the scored candidates of a query, the best first.
func (x *Index) pool(ctx context.Context, q Query, a asked) ([]candidate, error) {
	if q.Mode == Semantic && x.meaning == nil {
		return nil, fault.New("search by meaning", fault.Usage, "There is no embedder. Search by words instead.", nil)
	}
	var pool []candidate
	exact, err := x.exact(ctx, q, a)
	switch {
	case err != nil:
		return nil, err
	case len(exact) > 0:
		pool = exact
	case q.Mode != Semantic:
		if pool, err = x.byWords(ctx, q, a); err != nil {
			return nil, err
		}
	}
	share := 0.0
	if x.meaning != nil && q.Mode != Lexical {
		if pool, err = x.byMeaning(ctx, q, pool, len(exact) > 0); err != nil {
			return nil, err
		}
		share = x.semantic
	}
	if err := x.score(ctx, a, pool); err != nil {
		return nil, err
	}
	if q.Mode == Semantic {
		share = 1
	}
	fuse(pool, share)
	return pool, nil
}

// byWords returns the passages that hold words of the query.
func (x *Index) byWords(ctx context.Context, q Query, a asked) ([]candidate, error) {
	found, err := x.lexicon.MatchTerms(ctx, clauses(a.groups), false, q.filter(), poolSize)
	return candidates(found), err
}

func candidates(found []source.Terms) []candidate {
	out := make([]candidate, len(found))
	for i, t := range found {
		out[i].terms = t
	}
	return out
}

// clauses returns what to match: the alternatives of every group.
func clauses(groups []group) [][]string {
	out := make([][]string, len(groups))
	for i, g := range groups {
		out[i] = g.terms
	}
	return out
}

// exact returns the passages that hold the quoted phrases of the query word for word, none when it has no such phrases.
func (x *Index) exact(ctx context.Context, q Query, a asked) ([]candidate, error) {
	if len(a.phrases) == 0 {
		return nil, nil
	}
	p := newParser(a.langs)
	var all [][]string
	for _, phrase := range a.phrases {
		for _, w := range phrase {
			all = append(all, p.stems(w))
		}
	}
	found, err := x.lexicon.MatchTerms(ctx, all[:min(len(all), maxGroups)], true, q.filter(), 2*poolSize)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, t := range found {
		ids[i] = t.Passage
	}
	passages, err := x.lexicon.PassagesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	holds := map[string]bool{}
	for _, passage := range passages {
		holds[passage.ID] = holdsAll(passage, a.phrases)
	}
	return candidates(slices.DeleteFunc(found, func(t source.Terms) bool { return !holds[t.Passage] })), nil
}

// holdsAll reports whether every phrase stands word for word in the passage or its headings.
func holdsAll(p source.Passage, phrases [][]string) bool {
	text := " " + strings.Join(plainWords(p.Text), " ") + "  " + strings.Join(plainWords(strings.Join(p.Headings, "\n")), " ") + " "
	for _, phrase := range phrases {
		if !strings.Contains(text, " "+strings.Join(phrase, " ")+" ") {
			return false
		}
	}
	return true
}

// byMeaning gives the candidates of pool their cosine and, unless the pool is closed, adds the texts nearest to the query.
func (x *Index) byMeaning(ctx context.Context, q Query, pool []candidate, closed bool) ([]candidate, error) {
	vector, err := x.meaning.query(ctx, cut(q.Text, maxQueryRunes))
	if err != nil {
		return nil, err
	}
	if !closed {
		if pool, err = x.addNearest(ctx, q, vector, pool); err != nil {
			return nil, err
		}
	}
	hashes := make([]string, len(pool))
	for i, c := range pool {
		hashes[i] = c.terms.Hash
	}
	known, err := x.meaning.among(ctx, vector, hashes)
	if err != nil {
		return nil, err
	}
	cosine := map[string]float64{}
	for _, n := range known {
		cosine[n.hash] = n.cosine
	}
	for i := range pool {
		pool[i].cosine, pool[i].vector = cosine[pool[i].terms.Hash], false
		_, pool[i].vector = cosine[pool[i].terms.Hash]
	}
	return pool, nil
}

// addNearest adds the passages of the texts nearest to vector that are not in the pool yet.
func (x *Index) addNearest(ctx context.Context, q Query, vector []float32, pool []candidate) ([]candidate, error) {
	nearest, err := x.nearest(ctx, q, vector)
	if err != nil {
		return nil, err
	}
	hashes := make([]string, len(nearest))
	for i, n := range nearest {
		hashes[i] = n.hash
	}
	found, err := x.lexicon.TermsByHash(ctx, hashes, q.filter())
	if err != nil {
		return nil, err
	}
	have := map[string]bool{}
	for _, c := range pool {
		have[c.terms.Passage] = true
	}
	for _, t := range found {
		if !have[t.Passage] {
			pool = append(pool, candidate{terms: t})
		}
	}
	return pool, nil
}

// nearest returns the texts nearest to vector: of the whole library, or of those that the query is restricted to.
func (x *Index) nearest(ctx context.Context, q Query, vector []float32) ([]near, error) {
	if len(q.Collections) == 0 && len(q.Documents) == 0 {
		return x.meaning.nearest(ctx, vector, poolSize)
	}
	hashes, err := x.lexicon.TextHashes(ctx, q.filter())
	if err != nil {
		return nil, err
	}
	found, err := x.meaning.among(ctx, vector, hashes)
	return found[:min(len(found), poolSize)], err
}

// score gives the candidates their score by words: first by the query's own, then with those of the best passages added.
func (x *Index) score(ctx context.Context, a asked, pool []candidate) error {
	own := newQuery(x.weights, a.lib, a.groups)
	for i := range pool {
		pool[i].asked = own.score(pool[i].terms)
		pool[i].words = pool[i].asked
	}
	slices.SortStableFunc(pool, func(p, q candidate) int { return cmp.Compare(q.asked, p.asked) })
	wider, err := x.widen(ctx, a, own, pool)
	best := own.best()
	for i := range pool {
		if wider != nil {
			pool[i].words = wider.score(pool[i].terms)
		}
		pool[i].asked /= best
	}
	return err
}

// distinct returns the first limit candidates with different texts.
func distinct(pool []candidate, limit int) []candidate {
	seen := map[string]bool{}
	var out []candidate
	for _, c := range pool {
		if len(out) < limit && c.score > 0 && !seen[c.terms.Hash] {
			seen[c.terms.Hash] = true
			out = append(out, c)
		}
	}
	return out
}

// hits reads what the chosen candidates stand for.
func (x *Index) hits(ctx context.Context, a asked, chosen []candidate) ([]Hit, error) {
	ids := make([]string, len(chosen))
	byID := map[string]candidate{}
	for i, c := range chosen {
		ids[i], byID[c.terms.Passage] = c.terms.Passage, c
	}
	passages, err := x.lexicon.PassagesByID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	documents := map[string]source.Document{}
	hits := make([]Hit, 0, len(passages))
	for _, p := range passages {
		d, ok := documents[p.Document]
		if !ok {
			if d, err = x.lexicon.Document(ctx, p.Document); err != nil {
				return nil, fmt.Errorf("search: %w", err)
			}
			documents[p.Document] = d
		}
		c := byID[p.ID]
		hits = append(hits, Hit{Passage: p, Document: d, Score: c.score, Lexical: min(c.asked, 1), Semantic: c.cosine,
			Why: present(c.terms, a.groups)})
	}
	return hits, nil
}
