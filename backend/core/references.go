package core

import (
	"context"
	"maps"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/report"
	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// MissingWork is a work that documents of the library cite and the library does not have, as `refs --missing --json` prints it.
type MissingWork struct {
	Name  string       `json:"name"` // in a line
	Work  refs.Work    `json:"work"`
	Count int          `json:"count"` // how often it is cited
	By    []WorkCiting `json:"by"`    // the documents, those that cite it most first
}

// WorkCiting says how often a document cites a work, and where first.
type WorkCiting struct {
	Document string `json:"document"` // name
	Count    int    `json:"count"`
	Page     int    `json:"page"`
	Label    string `json:"page_label"` // printed on that page
}

// Radar returns the works that the documents cite and the library does not have, the most cited first.
func (c *Core) Radar(ctx context.Context) ([]MissingWork, error) {
	live, err := c.db.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return nil, err
	}
	sections, err := c.db.AllSections(ctx)
	if err != nil {
		return nil, err
	}
	mentions, err := c.db.LiveMentions(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, d := range live {
		names[d.Hash] = d.Name
	}
	out := []MissingWork{}
	for _, cited := range resolve.Missing(shelf.EntriesOf(live, sections), mentions) {
		w := MissingWork{Name: cited.Work.String(), Work: cited.Work, Count: cited.Count}
		for _, by := range cited.By {
			label, err := c.db.PageLabel(ctx, by.Document, by.Page)
			if err != nil {
				return nil, err
			}
			w.By = append(w.By, WorkCiting{names[by.Document], by.Count, by.Page, label})
		}
		out = append(out, w)
	}
	return out, nil
}

// MissingBibliography writes missing works for reference managers: as BibTeX and as RIS.
func MissingBibliography(works []MissingWork) (bibtex, ris []byte) {
	list := make([]bibliography.Work, len(works))
	for i, m := range works {
		w := m.Work
		list[i] = bibliography.Work{Type: bibliography.Type(w.Type), Title: w.Title, Authors: w.Authors, Year: w.Year, Container: w.Container,
			Pages: w.Pages, DOI: w.DOI, ArXiv: w.ArXiv, URL: w.URL, Number: w.Number}
		if w.Title == "" {
			list[i].Title = w.String()
		}
	}
	return bibliography.BibTeX(list), bibliography.RIS(list)
}

// SavedArticle is a web article as it was read, with its text.
type SavedArticle struct {
	source.Article
	Pages []source.Page
}

// Article returns a web article by the hash of its text.
func (c *Core) Article(ctx context.Context, hash string) (SavedArticle, error) {
	a, err := c.db.Article(ctx, hash)
	if err != nil {
		return SavedArticle{}, err
	}
	pages, err := c.db.Pages(ctx, hash, 1, 0)
	return SavedArticle{a, pages}, err
}

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
	pages, err := c.db.PageTexts(ctx, slices.Collect(maps.Keys(wanted)))
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
