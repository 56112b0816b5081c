package core

import (
	"context"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
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
	read, err := c.passagesRead(ctx, id)
	if err != nil {
		return nil, err
	}
	shelf := shelf.New(&c.db.Reader)
	out := []PageRead{}
	for _, passage := range read {
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

// passagesRead returns the IDs of the passages that a run has judged.
func (c *Core) passagesRead(ctx context.Context, id string) ([]string, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	switch run.Flow {
	case answer.Name:
		s, err := c.AnswerState(ctx, run.ID)
		return s.Read, err
	case explore.Name:
		return c.readExploring(ctx, run.ID)
	case discover.Name:
		sub, err := c.InquiryOf(ctx, run.ID)
		if err != nil || sub == "" {
			return nil, err
		}
		return c.passagesRead(ctx, sub)
	}
	s, err := c.State(ctx, run.ID, 0)
	return s.Read, err
}
