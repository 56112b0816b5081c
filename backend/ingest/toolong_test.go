package ingest_test

import (
	"context"
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

// What every page may repeat is kept once, or not at all.
func TestAdd_LinksAndTitlesOfAnyLength(t *testing.T) {
	s := newShelf(t)
	s.Opener = opensSwollen{}
	r := s.add(t, s.write(t, "swollen.txt", "x"))[0]
	if r.Status != ingest.Added {
		t.Fatalf("%+v", r)
	}
	d := s.document(t, r.Document)
	pages, err := s.db.Pages(t.Context(), r.Document, 1, 0)
	if err != nil || len(pages) != 3 || len(d.Title) > 300 || len(d.Author) > 300 {
		t.Fatalf("%d pages, a title of %d bytes, %v", len(pages), len(d.Title), err)
	}
	for _, p := range pages {
		if len(p.Links) != 1 || p.Links[0].URI != "https://radon.example/" || len(p.Label) > 64 {
			t.Errorf("page %d: %d links, a label of %d bytes", p.Number, len(p.Links), len(p.Label))
		}
	}
}

// swollen is a file that says little at length.
type swollen struct{ source.File }

func (swollen) Meta() source.Meta {
	return source.Meta{Title: "T" + strings.Repeat("itle ", 100_000), Author: strings.Repeat("Author ", 100_000), Pages: 3, Engine: "text"}
}

func (swollen) Pages(_ context.Context, from int, yield func(source.Page) error) error {
	for n := from; n <= 3; n++ {
		links := []source.Link{{Start: 0, End: 5, URI: "https://radon.example/"}, {Start: 0, End: 5, URI: "https://radon.example/" + strings.Repeat("a", 60_000)}}
		if err := yield(source.Page{Number: n, Label: strings.Repeat("A", 30_000), Text: "Radon in the cellar.", Links: links}); err != nil {
			return err
		}
	}
	return nil
}

func (swollen) Close() error { return nil }

type opensSwollen struct{}

func (opensSwollen) Open(context.Context, string, source.OpenOptions) (source.File, error) {
	return swollen{}, nil
}
