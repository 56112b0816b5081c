package ingest

import (
	"context"

	"rabbithole/backend/chunk"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

// Structured is what was found in a document's text.
type Structured struct {
	Title    string
	Language string   // ISO 639-1, "" when unknown
	Names    []string // by which other texts cite it
	Sections []refs.Section
	Passages []source.Passage
	Mentions []refs.Mention // not resolved yet; Link does that
}

// Structure finds sections, passages and references in all pages of a document. The error is the context's.
func Structure(ctx context.Context, d source.Document, meta source.Meta, pages []source.Page) (Structured, error) {
	d.Language = language(pages)
	sections := outline.Sections(d, meta, pages)
	if d.Title == "" || d.Format == source.PDF { // what a PDF says of itself is often left over from another
		d.Title = atMost(outline.Title(d, pages, sections), mostTitle)
	}
	found := Structured{Title: d.Title, Language: d.Language, Sections: sections}
	if ctx.Err() != nil {
		return found, ctx.Err()
	}
	most := passagesOf(textOf(pages))
	if len(sections) > most {
		return Structured{}, unreadable{reasonTooLong}
	}
	found.Names = naming.Names(d, meta, pages, sections)
	found.Passages = chunk.Split(d.Hash, pages, sections, chunk.Options{})
	if len(found.Passages) > most {
		return Structured{}, unreadable{reasonTooLong}
	}
	if ctx.Err() != nil {
		return found, ctx.Err()
	}
	found.Mentions = detect.Detect(d, pages, sections)
	places := source.NewPlaces(found.Passages)
	for i := range found.Mentions {
		m := &found.Mentions[i]
		if at := places.At(m.Page, m.Start); at >= 0 {
			m.Passage = found.Passages[at].ID
		}
	}
	return found, ctx.Err()
}
