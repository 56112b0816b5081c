package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/source"
)

// Opened is a document as the viewer needs it. Its bytes are served at URL, with ranges.
type Opened struct {
	Document source.Document `json:"document"`
	URL      string          `json:"url"` // "/files/<hash>"
	Pages    []PageInfo      `json:"pages"`
	Outline  []source.Mark   `json:"outline"` // sections found at ingest, or the file's own bookmarks
}

// PageInfo is what is known about a page without drawing it.
type PageInfo struct {
	Number int      `json:"number"`
	Label  string   `json:"label"`
	Width  float64  `json:"width"`  // points; 0 when the format has no geometry
	Height float64  `json:"height"` // points
	Flags  []string `json:"flags"`
}

// OpenDocument returns a document by hash, removed ones included as long as something cites them.
func (d *Desk) OpenDocument(hash string) (Opened, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Opened, error) {
		d.behind(func(ctx context.Context) { c.Warm(ctx, hash) })
		return openDocument(c, ctx, hash)
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

// PageReference is a reference that stands on a page, and where it leads.
type PageReference struct {
	Text    string        `json:"text"`
	Rects   []source.Rect `json:"rects"`
	Status  string        `json:"status"` // found, open, external, old_version
	Targets []Target      `json:"targets"`
}

// Target is where a reference leads.
type Target struct {
	Hash  string      `json:"hash"` // "" when it leaves the library
	Name  string      `json:"name"`
	Label string      `json:"label"` // "§ 62"
	Page  int         `json:"page"`
	Span  source.Span `json:"span"` // the passage to show; empty: the page as a whole
	URI   string      `json:"uri"`
}

// PageReferences returns the references that stand on a page.
func (d *Desk) PageReferences(hash string, page int) ([]PageReference, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]PageReference, error) {
		return pageReferences(c, ctx, hash, page)
	})
}

// PageMark is a passage of a page that a report cites.
type PageMark struct {
	Run      string        `json:"run"`
	Question string        `json:"question"` // of the run
	Claim    string        `json:"claim"`    // ID in its report
	Text     string        `json:"text"`     // the claim
	Verdict  string        `json:"verdict"`
	Quote    string        `json:"quote"`
	Span     source.Span   `json:"span"`
	Rects    []source.Rect `json:"rects"`
}

// PageMarks returns the passages of a page that reports cite.
func (d *Desk) PageMarks(hash string, page int) ([]PageMark, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]PageMark, error) { return pageMarks(c, ctx, hash, page) })
}

// MarkedPages returns the pages of a document that reports cite, with how many claims rest on each.
func (d *Desk) MarkedPages(hash string) (map[int]int, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (map[int]int, error) { return markedPages(c, ctx, hash) })
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
