package core

import (
	"context"
	"slices"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Rects returns where a stretch of a page's text stands on the page: one rectangle per line in points from the top left corner, nil when
// the format has no geometry. Recognised text stands where its words were seen, any other where the library's copy has it.
func (c *Core) Rects(ctx context.Context, hash string, span source.Span) ([]source.Rect, error) {
	rects, err := c.PageRects(ctx, hash, span.Page, []source.Span{span})
	if err != nil {
		return nil, err
	}
	return rects[0], nil
}

// PageRects is Rects for many spans of one page, by span.
func (c *Core) PageRects(ctx context.Context, hash string, number int, spans []source.Span) ([][]source.Rect, error) {
	out := make([][]source.Rect, len(spans))
	page, err := c.db.Page(ctx, hash, number)
	if err != nil || len(spans) == 0 {
		return out, err
	}
	if page.Has(source.OCRText) {
		for i, s := range spans {
			out[i] = page.Rects(s.Start, s.End)
		}
		return out, nil
	}
	d, err := c.db.Document(ctx, hash)
	if err != nil || d.Format != source.PDF {
		return out, err
	}
	spans = slices.Clone(spans)
	for i, s := range spans {
		spans[i].Start, spans[i].End = page.AsRead(s.Start, s.End)
	}
	err = c.withFile(ctx, d, func(f source.File) error {
		if many, ok := f.(interface {
			PageRects(ctx context.Context, page int, spans []source.Span) ([][]source.Rect, error)
		}); ok {
			rects, err := many.PageRects(ctx, number, spans)
			copy(out, rects)
			return err
		}
		for i, s := range spans {
			if out[i], err = f.Rects(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// Opened is a document as a viewer needs it.
type Opened struct {
	Document source.Document
	Pages    []store.PageShape
	Outline  []source.Mark
}

// OpenDocument returns a document by hash: its pages without their text, and what its sections are; where none were found, the file's own
// bookmarks.
func (c *Core) OpenDocument(ctx context.Context, hash string) (Opened, error) {
	var o Opened
	var err error
	if o.Document, err = c.db.Document(ctx, hash); err != nil {
		return o, err
	}
	if o.Pages, err = c.db.PageShapes(ctx, hash); err != nil {
		return o, err
	}
	sections, err := c.db.Sections(ctx, hash)
	if err != nil {
		return o, err
	}
	if o.Outline = outline(sections); len(o.Outline) > 0 || o.Document.Format != source.PDF {
		return o, nil
	}
	err = c.withFile(ctx, o.Document, func(f source.File) error { o.Outline = f.Meta().Outline; return nil })
	if ctx.Err() == nil {
		err = nil // a file that cannot be opened has no bookmarks; whoever draws its pages says what is wrong
	}
	return o, err
}

// outline turns sections into entries of an outline. Entries of a reference list are sections of their own, and too many to be of use.
func outline(sections []refs.Section) []source.Mark {
	var out []source.Mark
	for _, s := range sections {
		if s.Kind == refs.KindBibliography || s.Kind == refs.KindTitle {
			continue
		}
		title := s.Label
		if s.Title != "" && s.Title != s.Label {
			title += " " + s.Title
		}
		if s.Label == "" || s.Number != "" && s.Label == "Section "+s.Number {
			title = s.Number + " " + s.Title // as it is printed: the word is ours
		}
		if title = trim(title); title != "" {
			out = append(out, source.Mark{Title: title, Level: s.Level, Page: s.Page})
		}
	}
	return out
}
