package flow

import (
	"context"

	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// cover counts the documents in scope, their pages and those that passages were read on, and names the pages whose text nobody could search or was
// recognised from a picture.
func cover(ctx context.Context, library step.Library, c *report.Coverage, passages []string) error {
	docs, err := library.Documents(ctx)
	if err != nil {
		return err
	}
	c.Documents = len(docs)
	for _, d := range docs {
		c.Pages += d.Pages
		c.Unreadable += d.Unreadable
		if c.Unread, err = withPages(ctx, library, c.Unread, d, d.UnreadablePages); err != nil {
			return err
		}
		if c.Recognised, err = withPages(ctx, library, c.Recognised, d, d.RecognisedPages); err != nil {
			return err
		}
	}
	c.PagesRead, err = pagesOf(ctx, library, passages)
	return err
}

// pagesOf counts the pages that passages stand on.
func pagesOf(ctx context.Context, library step.Library, passages []string) (int, error) {
	read, err := Passages(ctx, library, passages)
	if err != nil {
		return 0, err
	}
	type page struct {
		document string
		number   int
	}
	pages := map[page]bool{}
	for _, p := range read {
		for _, span := range p.Spans {
			pages[page{p.Document, span.Page}] = true
		}
	}
	return len(pages), nil
}

// withPages adds pages of a document to a list, with what is printed on them.
func withPages(ctx context.Context, library step.Library, list []report.Unread, d source.Document, pages []int) ([]report.Unread, error) {
	if len(pages) == 0 {
		return list, nil
	}
	u := report.Unread{Name: d.Name, Pages: pages}
	own := false
	for _, page := range pages {
		label, err := library.PageLabel(ctx, d.Hash, page)
		if err != nil {
			return nil, err
		}
		own = own || !source.Folio{Page: page, Label: label}.Plain()
		u.Labels = append(u.Labels, label)
	}
	if !own {
		u.Labels = nil
	}
	return append(list, u), nil
}
