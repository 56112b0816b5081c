package core

import (
	"context"

	"rabbithole/backend/source"
)

// DocumentOf returns the document that a passage, by its ID, stands in.
func (c *Core) DocumentOf(ctx context.Context, passage string) (source.Document, error) {
	p, err := c.db.Passage(ctx, passage)
	if err != nil {
		return source.Document{}, err
	}
	return c.db.Document(ctx, p.Document)
}
