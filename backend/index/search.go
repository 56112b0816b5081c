package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// minProposers is the number of a query's rarest words that propose candidates however common they are.
const minProposers = 3

// understanding is the share from which vectors are taken to know words that the library does not have; those that only see the letters
// of words would find something for every nonsense.
const understanding = 0.3

// candidate is a passage on its way to become a hit.
type candidate struct {
	terms  source.Terms
	words  float64 // score by words, feedback included
	asked  float64 // score by the words of the query alone
	cosine float64
	vector bool // cosine is known
	score  float64
}

// Search returns the passages that answer q best, the best first. An empty query, an unknown mode and a search by meaning where no text
// has a vector are faults of kind Usage.
func (x *Index) Search(ctx context.Context, q Query) ([]Hit, error) {
	if strings.TrimSpace(q.Text) == "" {
		return nil, fault.New("search", fault.Usage, "Type what to look for; the search text is empty.", nil)
	}
	switch q.Mode {
	case "", Hybrid, Lexical, Semantic:
	default:
		return nil, fault.New("search", fault.Usage, "The modes of search are hybrid, lexical and semantic.", nil)
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
	return x.hits(ctx, q, a, distinct(pool, q.Limit))
}

// pool returns the scored candidates of a query, the best first.
func (x *Index) pool(ctx context.Context, q Query, a asked) ([]candidate, error) {
	vector, err := x.vector(ctx, q)
	if err != nil {
		return nil, err
	}
	if q.Mode != Semantic && a.unknown() && (vector == nil || vector.meaning.share < understanding) {
		return nil, nil
	}
	pool, err := x.exact(ctx, q, a)
	if err != nil {
		return nil, err
	}
	closed := len(pool) > 0
	around := surroundings{}
	var near nearby
	both, within := errgroup.WithContext(ctx)
	if !closed && vector != nil {
		both.Go(func() (err error) {
			near, err = x.near(within, q, vector)
			return err
		})
	}
	both.Go(func() (err error) {
		if !closed && q.Mode != Semantic {
			if pool, err = x.byWords(within, q, a); err == nil {
				around, pool, err = x.around(within, q, a, pool)
			}
		}
		if err != nil {
			return err
		}
		return vector.compare(within, pool)
	})
	if err := both.Wait(); err != nil {
		return nil, err
	}
	share := 0.0
	if vector != nil {
		pool = join(pool, near.passages)
		near.mark(pool)
		share = vector.meaning.share
	}
	if err := x.score(ctx, q, a, pool, around); err != nil {
		return nil, err
	}
	if q.Mode == Semantic {
		share = 1
	}
	fuse(pool, share)
	if closed || q.Mode == Semantic {
		return pool, nil
	}
	return pool, x.verbatim(ctx, q, a, pool)
}

// byWords returns the passages that hold words of the query.
func (x *Index) byWords(ctx context.Context, q Query, a asked) ([]candidate, error) {
	found, err := x.lexicon.MatchTerms(ctx, clauses(proposers(a.groups, a.lib)), false, q.filter(), q.pool())
	return candidates(found), err
}

// proposers returns the groups that propose candidates: the rarest ones, as many as it takes to look at a good number of passages.
// The common ones would make a search slow and propose nothing of their own; they count in ranking all the same.
func proposers(groups []group, lib collection) []group {
	byRarity := slices.DeleteFunc(slices.Clone(groups), func(g group) bool { return lib.spread(g) == 0 })
	slices.SortStableFunc(byRarity, func(a, b group) int { return cmp.Compare(lib.spread(a), lib.spread(b)) })
	enough, seen := 4000+lib.passages/20, 0
	for i, g := range byRarity {
		if seen += lib.spread(g); seen > enough && i >= minProposers {
			return byRarity[:i]
		}
	}
	return byRarity
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

// score gives the candidates their score by words: first by the query's own, then with those of the best passages added, and with what
// stands around them.
func (x *Index) score(ctx context.Context, q Query, a asked, pool []candidate, around surroundings) error {
	own := newQuery(x.weights, a.lib, a.groups)
	for i := range pool {
		pool[i].asked = own.score(pool[i].terms)
		pool[i].words = pool[i].asked
	}
	slices.SortStableFunc(pool, func(p, q candidate) int { return cmp.Compare(q.asked, p.asked) })
	var wider *query
	var pages map[leaf]float64
	both, within := errgroup.WithContext(ctx)
	both.Go(func() (err error) {
		wider, err = x.widen(within, a, own, pool)
		return err
	})
	if x.weights.page > 0 {
		both.Go(func() (err error) {
			pages, err = x.wholePages(within, q, own, pool)
			return err
		})
	}
	if err := both.Wait(); err != nil {
		return err
	}
	best := own.best()
	for i, c := range pool {
		if wider != nil {
			pool[i].words = wider.score(c.terms)
		}
		pool[i].words += x.weights.page*pages[leafOf(c.terms)] + x.weights.document*best*around.documents[c.terms.Document]
		if around.there[c.terms.Passage] {
			pool[i].words += x.weights.place * best
		}
	}
	return nil
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
func (x *Index) hits(ctx context.Context, q Query, a asked, chosen []candidate) ([]Hit, error) {
	ids := make([]string, len(chosen))
	byID := map[string]candidate{}
	for i, c := range chosen {
		ids[i], byID[c.terms.Passage] = c.terms.Passage, c
	}
	passages, err := x.lexicon.PassagesIn(ctx, q.Scope, ids)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	said := newQuery(x.weights, a.lib, slices.DeleteFunc(slices.Clone(a.groups), func(g group) bool { return g.unsaid }))
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
		hits = append(hits, Hit{Passage: p, Document: d, Score: c.score, Lexical: min(said.score(c.terms)/said.best(), 1), Semantic: c.cosine,
			Why: present(c.terms, a.groups)})
	}
	return hits, nil
}
