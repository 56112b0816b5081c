package core

import (
	"context"
	"rabbithole/backend/cite"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// moved leads the citations of a report to where their quotes stand on the pages now: a document may have been read again since. One whose
// quote does not stand there any more leads to its page as a whole.
func (c *Core) moved(ctx context.Context, r report.Report) (report.Report, error) {
	var all []*cite.Citation
	for i := range r.Claims {
		for j := range r.Claims[i].Citations {
			all = append(all, &r.Claims[i].Citations[j])
		}
	}
	return r, c.moveCitations(ctx, all)
}

func (c *Core) moveCitations(ctx context.Context, all []*cite.Citation) error {
	wanted := map[store.PageKey]bool{}
	for _, x := range all {
		wanted[store.PageKey{Document: x.Document, Page: x.Page}] = true
	}
	if len(wanted) == 0 {
		return nil
	}
	pages, err := c.db.PageTexts(ctx, shelf.Keys(wanted))
	for _, x := range all {
		if page, ok := pages[store.PageKey{Document: x.Document, Page: x.Page}]; ok && x.Span.Page == x.Page {
			x.Span, _ = cite.Locate(page.Text, x.Quote, x.Span)
		}
	}
	return err
}

// FindQuote returns where a quote stands on a page, word for word or as an earlier reading of it had it; an empty span when it does not.
func (c *Core) FindQuote(ctx context.Context, hash string, page int, quote string) (source.Span, error) {
	text, err := c.PageText(ctx, hash, page)
	if err != nil {
		return source.Span{}, err
	}
	if start, end, ok := cite.Find(text, quote); ok {
		return source.Span{Page: page, Start: start, End: end}, nil
	}
	at, _ := cite.Locate(text, quote, source.Span{Page: page})
	return at, nil
}

// opens reports whether a citation opens: its quote is on its page as it is read now, or as an earlier reading had it.
func (c *Core) opens(ctx context.Context, x cite.Citation) (bool, error) {
	text, err := c.PageText(ctx, x.Document, x.Page)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return false, err
	}
	if err == nil && opens(text, x) {
		return true, nil
	}
	if _, located := cite.Locate(text, x.Quote, x.Span); err == nil && located && cite.Proves(x.Quote) {
		return true, nil
	}
	former, formerErr := c.db.FormerTexts(ctx, x.Document, x.Page)
	for _, text := range former {
		if err == nil && opens(text, x) { // the page is there
			return true, nil
		}
	}
	return false, formerErr
}
