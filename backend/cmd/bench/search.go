package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	chromem "github.com/philippgille/chromem-go"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// wanted is the number of hits a search asks for; recall counts how many of the exact ones are among them.
const wanted = 10

// wholeSearches is the number of queries that are searched for from text to hits.
const wholeSearches = 25

// search measures search over made-up libraries of three sizes beside chromem-go and a plain scan of the same vectors; of the largest one
// also how long it takes to open, and what becomes of recall when vectors are less clustered.
func (b *bench) search(ctx context.Context) error {
	sizes, queries := []int{1_000, 10_000, 100_000}, 100
	if b.light {
		sizes, queries = []int{1_000, 21_000}, 30
	}
	fmt.Printf("%d queries each (whole searches: %d), vectors of %d entries, the first %d hits; recall against the exact scan. Up to 20,000 passages our vector part is chromem-go, "+
		"which looks at twice as many and reads the store's hashes.\n\n", queries, wholeSearches, dim, wanted)
	c := &contest{bench: b, row: table("vectors", "passages", "what", "p50", "p95", "p95 / chromem-go's", "recall@10")}
	var home string
	for i, n := range sizes {
		home = filepath.Join(b.dir, fmt.Sprintf("library of %d", n))
		if err := os.MkdirAll(home, 0o700); err != nil {
			return err
		}
		s := settings()[0].draw(n, queries)
		m, err := makeLibrary(ctx, filepath.Join(home, "library.db"), s)
		if err != nil {
			return err
		}
		err = c.clustered(ctx, m, s)
		for _, harder := range settings()[1:] {
			if last := i == len(sizes)-1; last && err == nil {
				_, err = c.vectors(ctx, m, harder, harder.draw(n, queries))
			}
		}
		if closed := m.db.Close(); err != nil || closed != nil {
			return cmp.Or(err, closed)
		}
	}
	fmt.Println()
	for _, n := range c.notes {
		fmt.Println("- " + n)
	}
	fmt.Println()
	return b.commands(ctx, home, fmt.Sprintf("%d passages", sizes[len(sizes)-1]), table("command", "library", "median", "slowest"),
		[]string{"documents"}, []string{"search", "t1x5 w777 w2500"})
}

// contest is a search part on its way.
type contest struct {
	bench *bench
	row   func(...string)
	notes []string
}

// clustered measures a library whose vectors are as embeddings are: their part alone, and whole searches.
func (c *contest) clustered(ctx context.Context, m *made, s sample) error {
	how := settings()[0]
	bare, err := c.vectors(ctx, m, how, s)
	if err != nil {
		return err
	}
	x, _, err := m.opened(ctx, how.name, s)
	if err != nil {
		return err
	}
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
		c.report(how, s, mode.name, times, bare, "")
	}
	return nil
}

// vectors measures the vector part alone and returns chromem-go's times.
func (c *contest) vectors(ctx context.Context, m *made, how setting, s sample) (bare []time.Duration, err error) {
	if err := m.embed(ctx, how.name, s); err != nil {
		return nil, err
	}
	exact, flat := scan(s)
	if bare, err = chromemTimes(ctx, s); err != nil {
		return nil, err
	}
	before := heap()
	x, opened, err := m.opened(ctx, how.name, s)
	if err != nil {
		return nil, err
	}
	kept := heap() - before
	ours, recall, err := m.nearest(ctx, x, s, exact)
	if err != nil {
		return nil, err
	}
	c.report(how, s, "our vector part", ours, bare, fmt.Sprintf("%.3f", recall))
	c.report(how, s, "chromem-go", bare, bare, "1.000")
	c.report(how, s, "flat scan, one core", flat, bare, "1.000")
	c.notes = append(c.notes, fmt.Sprintf("%s, %d passages: from opening to the first answer %s, %s of memory; the nearest text of a query has a cosine of %.2f, the tenth of %.2f, any two texts of %.2f (medians).",
		how.name, len(s.vectors), ms(opened), megabytes(kept), exact.first, exact.tenth, exact.any))
	return bare, nil
}

