package index_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// TestSearch_PublicCollections measures nDCG@10 over four public collections with one configuration and no model, by words alone and
// with the built-in vectors. The floors lie a little below what was measured (docs/adr/0006-fusion.md).
func TestSearch_PublicCollections(t *testing.T) {
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL, the folder of the evaluation sets, is not set")
	}
	for _, c := range []struct {
		name            string
		lexical, hybrid float64
	}{
		{"scifact", 0.700, 0.700},
		{"cranfield", 0.455, 0.455},
		{"med", 0.720, 0.720},
		{"cacm", 0.510, 0.510},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := readCollection(t, filepath.Join(root, "ir", c.name))
			l := newLibrary(t, index.Hashing{})
			l.addCollection(set)
			for mode, floor := range map[index.Mode]float64{index.Lexical: c.lexical, index.Hybrid: c.hybrid} {
				got, median := l.measure(set, mode)
				t.Logf("%s: nDCG@10 %.4f, %v a query (median)", mode, got, median.Round(10*time.Microsecond))
				if got < floor {
					t.Errorf("%s: nDCG@10 %.4f, want at least %.3f", mode, got, floor)
				}
			}
		})
	}
}

// measure returns the mean nDCG@10 over the queries that have answers and the median time of a query.
func (l *library) measure(set judged, mode index.Mode) (float64, time.Duration) {
	l.t.Helper()
	sum := 0.0
	var times []time.Duration
	for _, q := range set.queries {
		if len(set.grades[q.ID]) == 0 {
			continue
		}
		begin := time.Now()
		hits := l.search(index.Query{Text: q.Text, Mode: mode, Scope: source.All()})
		times = append(times, time.Since(begin))
		sum += ndcg(hits, set.grades[q.ID])
	}
	slices.Sort(times)
	return sum / float64(len(times)), times[len(times)/2]
}

type entry struct {
	ID          string `json:"_id"`
	Title, Text string
}

// judged is a collection with queries and their graded answers.
type judged struct {
	corpus, queries []entry
	grades          map[string]map[string]float64 // query -> text -> grade
}

func readCollection(t *testing.T, dir string) judged {
	t.Helper()
	set := judged{corpus: readLines(t, filepath.Join(dir, "corpus.jsonl")), queries: readLines(t, filepath.Join(dir, "queries.jsonl")),
		grades: map[string]map[string]float64{}}
	raw, err := os.ReadFile(filepath.Join(dir, "qrels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		grade, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			continue // the header
		}
		if set.grades[cells[0]] == nil {
			set.grades[cells[0]] = map[string]float64{}
		}
		set.grades[cells[0]][cells[1]] = grade
	}
	return set
}

func readLines(t *testing.T, path string) []entry {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []entry
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// addCollection puts the texts of a collection into the library as passages of one document; their IDs are their names.
func (l *library) addCollection(set judged) {
	l.t.Helper()
	l.add(source.Document{Name: "collection", Language: "en"})
	passages := make([]source.Passage, len(set.corpus))
	for i, e := range set.corpus {
		passages[i] = source.Passage{ID: e.ID, Document: "collection", Ordinal: i, Headings: []string{e.Title}, Text: e.Text,
			Hash: source.TextHash(e.ID), Role: source.Body}
	}
	l.addPassages("collection", passages)
	if err := l.index.Embed(l.t.Context(), nil); err != nil {
		l.t.Fatal(err)
	}
}

// ndcg returns the normalised discounted cumulative gain of the first ten hits.
func ndcg(hits []index.Hit, grades map[string]float64) float64 {
	gain, ideal := 0.0, 0.0
	for i, h := range hits {
		gain += grades[h.Passage.ID] / math.Log2(float64(i)+2)
	}
	var best []float64
	for _, g := range grades {
		best = append(best, g)
	}
	slices.Sort(best)
	slices.Reverse(best)
	for i, g := range best[:min(10, len(best))] {
		ideal += g / math.Log2(float64(i)+2)
	}
	return gain / ideal
}
