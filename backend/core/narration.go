package core

import (
	"context"

	"rabbithole/backend/event"
)

// Narration returns what a run said of itself for people, at most the latest limit sentences, oldest first: each event's data is {text, node_id}.
func (c *Core) Narration(ctx context.Context, run string, limit int) ([]event.Event, error) {
	return c.db.Narration(ctx, run, limit)
}
