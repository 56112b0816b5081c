package store

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Candidates are ranked by BM25 as FTS5's own function bm25 ranks them. That one looks up the length of every passage that has one of the words, each
// time anew, which took longer than all the rest of a search by words; here lengths are remembered. Where every word is asked for,
// bm25 does: FTS5 passes over what has not all of them, and few are left.
const bm25K1, bm25B = 1.2, 0.75

// weighed is bm25 with what a term counts in the columns of terms_index, columnWeights are the same.
const weighed = `bm25(terms_index, 2.0, 1.0, 0.5)`

var columnWeights = map[string]float64{"head": 2, "body": 1, "parts": 0.5}

// MatchTerms returns the at most limit passages of live documents that match clauses best, weighed by rarity and field (BM25), best
// first, ties in the order in which they were added. A clause is a list of terms of which one suffices; all asks for passages that
// satisfy every clause, otherwise one will do.
func (db *DB) MatchTerms(ctx context.Context, clauses [][]string, all bool, filter source.Filter, limit int) ([]source.Terms, error) {
	if len(clauses) == 0 || filter.Scope.Empty() {
		return nil, nil
	}
	where, more := liveWhere(filter)
	if all {
		return db.terms(ctx, filter, `(`+everyMatch(where)+`) AS best JOIN passages AS p ON p.no = best.no JOIN terms AS t ON t.no = best.no
			ORDER BY best.rank, best.no`, append(append([]any{matchExpression(clauses)}, more...), limit)...)
	}
	best, err := db.matches(ctx, slices.Concat(clauses...), filter.Scope.Documents())
	if err != nil {
		return nil, err
	}
	slices.SortFunc(best, func(a, b matched) int {
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		return cmp.Compare(a.passage, b.passage)
	})
	if filter.Scope.Whole() { // which leaves out few: not worth asking before their terms are read
		where, more = "1", nil
	}
	var found []source.Terms
	for some := limit; len(best) > 0 && len(found) < limit; some *= 2 { // where the filter leaves few, ever more are asked
		next := make([]int64, min(some, len(best)))
		for i := range next {
			next[i] = best[i].passage
		}
		best = best[len(next):]
		live, err := db.terms(ctx, filter, `json_each(?) AS best CROSS JOIN passages AS p INDEXED BY passages_filter ON p.no = best.value
			CROSS JOIN terms AS t ON t.no = p.no WHERE `+unindexed(where)+` ORDER BY best.key`, append([]any{jsonList(next)}, more...)...)
		if err != nil {
			return nil, err
		}
		found = append(found, live...)
	}
	return found[:min(limit, len(found))], nil
}

// everyMatch is the query for the passages that match an expression and meet where, a condition of liveWhere, the best first.
func everyMatch(where string) string {
	return `SELECT i.rowid AS no, ` + weighed + ` AS rank FROM terms_index AS i JOIN passages AS p INDEXED BY passages_filter ON p.no = i.rowid
		WHERE terms_index MATCH ? AND ` + unindexed(where) + ` ORDER BY rank, i.rowid LIMIT ?`
}

