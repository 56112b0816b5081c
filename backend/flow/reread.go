package flow

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

// pageTexts is what spans are read from.
type pageTexts interface {
	PageText(ctx context.Context, document string, page int) (string, error)
}

// formerTexts is a library that still knows what documents said before they were read again.
type formerTexts interface {
	FormerText(ctx context.Context, document string, page, reading int) (string, error)
}

// reading is the texts of the pages as one reading of before had them.
type reading struct {
	formerTexts
	version int
}

// PageText returns what a page said in that reading.
func (r reading) PageText(ctx context.Context, document string, page int) (string, error) {
	return r.FormerText(ctx, document, page, r.version)
}

// asRead returns the page texts that the spans of a passage are of.
func asRead(library extract.Library, p source.Passage) pageTexts {
	if former, ok := library.(formerTexts); ok && p.Reading != 0 {
		return reading{former, p.Reading}
	}
	return library
}

// moveSpans leads evidence of a document that was read again to where its words stand on the pages now. What is not there any more leads to its page.
func moveSpans(ctx context.Context, library extract.Library, before pageTexts, e *cite.Evidence) error {
	move := func(s *source.Span) error {
		old, err := before.PageText(ctx, e.Document, s.Page)
		if err != nil {
			return err
		}
		now, err := library.PageText(ctx, e.Document, s.Page)
		if err == nil && 0 <= s.Start && s.Start <= s.End && s.End <= len(old) {
			*s, _ = cite.Locate(now, old[s.Start:s.End], *s)
		}
		return err
	}
	for i := range e.Quotes {
		q := &e.Quotes[i]
		q.More = append([]source.Span(nil), q.More...)
		if err := move(&q.Span); err != nil {
			return err
		}
		for j := range q.More {
			if err := move(&q.More[j]); err != nil {
				return err
			}
		}
	}
	return move(&e.Locator.Span)
}
