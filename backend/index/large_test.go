package index_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// clouds is an embedder of 100 entries: a text lies near the others of its cloud, which its first letter names.
type clouds struct{}

func (clouds) Name() string   { return "clouds" }
func (clouds) Digest() string { return "clouds-1" }
func (clouds) Dim() int       { return 100 }

func (c clouds) EmbedDocuments(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = c.vector(t)
	}
	return out, nil
}

func (c clouds) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	return c.vector(text), nil
}

func (c clouds) vector(text string) []float32 {
	v := make([]float32, c.Dim())
	for weight, seed := range map[float64]string{1: "all", 0.8: text[:1], 0.6: text} {
		h := fnv.New64a()
		h.Write([]byte(seed))
		random := rand.New(rand.NewPCG(h.Sum64(), 1))
		for i := range v {
			v[i] += float32(weight * random.NormFloat64())
		}
	}
	return v
}

// crowd is a library of 600 texts in 20 clouds and four documents, two collections.
func crowd(t *testing.T) *library {
	l := newLibrary(t, nil)
	for d := range 4 {
		l.add(source.Document{Name: fmt.Sprintf("%d.pdf", d), Title: "Crowd", Language: "en", Collection: []string{"even", "odd"}[d%2]}, crowdTexts(d, 150)...)
	}
	return l
}

func crowdTexts(document, n int) []string {
	var texts []string
	for i := range n {
		texts = append(texts, fmt.Sprintf("%c%d of document %d", 'a'+i%20, i, document))
	}
	return texts
}

// nearest is what an exact look at every text finds.
func nearest(query []float32, texts []string, limit int) []string {
	cosine := map[string]float64{}
	for _, text := range texts {
		v := clouds{}.vector(text)
		sum, size := 0.0, 0.0
		for i := range v {
			sum += float64(v[i]) * float64(query[i])
			size += float64(v[i]) * float64(v[i])
		}
		cosine[source.TextHash(text)] = sum / math.Sqrt(size)
	}
	hashes := make([]string, 0, len(cosine))
	for h := range cosine {
		hashes = append(hashes, h)
	}
	slices.SortFunc(hashes, func(a, b string) int {
		if cosine[a] > cosine[b] {
			return -1
		}
		return 1
	})
	return hashes[:limit]
}

func hashes(list []index.Near) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.Hash)
	}
	return out
}

// large opens the library with so little memory for vectors that only sketches fit.
func (l *library) large() *index.Index {
	return index.New(l.db, l.db, clouds{}, index.Options{InMemory: 50})
}

func TestLarge_FindsWhatAnExactScanFinds(t *testing.T) {
	l := crowd(t)
	x := l.large()
	if err := x.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var all []string
	for d := range 4 {
		all = append(all, crowdTexts(d, 150)...)
	}
	small := index.New(l.db, l.db, clouds{}, index.Options{})
	for _, text := range []string{"a question", "b question", "t question", "z question"} {
		query := clouds{}.vector(text)
		got, err := x.Nearest(t.Context(), query, 20)
		if want := nearest(query, all, 20); err != nil || !reflect.DeepEqual(hashes(got), want) {
			t.Errorf("%s: %v (%v), want %v", text, hashes(got), err, want)
		}
		same, err := small.Nearest(t.Context(), query, 20)
		if err != nil || !reflect.DeepEqual(hashes(same), hashes(got)) || math.Abs(same[7].Cosine-got[7].Cosine) > 1e-5 {
			t.Errorf("%s: in memory %v (%v), by sketches %v", text, same, err, got)
		}
	}
}

