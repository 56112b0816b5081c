package store

import (
	"reflect"
	"slices"
	"testing"

	"rabbithole/backend/source"
)

func TestVectors_RoundTrip(t *testing.T) {
	db := openNew(t)
	putTerms(t, db, "d1", "", "one", "two", "one")
	putTerms(t, db, "d2", "", "two", "three")
	ctx := t.Context()
	hashes, texts, err := db.Unembedded(ctx, "e1", 10)
	if want := []string{"one", "two", "three"}; err != nil || !reflect.DeepEqual(texts, want) || len(hashes) != 3 {
		t.Fatalf("without vectors: %v %v (%v), want %v", hashes, texts, err, want)
	}
	made := []source.Vector{{Hash: hashes[0], Entries: []float32{1, 2.5}, Sketch: []byte("s1")}, {Hash: hashes[1], Entries: []float32{-3, 0}}}
	if err := db.PutVectors(ctx, "e1", made); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(func(source.Vector) error) error{
		"all":       func(yield func(source.Vector) error) error { return db.Vectors(ctx, "e1", yield) },
		"by hash":   func(yield func(source.Vector) error) error { return db.VectorsByHash(ctx, "e1", hashes, yield) },
		"by number": func(yield func(source.Vector) error) error { return db.VectorsByNumber(ctx, []int64{1, 7, 2}, yield) },
	} {
		got := map[string][]float32{}
		err := read(func(v source.Vector) error { got[v.Hash] = v.Entries; return nil })
		if want := map[string][]float32{"hash of one": {1, 2.5}, "hash of two": {-3, 0}}; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: vectors %v (%v), want %v", name, got, err, want)
		}
	}
	if n, entries, err := db.VectorSize(ctx, "e1"); err != nil || n != 2 || entries != 2 {
		t.Errorf("%d vectors of %d entries (%v), want 2 of 2", n, entries, err)
	}
	damaged := []source.Vector{{Hash: hashes[0], Entries: []float32{1}}, {Hash: hashes[1], Entries: []float32{1, 2}}, {Hash: hashes[2], Entries: []float32{3, 4}}}
	if err := db.PutVectors(ctx, "e3", damaged); err != nil {
		t.Fatal(err)
	}
	if n, entries, err := db.VectorSize(ctx, "e3"); err != nil || n != 3 || entries != 2 {
		t.Errorf("%d vectors of %d entries (%v), want 3 of 2 as most are", n, entries, err)
	}
	if _, texts, err = db.Unembedded(ctx, "e1", 10); err != nil || !reflect.DeepEqual(texts, []string{"three"}) {
		t.Errorf("still without: %v (%v), want three", texts, err)
	}
	for embedder, want := range map[string]int{"e1": 2, "e2": 0} {
		if done, total, err := db.CountVectors(ctx, embedder); err != nil || done != want || total != 3 {
			t.Errorf("%s: %d of %d (%v), want %d of 3", embedder, done, total, err, want)
		}
	}
}

func TestSketches_StandAndFallWithTheirVector(t *testing.T) {
	db := openNew(t)
	putTerms(t, db, "d1", "c", "one", "two", "three")
	putTerms(t, db, "d2", "other", "four")
	ctx := t.Context()
	vector := func(text, sketch string) source.Vector {
		return source.Vector{Hash: "hash of " + text, Entries: []float32{1}, Sketch: []byte(sketch)}
	}
	made := []source.Vector{vector("one", "s1"), vector("two", ""), vector("four", "s4"), {Hash: "hash of three"}}
	if err := db.PutVectors(ctx, "e1", made); err != nil {
		t.Fatal(err)
	}
	sketches := func() map[int64]string {
		got := map[int64]string{}
		if err := db.Sketches(ctx, "e1", func(no int64, sketch []byte) error { got[no] = string(sketch); return nil }); err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got, want := sketches(), map[int64]string{1: "s1", 2: "", 3: "s4"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v: those of vectors with entries", got, want)
	}
	made[1].Sketch = []byte("s2")
	if err := db.PutSketches(ctx, made[1:2]); err != nil {
		t.Fatal(err)
	}
	if err := db.PutVectors(ctx, "e1", []source.Vector{vector("one", "")}); err != nil {
		t.Fatal(err)
	}
	if got, want := sketches(), map[int64]string{5: "", 2: "s2", 3: "s4"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v: a new vector has a new number and no old sketch", got, want)
	}
	for name, c := range map[string]struct {
		filter source.Filter
		want   []int64
	}{
		"all":        {source.Filter{Scope: source.All()}, []int64{2, 3, 4, 5}},
		"collection": {source.Filter{Scope: source.All().In("other")}, []int64{3}},
		"document":   {source.Filter{Scope: source.All().Only("d1")}, []int64{2, 4, 5}},
	} {
		got, err := db.VectorNumbers(ctx, "e1", c.filter)
		slices.Sort(got)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v (%v), want %v", name, got, err, c.want)
		}
	}
}

func TestPruneVectors_KeepsWhatIsUsed(t *testing.T) {
	db := openNew(t)
	putTerms(t, db, "d1", "", "one", "two")
	if err := db.PutVectors(t.Context(), "e1", []source.Vector{{Hash: "hash of one", Entries: []float32{1}}, {Hash: "hash of two", Entries: []float32{2}}}); err != nil {
		t.Fatal(err)
	}
	if err := db.PutVectors(t.Context(), "e0", []source.Vector{{Hash: "hash of one", Entries: []float32{1}}}); err != nil {
		t.Fatal(err)
	}
	putTerms(t, db, "d1", "", "one")
	if n, err := db.PruneVectors(t.Context(), "e1"); err != nil || n != 2 {
		t.Errorf("pruned %d (%v), want 2: a text that is gone, and another embedder's", n, err)
	}
	if done, total, err := db.CountVectors(t.Context(), "e1"); err != nil || done != 1 || total != 1 {
		t.Errorf("%d of %d left (%v), want 1 of 1", done, total, err)
	}
}
