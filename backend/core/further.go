package core

import (
	"context"

	"rabbithole/backend/flow/research"
)

// earlier returns what a question about a run's report needs to know of it, nil for no run.
func (c *Core) earlier(ctx context.Context, id string) (*research.Earlier, error) {
	if id == "" {
		return nil, nil
	}
	run, err := c.Reported(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := c.db.Report(ctx, run.ID, 0)
	if err != nil {
		return nil, err
	}
	s, err := c.State(ctx, run.ID, 0)
	if err != nil {
		return nil, err
	}
	return research.Further(run.ID, s, r), nil
}