func TestLarge_SearchIsThatOfASmallLibrary(t *testing.T) {
	l := crowd(t)
	x, small := l.large(), index.New(l.db, l.db, clouds{}, index.Options{})
	if err := x.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]index.Query{
		"hybrid":     {Text: "c30 of document 2", Scope: source.All()},
		"semantic":   {Text: "c question", Mode: index.Semantic, Scope: source.All()},
		"collection": {Text: "d question", Mode: index.Semantic, Scope: source.All().In("odd")},
		"document":   {Text: "e question", Scope: source.All().Only("3.pdf")},
	} {
		want, err := small.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time the filter is remembered
			got, err := x.Search(t.Context(), q)
			if err != nil || !reflect.DeepEqual(pages(got), pages(want)) || len(got) == 0 {
				t.Errorf("%s: %v (%v), want %v", name, pages(got), err, pages(want))
			}
		}
	}
}

func TestLarge_FollowsTheLibrary(t *testing.T) {
	l := crowd(t)
	x := l.large()
	l.index = x
	if err := x.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	query := index.Query{Text: "z question", Mode: index.Semantic, Limit: 3, Scope: source.All()}
	first := func() string {
		hits, err := x.Search(t.Context(), query)
		if err != nil || len(hits) == 0 {
			t.Fatalf("%d hits, %v", len(hits), err)
		}
		return hits[0].Document.Name
	}
	if got := first(); got == "z.pdf" {
		t.Fatalf("%s is there already", got)
	}
	l.add(source.Document{Name: "z.pdf", Title: "Late", Language: "en", Collection: "late"}, "z1 came late", "z2 came late")
	if err := x.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := first(); got != "z.pdf" {
		t.Errorf("after adding z.pdf the first hit is in %s", got)
	}
	query.Scope = source.All().In("late")
	if got := first(); got != "z.pdf" {
		t.Errorf("within its collection the first hit is in %s", got)
	}
	query.Scope = source.All()
	d, err := l.db.Document(t.Context(), "z.pdf")
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []source.State{source.Removed, source.Ready} { // and back again, its vectors still there
		if d.State = state; state == source.Removed {
			if err := x.Remove(t.Context(), "z.pdf"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := l.db.PutDocument(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if state == source.Ready {
			l.addPassages("z.pdf", passagesOf(t, l, "z.pdf"))
			if err := x.Embed(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
		if got := first(); (got == "z.pdf") != (state == source.Ready) {
			t.Errorf("%s: the first hit is in %s", state, got)
		}
	}
}

// Vectors come in while the library is searched.
func TestLarge_SearchedWhileItGrows(t *testing.T) {
	l := crowd(t)
	x := index.New(l.db, l.db, clouds{}, index.Options{InMemory: 50, Batch: 10})
	grown := make(chan error, 1)
	go func() { grown <- x.Embed(t.Context(), nil) }()
	for searching := true; searching; {
		select {
		case err := <-grown:
			if err != nil {
				t.Fatal(err)
			}
			searching = false
		default:
		}
		if _, err := x.Search(t.Context(), index.Query{Text: "b question", Scope: source.All().In("odd")}); err != nil {
			t.Fatal(err)
		}
	}
	hits, err := x.Search(t.Context(), index.Query{Text: "b21 of document 3", Mode: index.Semantic,
		Scope: source.All().In("odd")})
	if err != nil || len(hits) == 0 || hits[0].Semantic < 0.999 {
		t.Errorf("%v, %v", pages(hits), err)
	}
}

func passagesOf(t *testing.T, l *library, document string) []source.Passage {
	t.Helper()
	passages, err := l.db.PassagesOf(t.Context(), document)
	if err != nil {
		t.Fatal(err)
	}
	return passages
}

// A library from before there were sketches, or one that lost some, makes them when it is searched.
func TestLarge_MakesMissingSketches(t *testing.T) {
	l := crowd(t)
	if err := l.large().Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	query := clouds{}.vector("g question")
	want, err := l.large().Nearest(t.Context(), query, 10)
	if err != nil {
		t.Fatal(err)
	}
	var bare []source.Vector
	err = l.db.Vectors(t.Context(), clouds{}.Digest(), func(v source.Vector) error { bare = append(bare, v); return nil })
	if err != nil || len(bare) != 600 {
		t.Fatalf("%d vectors, %v", len(bare), err)
	}
	if err := l.db.PutVectors(t.Context(), clouds{}.Digest(), bare); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		missing := 0
		count := func(_ int64, sketch []byte) error {
			if len(sketch) == 0 {
				missing++
			}
			return nil
		}
		got, err := l.large().Nearest(t.Context(), query, 10)
		if err != nil || !reflect.DeepEqual(hashes(got), hashes(want)) {
			t.Errorf("%v (%v), want %v", hashes(got), err, hashes(want))
		}
		if err := l.db.Sketches(t.Context(), clouds{}.Digest(), count); err != nil || missing > 0 {
			t.Errorf("%d sketches missing (%v)", missing, err)
		}
	}
}

func TestSwitch_OldAnswersUntilNewIsWhole(t *testing.T) {
	l := pets(t, topics{dim: 3, calls: new(int)})
	if err := l.index.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	old := pages(l.search(index.Query{Text: "gas", Mode: index.Semantic, Limit: 1, Scope: source.All()}))
	ctx, cancel := context.WithCancel(t.Context())
	stopped := l.index.Switch(ctx, slow{clouds{}, cancel}, nil, func() error { t.Error("committed"); return nil })
	if stopped == nil {
		t.Error("a cancelled switch ends without an error")
	}
	if got := pages(l.search(index.Query{Text: "gas", Mode: index.Semantic, Limit: 1,
		Scope: source.All()})); !reflect.DeepEqual(got, old) {
		t.Errorf("after a cancelled switch %v, want %v as before", got, old)
	}
	var last [2]int
	committed := false
	err := l.index.Switch(t.Context(), clouds{}, func(done, total int) { last = [2]int{done, total} }, func() error { committed = true; return nil })
	if err != nil || !committed || last != [2]int{5, 5} {
		t.Errorf("%v, committed %v, progress ended at %v of 5", err, committed, last)
	}
	hits := l.search(index.Query{Text: "The price rose.", Mode: index.Semantic, Limit: 1, Scope: source.All()})
	if len(hits) != 1 || hits[0].Semantic < 0.999 {
		t.Errorf("%+v, want the same text with a cosine of one", hits)
	}
}

// slow is an embedder during whose work the person cancels.
type slow struct {
	clouds
	cancel func()
}

func (s slow) EmbedDocuments(ctx context.Context, _ []string) ([][]float32, error) {
	s.cancel()
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestEmbed_UnusableVectorsLeaveWords(t *testing.T) {
	nan := float32(math.NaN())
	for name, bad := range map[string][]float32{"NaN": {nan, 1, 0}, "zero": {0, 0, 0}, "none": nil} {
		t.Run(name, func(t *testing.T) {
			calls := new(int)
			l := pets(t, broken{topics{dim: 3, calls: calls}, "invoice", bad})
			for range 2 {
				if err := l.index.Embed(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
			}
			if *calls != 1 {
				t.Errorf("%d calls: the bad text is asked for again", *calls)
			}
			if got := pages(l.search(index.Query{Text: "invoice", Scope: source.All()})); len(got) == 0 ||
				got[0] != "a.pdf:2" {
				t.Errorf("by words: %v", got)
			}
			if got := pages(l.search(index.Query{Text: "price", Mode: index.Semantic,
				Scope: source.All()})); slices.Contains(got, "a.pdf:2") || got[0] != "b.pdf:1" {
				t.Errorf("by meaning: %v, want the others only", got)
			}
		})
	}
}

// broken makes a bad vector of texts that hold a word.
type broken struct {
	topics
	word string
	bad  []float32
}

func (b broken) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	out, err := b.topics.EmbedDocuments(ctx, texts)
	for i, t := range texts {
		if err == nil && len(t) > 10 && t[3:10] == b.word {
			out[i] = b.bad
		}
	}
	return out, err
}
