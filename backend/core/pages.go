package core

import (
	"context"

	"rabbithole/backend/source"
)

// Rects returns where a stretch of a page's text stands on the page: one rectangle per line in points from the top left corner, nil when
// the format has no geometry. Recognised text stands where its words were seen, any other where the library's copy has it.
func (c *Core) Rects(ctx context.Context, hash string, span source.Span) ([]source.Rect, error) {
	page, err := c.db.Page(ctx, hash, span.Page)
	if err != nil {
		return nil, err
	}
	if page.Has(source.OCRText) {
		return page.Rects(span.Start, span.End), nil
	}
	d, err := c.db.Document(ctx, hash)
	if err != nil || d.Format != source.PDF {
		return nil, err
	}
	f, err := c.pdf.Open(ctx, c.files.Path(d), source.OpenOptions{Light: d.Engine == "ledongthuc"})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Rects(ctx, span)
}
