package core

import (
	"context"
	"rabbithole/backend/cite"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
	"strings"
)

// PageReference is a reference that stands on a page, where it stands, and where it leads.
type PageReference struct {
	Mention refs.Mention
	Rects   []source.Rect
	Targets []ReferenceTarget
}

// ReferenceTarget is where a reference leads.
type ReferenceTarget struct {
	refs.Target
	Name string      // of the document, "" when it leaves the library
	Span source.Span // of the passage to show; empty when it is the page as a whole
}

// PageReferences returns the references that stand on a page, in order.
func (c *Core) PageReferences(ctx context.Context, hash string, page int) ([]PageReference, error) {
	mentions, err := c.db.MentionsOn(ctx, hash, page)
	if err != nil || len(mentions) == 0 {
		return nil, err
	}
	spans := make([]source.Span, 0, len(mentions))
	for _, m := range mentions {
		spans = append(spans, source.Span{Page: page, Start: m.Start, End: m.End})
	}
	rects, err := c.rectsIfAny(ctx, hash, page, spans)
	if err != nil {
		return nil, err
	}
	shelf := shelf.New(&c.db.Reader)
	if err := shelf.StockTargets(ctx, mentions); err != nil {
		return nil, err
	}
	out := make([]PageReference, 0, len(mentions))
	for i, m := range mentions {
		r := PageReference{Mention: m, Rects: rects[i]}
		for _, t := range m.Targets {
			r.Targets = append(r.Targets, ReferenceTarget{t, shelf.KnownDocuments[t.Document].Name, spanOn(shelf.KnownPassages[t.Passage], t.Page)})
		}
		out = append(out, r)
	}
	return out, nil
}

// spanOn returns a passage's span on a page, else its first; without a passage an empty one on the page.
func spanOn(p source.Passage, page int) source.Span {
	for _, s := range p.Spans {
		if s.Page == page {
			return s
		}
	}
	if len(p.Spans) > 0 {
		return p.Begin()
	}
	return source.Span{Page: page}
}

// PageMark is a passage of a page that a report cites, and where it stands.
type PageMark struct {
	store.Mark
	Rects []source.Rect
}

// PageMarks returns the passages of a page that reports cite, those of the newest run first.
func (c *Core) PageMarks(ctx context.Context, hash string, page int) ([]PageMark, error) {
	marks, err := c.db.Marks(ctx, hash, page)
	if err != nil || len(marks) == 0 {
		return nil, err
	}
	text, err := c.PageText(ctx, hash, page)
	if err != nil {
		return nil, err
	}
	spans := make([]source.Span, 0, len(marks))
	for i, m := range marks { // it may have been read again since
		marks[i].Span, _ = cite.Locate(text, m.Quote, m.Span)
		spans = append(spans, marks[i].Span)
	}
	rects, err := c.rectsIfAny(ctx, hash, page, spans)
	if err != nil {
		return nil, err
	}
	out := make([]PageMark, 0, len(marks))
	for i, m := range marks {
		out = append(out, PageMark{m, rects[i]})
	}
	return out, nil
}

// MarkedPages returns the pages of a document that reports cite, with how many claims rest on each.
func (c *Core) MarkedPages(ctx context.Context, hash string) (map[int]int, error) {
	return c.db.MarkedPages(ctx, hash)
}

// rectsIfAny is PageRects where what else there is to say does not depend on it: a file that needs a password, or is gone, has none.
func (c *Core) rectsIfAny(ctx context.Context, hash string, page int, spans []source.Span) ([][]source.Rect, error) {
	rects, err := c.PageRects(ctx, hash, page, spans)
	switch fault.KindOf(err) {
	case fault.Password, fault.Unreadable, fault.NotFound:
		return make([][]source.Rect, len(spans)), nil
	}
	return rects, err
}

func trim(s string) string { return strings.Join(strings.Fields(s), " ") }
