package ingest_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// A small file may hold any amount of text; here it is not small.
func TestAdd_MoreTextThanIsRead(t *testing.T) {
	s := newShelf(t)
	pages := strings.Repeat(strings.Repeat("Radon in the cellar. ", 50_000)+"\f", 34)
	r := s.add(t, s.write(t, "long.txt", pages), s.write(t, "short.txt", "Radon."))
	if r[0].Status != ingest.NotAdded || !strings.Contains(r[0].Reason, "Split it") || r[1].Status != ingest.Added {
		t.Errorf("%+v", r)
	}
	if d := s.document(t, r[0].Document); d.State != source.Failed || d.Trouble != source.TooLarge {
		t.Errorf("%+v", d)
	}
}
