package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// putTerms stores a live document whose passages have the given bodies and makes them findable.
func putTerms(t *testing.T, db *DB, document, collection string, bodies ...string) {
	t.Helper()
	put(t, db, document, document+".pdf", collection, source.Searchable)
	var passages []source.Passage
	var terms []source.Terms
	for i, body := range bodies {
		id := document + string(rune('a'+i))
		passages = append(passages, source.Passage{ID: id, Document: document, Ordinal: i, Text: body, Hash: "hash of " + body, Role: source.Body})
		terms = append(terms, source.Terms{Passage: id, Head: "title", Body: body, Parts: "§62"})
	}
	if err := db.PutPassages(t.Context(), document, passages); err != nil {
		t.Fatal(err)
	}
	if err := db.PutTerms(t.Context(), terms); err != nil {
		t.Fatal(err)
	}
}

func match(t *testing.T, db *DB, clauses [][]string, all bool, f source.Filter) []string {
	t.Helper()
	found, err := db.MatchTerms(t.Context(), clauses, all, f, 10)
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{}
	for _, f := range found {
		ids = append(ids, f.Passage)
	}
	return ids
}

func TestMatchTerms_ClausesAndFilters(t *testing.T) {
	db := openNew(t)
	putTerms(t, db, "d1", "laws", "radon gas gas", "radon limit", `a "b c:d* AND`)
	putTerms(t, db, "d2", "", "gas price", "radon price")
	any := source.Filter{Scope: source.All()}
	for name, c := range map[string]struct {
		clauses [][]string
		all     bool
		filter  source.Filter
		want    []string
	}{
		"one": {[][]string{{"limit"}}, false, any, []string{"d1b"}},
		"more is better": {[][]string{{"gas"}, {"limit"}}, false, source.Filter{Scope: source.All().Only("d1")},
			[]string{"d1b", "d1a"}},
		"all":          {[][]string{{"radon"}, {"price"}}, true, any, []string{"d2b"}},
		"alternatives": {[][]string{{"radon"}, {"limit", "price"}}, true, any, []string{"d1b", "d2b"}},
		"collection":   {[][]string{{"price"}}, false, source.Filter{Scope: source.All().In("laws")}, []string{}},
		"added alone":  {[][]string{{"radon"}}, false, source.Filter{Scope: source.All().In("")}, []string{"d2b"}},
		"role": {[][]string{{"radon"}}, false, source.Filter{Scope: source.All(),
			Roles: []source.Role{source.Table}}, []string{}},
		"derived": {[][]string{{"§62"}, {"limit"}}, true, any, []string{"d1b"}},
		"syntax":  {[][]string{{`"b`}, {"c:d"}}, false, any, []string{"d1c"}},
		"nothing": {nil, false, any, []string{}},
	} {
		if got := match(t, db, c.clauses, c.all, c.filter); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestMatchTerms_BeyondTheBestWhenTheFilterLeavesFew(t *testing.T) {
	db := openNew(t)
	for i := range 60 {
		putTerms(t, db, "near"+string(rune('A'+i)), "", "radon radon gas")
	}
	putTerms(t, db, "far", "laws", "a radon limit far down in a long text about other things")
	putTerms(t, db, "last", "", "radon")
	if got := match(t, db, [][]string{{"radon"}, {"gas"}}, false,
		source.Filter{Scope: source.All().In("laws")}); !reflect.DeepEqual(got, []string{"fara"}) {
		t.Errorf("found %v, want the one passage of the collection", got)
	}
	if got := match(t, db, [][]string{{"radon"}}, false, source.Filter{Scope: source.All().Only("last",
		"far")}); !reflect.DeepEqual(got, []string{"lasta", "fara"}) {
		t.Errorf("found %v, want those of the two documents", got)
	}
}

func TestTerms_FollowTheirPassages(t *testing.T) {
	db := openNew(t)
	putTerms(t, db, "d1", "", "radon gas", "radon limit")
	putTerms(t, db, "d2", "", "radon price now")
	check := func(when string, passages, body, radon int) {
		t.Helper()
		totals, err := db.TermTotals(t.Context())
		if want := (source.TermTotals{Passages: passages, Head: passages, Body: body}); err != nil || totals != want {
			t.Errorf("%s: totals %+v (%v), want %+v", when, totals, err, want)
		}
		counts, err := db.TermCounts(t.Context(), []string{"radon", "nowhere"})
		if want := map[string]int{"radon": radon}; err != nil || !reflect.DeepEqual(counts, want) {
			t.Errorf("%s: counts %v (%v), want %v", when, counts, err, want)
		}
	}
	check("at first", 3, 7, 3)
	putTerms(t, db, "d1", "", "radon again")
	check("after replacing", 2, 5, 2)
	if err := db.PutTerms(t.Context(), []source.Terms{{Passage: "d1a", Head: "title", Body: "other"}, {Passage: "unknown", Body: "radon"}}); err != nil {
		t.Fatal(err)
	}
	check("after new terms", 2, 4, 1)
	if err := db.DropTerms(t.Context(), "d2"); err != nil {
		t.Fatal(err)
	}
	if got := match(t, db, [][]string{{"radon"}, {"other"}}, false,
		source.Filter{Scope: source.All()}); !reflect.DeepEqual(got, []string{"d1a"}) {
		t.Errorf("after dropping: found %v, want d1a alone", got)
	}
	seen := map[string]int{}
	err := db.Vocabulary(t.Context(), func(term string, n int) { seen[term] = n })
	if want := map[string]int{"other": 1, "title": 1}; err != nil || !reflect.DeepEqual(seen, want) {
		t.Errorf("vocabulary %v (%v), want %v", seen, err, want)
	}
}

func TestMatchTerms_OnlyLiveDocuments(t *testing.T) {
	db := openNew(t)
	putTerms(t, db, "d1", "", "radon gas")
	for _, s := range []source.State{source.Extracting, source.Failed, source.Removed, source.Replaced} {
		if err := db.SetState(t.Context(), "d1", s, ""); err != nil {
			t.Fatal(err)
		}
		hashes, err := db.TextHashes(t.Context(), source.Filter{Scope: source.All()})
		if got := match(t, db, [][]string{{"radon"}}, false, source.Filter{Scope: source.All()}); len(got) > 0 ||
			len(hashes) > 0 || err != nil {
			t.Errorf("%s: found %v and %v (%v)", s, got, hashes, err)
		}
	}
}

func TestPutTerms_IndexWrittenOnceATransaction(t *testing.T) {
	db := openNew(t)
	var bodies []string
	for i := range 20 {
		bodies = append(bodies, fmt.Sprint("radon gas ", i))
	}
	putTerms(t, db, "d1", "", bodies...)
	if err := db.DropTerms(t.Context(), "d1"); err != nil {
		t.Fatal(err)
	}
	if err := db.RebuildIndex(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := db.update(t.Context(), "write terms", repeatable, func(w *tx) {
		for i, body := range bodies {
			writeTerms(t.Context(), w, source.Terms{Passage: "d1" + string(rune('a'+i)), Body: body})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var segments int
	if err := db.read.QueryRow(`SELECT count(DISTINCT segid) FROM terms_index_idx`).Scan(&segments); err != nil || segments != 1 {
		t.Errorf("20 passages in one transaction make %d segments of the index (%v), want 1", segments, err)
	}
	if sound, err := db.IndexSound(t.Context()); err != nil || !sound {
		t.Errorf("sound %v (%v), want true", sound, err)
	}
}

func TestEveryMatch_LookedUpOnceWhateverTheFilter(t *testing.T) {
	db := openNew(t)
	for name, f := range map[string]source.Filter{
		"collection": {Scope: source.All().In("laws")}, "role": {Scope: source.All(),
			Roles: []source.Role{source.Body}},
		"both": {Scope: source.All().Only("d1").In("laws"), Roles: []source.Role{source.Body}}, "none": {Scope: source.All()},
		"nothing": {},
	} {
		where, args := liveWhere(f)
		var n int
		plan, err := list("explain the query", func(step *string) []any { return []any{&n, &n, &n, step} })(db.read.QueryContext(t.Context(),
			`EXPLAIN QUERY PLAN `+everyMatch(where), append(append([]any{"radon"}, args...), 10)...))
		if want := "SEARCH p USING COVERING INDEX passages_filter (no=?)"; err != nil || !slices.Contains(plan, want) {
			t.Errorf("%s: the plan is %q (%v), without %q", name, plan, err, want)
		}
	}
}

// What FTS5 keeps beside its index may be lost in a damaged file: a search says so.
func TestMatchTerms_ADamagedIndexIsAFault(t *testing.T) {
	db := openNew(t)
	put(t, db, "d", "d.pdf", "", source.Searchable)
	if err := errors.Join(db.PutPassages(t.Context(), "d", []source.Passage{{ID: "p", Document: "d", Text: "radon", Hash: "h"}}),
		db.PutTerms(t.Context(), []source.Terms{{Passage: "p", Body: "radon"}})); err != nil {
		t.Fatal(err)
	}
	for _, lost := range []string{"1", "1, 10"} {
		if _, err := db.write.Exec(`DELETE FROM terms_index_data WHERE id IN (` + lost + `)`); err != nil {
			t.Fatal(err)
		}
		if _, err := db.MatchTerms(t.Context(), [][]string{{"radon"}}, false, source.Filter{Scope: source.All()}, 5); err == nil {
			t.Errorf("without %s a search finds something or nothing", lost)
		}
	}
}

// TestMatchTerms_RanksAsBM25 compares with FTS5's own ranking over invented passages of all lengths, while they are added, replaced and removed.
func TestMatchTerms_RanksAsBM25(t *testing.T) {
	db := openNew(t)
	r := rand.New(rand.NewPCG(1, 2))
	words := func(most int) string {
		out := make([]string, 1+r.IntN(most))
		for i := range out {
			out[i] = "w" + strconv.Itoa(int(30*r.Float64()*r.Float64()*r.Float64())) // the first ones stand in most passages
		}
		return strings.Join(out, " ")
	}
	write := func(document, collection string) {
		put(t, db, document, document+".pdf", collection, source.Searchable)
		var passages []source.Passage
		var terms []source.Terms
		for i := range 20 {
			id := fmt.Sprint(document, i)
			passages = append(passages, source.Passage{ID: id, Document: document, Ordinal: i, Text: id, Hash: id,
				Role: []source.Role{source.Body, source.Table, source.Contents}[r.IntN(3)]})
			terms = append(terms, source.Terms{Passage: id, Head: words(4), Body: words(60), Parts: words(3)})
		}
		if err := errors.Join(db.PutPassages(t.Context(), document, passages), db.PutTerms(t.Context(), terms)); err != nil {
			t.Fatal(err)
		}
	}
	scopes := []source.Scope{source.All(), source.All().In("laws"), source.All().Only("d1", "d5")}
	for i := range 12 {
		write("d"+strconv.Itoa(i%9), []string{"", "laws"}[i%2])
		if i == 8 {
			if err := db.DropTerms(t.Context(), "d3"); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 60 {
			var clauses [][]string
			for range 1 + r.IntN(5) {
				clauses = append(clauses, strings.Fields(words(3)))
			}
			f := source.Filter{Scope: scopes[n%3], Roles: [][]source.Role{nil, {source.Body, source.Table}}[n%2]}
			all, limit := n%5 == 0, []int{3, 30, 500}[r.IntN(3)]
			where, more := liveWhere(f)
			want, err := list("search", value[string])(db.read.QueryContext(t.Context(), `SELECT p.id FROM terms_index AS i JOIN passages AS p ON p.no = i.rowid
				WHERE terms_index MATCH ? AND `+where+` ORDER BY bm25(terms_index, 2.0, 1.0, 0.5), i.rowid LIMIT ?`,
				append(append([]any{plainMatch(clauses, all)}, more...), limit)...))
			if err != nil {
				t.Fatal(err)
			}
			found, err := db.MatchTerms(t.Context(), clauses, all, f, limit)
			var got []string
			for _, f := range found {
				got = append(got, f.Passage)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%v, all %v, of %v: %v (%v), want %v", clauses, all, f, got, err, want)
			}
		}
	}
}

// plainMatch writes clauses as a query to FTS5.
func plainMatch(clauses [][]string, all bool) string {
	var written []string
	for _, terms := range clauses {
		written = append(written, "("+strings.Join(terms, " OR ")+")")
	}
	return strings.Join(written, map[bool]string{true: " AND ", false: " OR "}[all])
}
