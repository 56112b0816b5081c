package index_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// topics is an embedder that knows three matters; texts of one matter lie together whatever their words.
type topics struct {
	dim   int
	fail  int  // EmbedDocuments fails at this call, counted from 1
	deaf  bool // EmbedQuery fails
	calls *int
}

func (topics) Name() string   { return "topics" }
func (topics) Digest() string { return "topics-1" }
func (e topics) Dim() int     { return 3 }

func (e topics) EmbedDocuments(_ context.Context, texts []string) ([][]float32, error) {
	if *e.calls++; *e.calls == e.fail {
		return nil, errors.New("model gone")
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = e.vector(t)
	}
	return out, nil
}

func (e topics) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	if e.deaf {
		return nil, errors.New("model gone")
	}
	return e.vector(text), nil
}

func (e topics) vector(text string) []float32 {
	v := make([]float32, e.dim)
	v[0] = 0.1
	for i, matter := range [][]string{{"gas", "radon"}, {"money", "invoice", "price"}, {"cat", "feline"}} {
		for _, w := range matter {
			if i < e.dim && strings.Contains(strings.ToLower(text), w) {
				v[i]++
			}
		}
	}
	return v
}

func pets(t *testing.T, e index.Embedder) *library {
	l := newLibrary(t, e)
	l.add(source.Document{Name: "a.pdf", Title: "Things", Language: "en", Collection: "one"},
		"The feline slept on the mat.", "An invoice came by mail.", "Radon seeps from the ground.")
	l.add(source.Document{Name: "b.pdf", Title: "More", Language: "en", Collection: "two"}, "The price rose.", "A cat may look at a king.")
	return l
}

func TestEmbed_MeaningFindsOtherWords(t *testing.T) {
	l := pets(t, topics{dim: 3, calls: new(int)})
	var seen [][2]int
	if err := l.index.Embed(t.Context(), func(done, total int) { seen = append(seen, [2]int{done, total}) }); err != nil {
		t.Fatal(err)
	}
	if want := [][2]int{{0, 5}, {5, 5}}; !reflect.DeepEqual(seen, want) {
		t.Errorf("progress %v, want %v", seen, want)
	}
	got := pages(l.search(index.Query{Text: "cat", Limit: 2, Scope: source.All()}))
	if want := []string{"b.pdf:2", "a.pdf:1"}; !reflect.DeepEqual(got, want) {
		t.Errorf("hybrid: %v, want %v", got, want)
	}
	for name, c := range map[string]struct {
		query index.Query
		want  string
	}{
		"semantic": {index.Query{Text: "gas", Mode: index.Semantic, Scope: source.All()}, "a.pdf:3"},
		"semantic and filtered": {index.Query{Text: "money", Mode: index.Semantic, Scope: source.All().In("two")},
			"b.pdf:1"},
		"filtered by document": {index.Query{Text: "gas", Scope: source.All().Only("a.pdf")}, "a.pdf:3"},
	} {
		if got := pages(l.search(c.query)); len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %v, want %s first", name, got, c.want)
		}
	}
	if got := l.search(index.Query{Text: "money", Mode: index.Lexical, Scope: source.All()}); len(got) > 0 {
		t.Errorf("lexical search for a word that stands nowhere finds %v", pages(got))
	}
}

func TestEmbed_SurvivesReopening(t *testing.T) {
	calls := new(int)
	l := pets(t, topics{dim: 3, calls: calls})
	if err := l.index.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	before := l.search(index.Query{Text: "feline invoice", Scope: source.All()})
	l.open(topics{dim: 3, calls: calls})
	if err := l.index.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if *calls != 1 {
		t.Errorf("%d calls of the embedder, want the first one only", *calls)
	}
	if after := l.search(index.Query{Text: "feline invoice", Scope: source.All()}); !reflect.DeepEqual(before, after) {
		t.Errorf("before %v, after reopening %v", pages(before), pages(after))
	}
}

func TestEmbed_ResumesAfterFailure(t *testing.T) {
	calls := new(int)
	l := newLibrary(t, nil)
	var texts []string
	for i := range 70 {
		texts = append(texts, strings.Repeat("cat ", i+1))
	}
	l.add(source.Document{Name: "a.pdf", Title: "Cats", Language: "en"}, texts...)
	l.open(topics{dim: 3, calls: calls, fail: 2})
	if err := l.index.Embed(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "model gone") {
		t.Fatalf("error %v, want the embedder's", err)
	}
	var first [2]int
	err := l.index.Embed(t.Context(), func(done, total int) {
		if first[1] == 0 {
			first = [2]int{done, total}
		}
	})
	if err != nil || first != [2]int{32, 70} {
		t.Errorf("second time begins at %v (%v), want 32 of 70", first, err)
	}
	if *calls != 4 {
		t.Errorf("%d calls, want 1 good, 1 failed, 2 good", *calls)
	}
}

