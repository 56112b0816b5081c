package core

import (
	"context"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/refs"
	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/source"
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
	for _, cited := range refs.Missing(shelf.EntriesOf(live, sections), mentions) {
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