// matchExpression asks FTS5 for passages that satisfy every clause; quoting makes every character of a term a plain one.
func matchExpression(clauses [][]string) string {
	written := make([]string, len(clauses))
	for i, terms := range clauses {
		quoted := make([]string, len(terms))
		for j, t := range terms {
			quoted[j] = `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
		}
		written[i] = "(" + strings.Join(quoted, " OR ") + ")"
	}
	return strings.Join(written, " AND ")
}

// matched is a passage that has terms of a query.
type matched struct {
	passage int64
	norm    float64 // what its length makes of BM25's k1
	score   float64
}

// matches returns the passages that have one of the terms, in no order; only those of documents if there are any.
func (db *DB) matches(ctx context.Context, terms, documents []string) ([]matched, error) {
	only, err := byKey("find the passages of documents", pair[int64, bool])(db.read.QueryContext(ctx,
		`SELECT no, 1 FROM passages WHERE document IN (SELECT value FROM json_each(?))`, jsonList(documents)))
	if err != nil {
		return nil, err
	}
	lists, err := db.places(ctx, terms)
	if err != nil {
		return nil, err
	}
	var found []matched
	at := map[int64]int{} // of a passage in found
	for _, places := range lists {
		for i, p := range places {
			n, seen := at[p.passage]
			if !seen {
				if n = -1; len(documents) == 0 || only[p.passage] {
					n, found = len(found), append(found, matched{passage: p.passage})
				}
				at[p.passage] = n
			}
			places[i].at = n
		}
	}
	passages, err := db.measure(ctx, found)
	if err != nil {
		return nil, err
	}
	for _, places := range lists {
		holding := int64(len(places))
		rarity := math.Log((float64(passages-holding) + 0.5) / (float64(holding) + 0.5))
		if !(rarity > 0) {
			rarity = 1e-6 // as bm25 has it
		}
		for _, p := range places {
			if p.at >= 0 {
				found[p.at].score += rarity * (p.weight * (bm25K1 + 1) / (p.weight + found[p.at].norm))
			}
		}
	}
	return found, nil
}

// place is a passage that a term stands in, with what it counts there.
type place struct {
	passage int64
	weight  float64
	at      int // among the matches, -1 for none
}

// places returns where each term stands, by passage. The passages are read as one text, which takes a third of the time of as many rows.
func (db *DB) places(ctx context.Context, terms []string) ([][]place, error) {
	texts, err := list("look up words", value[string])(db.read.QueryContext(ctx, `SELECT coalesce((SELECT group_concat(col || ' ' || doc, ' ')
		FROM terms_places WHERE term = wanted.value), '') FROM json_each(?) AS wanted ORDER BY wanted.key`, jsonList(terms)))
	out := make([][]place, len(texts))
	for i, text := range texts {
		for pair := range slices.Chunk(strings.Fields(text), 2) {
			passage, err := strconv.ParseInt(pair[1], 10, 64)
			if err != nil {
				return nil, err
			}
			if n := len(out[i]); n == 0 || out[i][n-1].passage != passage {
				out[i] = append(out[i], place{passage: passage})
			}
			out[i][len(out[i])-1].weight += columnWeights[pair[0]]
		}
	}
	return out, err
}

// lengths are how many terms passages have, as far as it was looked up.
type lengths struct {
	mu    sync.Mutex
	of    string // the state of the index
	terms map[int64]int64
}

// measure sets what the length of passages makes of BM25's k1, and returns how many passages the index has. FTS5 keeps these things beside the
// index: sums of all lengths, each length, and the structure of the index, which changes with it (https://sqlite.org/fts5.html#fts5_data_structures).
func (db *DB) measure(ctx context.Context, found []matched) (passages int64, err error) {
	l := &db.lengths
	l.mu.Lock()
	defer l.mu.Unlock()
	index, err := list("read the state of the index", value[[]byte])(db.read.QueryContext(ctx,
		`SELECT block FROM terms_index_data WHERE id IN (1, 10) ORDER BY id`))
	switch {
	case err != nil || len(found) == 0:
		return 0, err
	case len(index) < 2:
		return 0, fault.New("search", fault.Storage, damagedHint, errDamaged)
	}
	if state := string(slices.Concat(index...)); l.of != state {
		l.of, l.terms = state, map[int64]int64{}
	}
	var missing []int64
	for _, m := range found {
		if _, known := l.terms[m.passage]; !known {
			missing = append(missing, m.passage)
		}
	}
	type row struct {
		passage int64
		size    sql.RawBytes
	}
	if err := each("read lengths of passages", func(r *row) []any { return []any{&r.passage, &r.size} }, func(r row) error {
		_, l.terms[r.passage] = varints(r.size)
		return nil
	})(db.read.QueryContext(ctx, `SELECT d.id, d.sz FROM json_each(?) AS wanted CROSS JOIN terms_index_docsize AS d ON d.id = wanted.value`,
		jsonList(missing))); err != nil {
		return 0, err
	}
	passages, sum := varints(index[0])
	mean := float64(sum-passages) / float64(passages)
	for i, m := range found {
		found[i].norm = bm25K1 * (1 - bm25B + bm25B*float64(l.terms[m.passage])/mean)
	}
	return passages, nil
}

// varints returns the first and the sum of SQLite's integers of variable length.
func varints(blob []byte) (first, sum int64) {
	n, begun := int64(0), false
	for _, b := range blob {
		if n = n<<7 | int64(b&0x7f); b < 0x80 {
			if !begun {
				first, begun = n, true
			}
			sum, n = sum+n, 0
		}
	}
	return first, sum
}