func (c *contest) report(how setting, s sample, what string, times, bare []time.Duration, recall string) {
	c.row(how.name, strconv.Itoa(len(s.vectors)), what, ms(median(times)), ms(quantile(times, 0.95)), fmt.Sprintf("%.2f", ratio(times, bare)), recall)
}

func ratio(times, of []time.Duration) float64 {
	return float64(quantile(times, 0.95)) / float64(quantile(of, 0.95))
}

func heap() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

// truth is what an exact scan finds.
type truth struct {
	nearest           []map[int]bool // by query: places of the nearest vectors
	first, tenth, any float64        // median cosines
}

// scan compares every query to every vector, in one loop on one core, and times it.
func scan(s sample) (truth, []time.Duration) {
	var t truth
	var times []time.Duration
	var first, tenth, other []float64
	type found struct {
		place  int
		cosine float32
	}
	for q, query := range s.queries {
		begun := time.Now()
		var best []found
		for i, v := range s.vectors {
			c := product(query, v)
			if len(best) == wanted && c <= best[wanted-1].cosine {
				continue
			}
			at, _ := slices.BinarySearchFunc(best, c, func(f found, c float32) int { return cmp.Compare(c, f.cosine) })
			best = slices.Insert(best, at, found{i, c})
			best = best[:min(len(best), wanted)]
		}
		times = append(times, time.Since(begun))
		set := map[int]bool{}
		for _, f := range best {
			set[f.place] = true
		}
		t.nearest = append(t.nearest, set)
		first, tenth = append(first, float64(best[0].cosine)), append(tenth, float64(best[wanted-1].cosine))
		other = append(other, float64(product(s.vectors[q], s.vectors[len(s.vectors)-1-7*q])))
	}
	t.first, t.tenth, t.any = median(first), median(tenth), median(other)
	return t, times
}

// product is a scalar product with four sums under way, as fast as plain Go gets.
func product(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for i := 0; i+3 < len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	return s0 + s1 + s2 + s3
}

// chromemTimes asks a bare collection of chromem-go.
func chromemTimes(ctx context.Context, s sample) ([]time.Duration, error) {
	none := func(context.Context, string) ([]float32, error) { return nil, fmt.Errorf("nothing is embedded here") }
	c, err := chromem.NewDB().CreateCollection("vectors", nil, none)
	if err != nil {
		return nil, err
	}
	for i, v := range s.vectors {
		if err := c.AddDocument(ctx, chromem.Document{ID: strconv.Itoa(i), Embedding: v}); err != nil {
			return nil, err
		}
	}
	var times []time.Duration
	for _, q := range s.queries {
		begun := time.Now()
		if _, err := c.QueryEmbedding(ctx, q, wanted, nil, nil); err != nil {
			return nil, err
		}
		times = append(times, time.Since(begun))
	}
	return times, nil
}

// opened opens the library anew and returns an index that is ready, and how long that took.
func (m *made) opened(ctx context.Context, name string, s sample) (*index.Index, time.Duration, error) {
	g := given{name: name, queries: map[string][]float32{}}
	for i, q := range m.queries {
		g.queries[q] = s.queries[i]
	}
	begun := time.Now()
	x := index.New(m.db, m.db, g, index.Options{})
	_, err := x.Nearest(ctx, s.queries[0], wanted)
	return x, time.Since(begun), err
}

// nearest times the vector part alone and counts what it finds of the exact nearest.
func (m *made) nearest(ctx context.Context, x *index.Index, s sample, t truth) ([]time.Duration, float64, error) {
	place := map[string]int{}
	for i, h := range m.hashes {
		place[h] = i
	}
	var times []time.Duration
	hits := 0
	for i, q := range s.queries {
		begun := time.Now()
		found, err := x.Nearest(ctx, q, wanted)
		if err != nil {
			return nil, 0, err
		}
		times = append(times, time.Since(begun))
		for _, f := range found {
			if t.nearest[i][place[f.Hash]] {
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
