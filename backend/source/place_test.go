package source_test

import (
	"testing"
	"time"

	"rabbithole/backend/source"
)

// standing returns passages of 100 letters each, ten on a page.
func standing(n int) []source.Passage {
	passages := make([]source.Passage, n)
	for i := range passages {
		passages[i].Spans = []source.Span{{Page: i/10 + 1, Start: i % 10 * 100, End: i%10*100 + 90}}
	}
	return passages
}

// A table's passages repeat its header line: the first that covers a place is meant.
func TestPlaces_RepeatedHeaderLine(t *testing.T) {
	header := source.Span{Page: 1, Start: 10, End: 20}
	places := source.NewPlaces([]source.Passage{
		{Spans: []source.Span{header, {Page: 1, Start: 20, End: 50}}},
		{Spans: []source.Span{header, {Page: 2, Start: 5, End: 50}}},
		{Spans: []source.Span{header, {Page: 2, Start: 60, End: 90}}},
	})
	for _, c := range [][3]int{{1, 15, 0}, {1, 0, 0}, {1, 55, 1}, {2, 7, 1}, {2, 55, 2}, {2, 95, 2}} {
		if at := places.At(c[0], c[1]); at != c[2] {
			t.Errorf("page %d offset %d: passage %d, want %d", c[0], c[1], at, c[2])
		}
	}
}

// Looking up every passage of a document sixteen times as long takes about sixteen times as long, not 256 times.
func TestPlaces_TimeGrowsWithTheDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	took := func(n int) time.Duration {
		fastest := time.Hour
		for range 5 {
			began := time.Now()
			places := source.NewPlaces(standing(n))
			for i := range n {
				if places.At(i/10+1, i%10*100) != i {
					t.Fatalf("passage %d is not found", i)
				}
			}
			fastest = min(fastest, time.Since(began))
		}
		return fastest
	}
	if few, many := took(4000), took(64000); many > 80*few {
		t.Errorf("%s for 4,000 passages, %s for 64,000", few, many)
	}
}
