package store

import (
	"reflect"
	"testing"
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
	if err := db.PutVectors(ctx, "e1", hashes[:2], [][]float32{{1, 2.5}, {-3, 0}}); err != nil {
		t.Fatal(err)
	}
	got := map[string][]float32{}
	err = db.Vectors(ctx, "e1", func(hash string, v []float32) error { got[hash] = v; return nil })
	if want := map[string][]float32{"hash of one": {1, 2.5}, "hash of two": {-3, 0}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("vectors %v (%v), want %v", got, err, want)
	}
	if _, texts, err = db.Unembedded(ctx, "e1", 10); err != nil || !reflect.DeepEqual(texts, []string{"three"}) {
		t.Errorf("still without: %v (%v), want three", texts, err)
	}
	for embedder, want := range map[string]int{"e1": 2, "e2": 0} {
		if done, total, err := db.CountVectors(ctx, embedder); err != nil || done != want || total != 3 {
			t.Errorf("%s: %d of %d (%v), want %d of 3", embedder, done, total, err, want)
		}
	}
	if err := db.PutVectors(ctx, "e1", hashes, [][]float32{{1}}); err == nil {
		t.Error("one vector for three texts is accepted")
	}
}

func TestPruneVectors_KeepsWhatIsUsed(t *testing.T) {
	db := openNew(t)
	putTerms(t, db, "d1", "", "one", "two")
	if err := db.PutVectors(t.Context(), "e1", []string{"hash of one", "hash of two"}, [][]float32{{1}, {2}}); err != nil {
		t.Fatal(err)
	}
	putTerms(t, db, "d1", "", "one")
	if n, err := db.PruneVectors(t.Context()); err != nil || n != 1 {
		t.Errorf("pruned %d (%v), want 1", n, err)
	}
	if done, total, err := db.CountVectors(t.Context(), "e1"); err != nil || done != 1 || total != 1 {
		t.Errorf("%d of %d left (%v), want 1 of 1", done, total, err)
	}
}
