package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/source"
)

// OpenDocument returns a document by hash, removed ones included as long as something cites them.
func (d *Desk) OpenDocument(hash string) (core.Opened, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (core.Opened, error) {
		d.behind(func(ctx context.Context) { c.Warm(ctx, hash) })
		return c.OpenDocument(ctx, hash)
	})
}

// PageText returns the text of a page: what quotes and spans refer to.
func (d *Desk) PageText(hash string, page int) (string, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (string, error) { return c.PageText(ctx, hash, page) })
}

// Rects returns where a span stands on its page, one rectangle per line.
func (d *Desk) Rects(hash string, span source.Span) ([]source.Rect, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]source.Rect, error) { return c.Rects(ctx, hash, span) })
}

// FindQuote returns where a quote stands on a page, word for word or as an earlier reading of it had it; an empty span when it does not.
func (d *Desk) FindQuote(hash string, page int, quote string) (source.Span, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (source.Span, error) {
		return c.FindQuote(ctx, hash, page, quote)
	})
}

// PageReferences returns the references that stand on a page.
func (d *Desk) PageReferences(hash string, page int) ([]core.PageReference, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]core.PageReference, error) {
		return c.PageReferences(ctx, hash, page)
	})
}

// PageMarks returns the passages of a page that reports cite.
func (d *Desk) PageMarks(hash string, page int) ([]core.PageMark, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]core.PageMark, error) { return c.PageMarks(ctx, hash, page) })
}

// MarkedPages returns the pages of a document that reports cite, with how many claims rest on each.
func (d *Desk) MarkedPages(hash string) (map[int]int, error) {
	return with(d, (*core.Core).MarkedPages, hash)
}

// Hit is a passage that a search found, and where to open it.
type Hit struct {
	core.Hit
	Hash  string      `json:"hash"`  // of the document
	Title string      `json:"title"` // of the document
	Span  source.Span `json:"span"`  // of the passage on its page
	Words []string    `json:"words"` // of the search that stand in it, as they were asked
}

// Search finds passages in the library by words and meaning.
func (d *Desk) Search(text string, collections, documents []string, limit int) ([]Hit, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Hit, error) {
		found, err := c.Search(ctx, text, core.SearchOptions{Limit: limit, Collections: collections, Documents: documents})
		out := make([]Hit, 0, len(found))
		for _, h := range found {
			out = append(out, Hit{h, h.Hash, h.Title, h.Span, h.Words})
		}
		return out, err
	})
}
