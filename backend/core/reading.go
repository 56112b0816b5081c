package core

import (
	"context"
	"slices"
)

// PageRead is a page that a run read something of.
type PageRead struct {
	Document string `json:"document"` // name
	Hash     string `json:"hash"`
	Page     int    `json:"page"` // 1-based PDF page
}

// PagesRead returns the pages of the passages that a run has judged, in the order of reading.
func (c *Core) PagesRead(ctx context.Context, id string) ([]PageRead, error) {
	state, err := c.State(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	shelf := newShelf(c.db)
	out := []PageRead{}
	for _, passage := range state.Read {
		p, err := shelf.Passage(ctx, passage)
		if err != nil {
			return nil, err
		}
		d, err := shelf.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		for _, span := range p.Spans {
			if page := (PageRead{d.Name, d.Hash, span.Page}); !slices.Contains(out, page) {
				out = append(out, page)
			}
		}
	}
	return out, nil
}
