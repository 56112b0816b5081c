package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	chromem "github.com/philippgille/chromem-go"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// wanted is the number of hits a search asks for; recall counts how many of the exact ones are among them.
const wanted = 10

// wholeSearches is the number of queries that are searched for from text to hits.
const wholeSearches = 25

// search measures search over made-up libraries of three sizes beside chromem-go, which compares every vector and so finds the exact nearest.
func (b *bench) search(ctx context.Context) error {
	sizes, queries := []int{1_000, 10_000, 100_000}, 100
	if testing.Short() {
		sizes, queries = []int{1_000, 21_000}, 30
	}
	fmt.Printf("%d queries each (whole searches: %d), vectors of %d entries, the first %d hits. Up to 20,000 passages our vector part is chromem-go, "+
		"which looks at twice as many and reads the store's hashes.\n\n", queries, wholeSearches, dim, wanted)
	row := table("passages", "what", "p50", "p95", "p95 / chromem-go's", "recall@10", "ready after", "memory")
	var home string
	for _, n := range sizes {
		home = filepath.Join(b.dir, fmt.Sprintf("library of %d", n))
		if err := os.MkdirAll(home, 0o700); err != nil {
			return err
		}
		s := draw(n, queries)
		m, err := makeLibrary(ctx, filepath.Join(home, "library.db"), s)
		if err != nil {
			return err
		}
		if err := errors.Join(m.contest(ctx, s, row), m.db.Close()); err != nil {
			return err
		}
	}
	fmt.Println()
	return b.commands(ctx, home, fmt.Sprintf("%d passages", sizes[len(sizes)-1]), table("command", "library", "median", "slowest"),
		[]string{"documents"}, []string{"search", "t1x5 w777 w2500"})
}

// contest prints the rows of one library: the vector part alone, and whole searches.
func (m *made) contest(ctx context.Context, s sample, row func(...string)) error {
	exact, bare, err := chromemNearest(ctx, s)
	if err != nil {
		return err
	}
	report := func(what string, times []time.Duration, more ...string) {
		slow := quantile(times, 0.95)
		share := fmt.Sprintf("%.2f", float64(slow)/float64(quantile(bare, 0.95)))
		row(append([]string{strconv.Itoa(len(s.vectors)), what, ms(median(times)), ms(slow), share}, append(more, "", "", "")[:3]...)...)
	}
	report("chromem-go", bare, "1.000")
	before, begun := heap(), time.Now()
	x := index.New(m.db, m.db, m.given(s), index.Options{})
	if _, err := x.Nearest(ctx, s.queries[0], wanted); err != nil {
		return err
	}
	opened := time.Since(begun)
	kept := heap() - before
	ours, recall, err := m.nearest(ctx, x, s, exact)
	if err != nil {
		return err
	}
	report("our vector part", ours, fmt.Sprintf("%.3f", recall), ms(opened), megabytes(kept))
	for _, mode := range []struct {
		name  string
		query index.Query
	}{
		{"our search by words alone, hits read", index.Query{Scope: source.All(), Mode: index.Lexical}},
		{"our hybrid search, hits read", index.Query{Scope: source.All()}},
		{"the same in one of four collections", index.Query{Scope: source.All().In("collection-1")}},
	} {
		times, err := m.searched(ctx, x, mode.query)
		if err != nil {
			return err
		}
		report(mode.name, times)
	}
	return nil
}

func heap() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

// chromemNearest asks a bare collection of chromem-go: which vectors are nearest to each query, and how long that took.
func chromemNearest(ctx context.Context, s sample) (exact []map[string]bool, times []time.Duration, err error) {
	none := func(context.Context, string) ([]float32, error) { return nil, errors.New("nothing is embedded here") }
	c, err := chromem.NewDB().CreateCollection("vectors", nil, none)
	if err != nil {
		return nil, nil, err
	}
	for i, v := range s.vectors {
		if err := c.AddDocument(ctx, chromem.Document{ID: strconv.Itoa(i), Embedding: v}); err != nil {
			return nil, nil, err
		}
	}
	for _, q := range s.queries {
		begun := time.Now()
		found, err := c.QueryEmbedding(ctx, q, wanted, nil, nil)
		if err != nil {
			return nil, nil, err
		}
		times = append(times, time.Since(begun))
		set := map[string]bool{}
		for _, f := range found {
			set[f.ID] = true
		}
		exact = append(exact, set)
	}
	return exact, times, nil
}

// nearest times the vector part alone and counts what it finds of the exact nearest.
func (m *made) nearest(ctx context.Context, x *index.Index, s sample, exact []map[string]bool) (times []time.Duration, recall float64, err error) {
	place := map[string]string{}
	for i, h := range m.hashes {
		place[h] = strconv.Itoa(i)
	}
	hits := 0
	for i, q := range s.queries {
		begun := time.Now()
		found, err := x.Nearest(ctx, q, wanted)
		if err != nil {
			return nil, 0, err
		}
		times = append(times, time.Since(begun))
		for _, f := range found {
			if exact[i][place[f.Hash]] {
				hits++
			}
		}
	}
	return times, float64(hits) / float64(wanted*len(s.queries)), nil
}

// searched times whole searches, from text to hits.
func (m *made) searched(ctx context.Context, x *index.Index, q index.Query) ([]time.Duration, error) {
	var times []time.Duration
	for _, text := range m.queries[:wholeSearches] {
		q.Text, q.Limit = text, wanted
		begun := time.Now()
		hits, err := x.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		if times = append(times, time.Since(begun)); len(hits) == 0 {
			return nil, fmt.Errorf("no hit for %q", text)
		}
	}
	return times, nil
}
