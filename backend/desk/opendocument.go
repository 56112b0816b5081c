package desk

import (
	"context"

	"rabbithole/backend/core"
)

// openDocument returns a document as the viewer needs it.
func openDocument(c *core.Core, ctx context.Context, hash string) (Opened, error) {
	o, err := c.OpenDocument(ctx, hash)
	out := Opened{Document: o.Document, URL: "/files/" + hash, Outline: o.Outline}
	for _, p := range o.Pages {
		out.Pages = append(out.Pages, PageInfo(p))
	}
	return out, err
}

// pageReferences returns the references of a page.
func pageReferences(c *core.Core, ctx context.Context, hash string, page int) ([]PageReference, error) {
	list, err := c.PageReferences(ctx, hash, page)
	out := make([]PageReference, 0, len(list))
	for _, r := range list {
		ref := PageReference{Text: r.Mention.Text, Rects: r.Rects, Status: string(r.Mention.Status)}
		for _, t := range r.Targets {
			ref.Targets = append(ref.Targets, Target{Hash: t.Document, Name: t.Name, Label: t.Label, Page: t.Page, Span: t.Span, URI: t.URI})
		}
		out = append(out, ref)
	}
	return out, err
}

// pageMarks returns what reports cite of a page.
func pageMarks(c *core.Core, ctx context.Context, hash string, page int) ([]PageMark, error) {
	list, err := c.PageMarks(ctx, hash, page)
	out := make([]PageMark, 0, len(list))
	for _, m := range list {
		out = append(out, PageMark{Run: m.Run, Question: m.Question, Claim: m.Claim, Text: m.Text, Verdict: m.Verdict, Quote: m.Quote, Span: m.Span,
			Rects: m.Rects})
	}
	return out, err
}

// markedPages returns the pages of a document that reports cite.
func markedPages(c *core.Core, ctx context.Context, hash string) (map[int]int, error) {
	return c.MarkedPages(ctx, hash)
}
