package ingest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/ingest"
)

// The first file takes far longer than the others, and one in the middle is broken; the index still sees the files in the order given.
func TestAdd_DocumentsEnterTheIndexInTheOrderGiven(t *testing.T) {
	s := newShelf(t)
	s.Workers = 3
	s.reader.slow = 5 * time.Millisecond
	paths := []string{
		s.write(t, "a.txt", strings.Repeat("long\f", 40)+"end 1"),
		s.write(t, "b.pdf", "%PDF-broken"),
		s.write(t, "c.txt", "short 3"),
		s.write(t, "d.txt", "short 4"),
	}
	var want []string
	for _, r := range s.add(t, paths...) {
		if r.Status == ingest.Added {
			want = append(want, r.Document)
		}
	}
	if len(want) != 3 || !slices.Equal(s.index.order, want) {
		t.Errorf("documents entered in the order %q, want %q", s.index.order, want)
	}
}