func TestEmbed_WrongDimensionRefused(t *testing.T) {
	l := pets(t, topics{dim: 2, calls: new(int)})
	if err := l.index.Embed(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "2 entries where 3 are due") {
		t.Fatalf("error %v, want one about the dimension", err)
	}
	done, total, err := l.db.CountVectors(t.Context(), "topics-1")
	if err != nil || done != 0 || total != 5 {
		t.Errorf("%d of %d vectors stored (%v), want none of 5", done, total, err)
	}
}

// longer is another model under the name of topics.
type longer struct{ topics }

func (longer) Dim() int { return 4 }

// The vectors that the library has say how long one is: others are neither kept nor searched with.
func TestEmbed_AnotherLengthThanTheLibrarysIsRefused(t *testing.T) {
	l := pets(t, topics{dim: 3, calls: new(int)})
	if err := l.index.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	l.open(longer{topics{dim: 4, calls: new(int)}})
	l.add(source.Document{Name: "c.pdf", Title: "New", Language: "en"}, "The kitten is new.")
	const due = "4 entries where 3 are due"
	if err := l.index.Embed(t.Context(), nil); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), due) || fault.Hint(err) == "" {
		t.Errorf("embedded: %v", err)
	}
	if done, total, err := l.db.CountVectors(t.Context(), "topics-1"); err != nil || done != 5 || total != 6 {
		t.Errorf("%d of %d vectors stored (%v), want 5 of 6", done, total, err)
	}
	if _, err := l.index.Search(t.Context(), index.Query{Text: "cat", Scope: source.All()}); err == nil || !strings.Contains(err.Error(), due) {
		t.Errorf("searched: %v", err)
	}
	// One of the right length among others, or the other way round, does not help.
	l.open(broken{topics{dim: 3, calls: new(int)}, " kitten", []float32{1}})
	l.add(source.Document{Name: "d.pdf", Title: "Newer", Language: "en"}, "The gas is newer.")
	if err := l.index.Embed(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "1 entries where 3 are due") {
		t.Errorf("embedded: %v", err)
	}
}

func TestSearch_WithoutVectors(t *testing.T) {
	l := pets(t, topics{dim: 3, calls: new(int), deaf: true})
	if got := pages(l.search(index.Query{Text: "cat", Scope: source.All()})); len(got) != 1 {
		t.Errorf("before embedding: %v, want the one with the word", got)
	}
	_, err := l.index.Search(t.Context(), index.Query{Text: "cat", Mode: index.Semantic, Scope: source.All()})
	if fault.KindOf(err) != fault.Usage || fault.Hint(err) == "" {
		t.Errorf("semantic search before embedding: %v, want a usage fault with a hint", err)
	}
}

func TestSearch_EmbedderGone(t *testing.T) {
	gone := topics{dim: 3, calls: new(int), deaf: true}
	l := pets(t, gone)
	if err := l.index.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := l.index.Search(t.Context(), index.Query{Text: "cat", Scope: source.All()}); err == nil {
		t.Error("no error where nobody is warned")
	}
	var warned error
	x := index.New(l.db, l.db, gone, index.Options{Warn: func(err error) { warned = err }})
	hits, err := x.Search(t.Context(), index.Query{Text: "cat", Scope: source.All()})
	if err != nil || len(hits) != 1 || warned == nil {
		t.Errorf("%d hits, error %v, warning %v; want 1 by words and a warning", len(hits), err, warned)
	}
}

func TestHashing_SameTextSameVector(t *testing.T) {
	vectors, err := index.Hashing{}.EmbedDocuments(t.Context(), []string{"Radon in Häusern", "Radon im Haus", "Transport of goods", "", "Radon in Häusern"})
	if err != nil {
		t.Fatal(err)
	}
	cosine := func(a, b int) (sum float64) {
		for i, x := range vectors[a] {
			sum += float64(x) * float64(vectors[b][i])
		}
		return sum
	}
	for i, v := range vectors {
		if len(v) != (index.Hashing{}).Dim() || math.Abs(cosine(i, i)-1) > 1e-5 {
			t.Errorf("vector %d: %d entries, length² %v", i, len(v), cosine(i, i))
		}
	}
	if !reflect.DeepEqual(vectors[0], vectors[4]) || cosine(0, 1) < cosine(0, 2)+0.2 {
		t.Errorf("same text %v, inflected %v, other %v", cosine(0, 4), cosine(0, 1), cosine(0, 2))
	}
}
