package core

import (
	"context"

	"rabbithole/backend/graph"
)

// ResumeRelated goes on with what a crash or the end of the program left unfinished beside documents, in the background. No row says afterwards that something is
// being looked for when nothing is.
func (c *Core) ResumeRelated(ctx context.Context) error {
	if c.config.ReadOnly {
		return nil
	}
	if err := c.tidyRelated(ctx); err != nil {
		return err
	}
	rows, err := c.db.UnfinishedRelated(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		run, err := c.db.Run(ctx, row.Job)
		if err == nil && run.Status != graph.Finished && run.Status != graph.Failed && run.Status != graph.Cancelled {
			c.enqueue(run.ID)
			continue
		}
		if err == nil && run.Status == graph.Finished { // it ended between its last position and the row
			if err = c.finishRelated(ctx, run.ID); err == nil {
				continue
			}
		}
		c.beside.rows.Lock()
		err = c.relatedFailed(ctx, row, whyRelated(c.languageBeside(ctx, row), run, nil))
		c.beside.rows.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// writeDown writes down what a run found that has reached its end, unless that is done.
func (c *Core) writeDown(ctx context.Context, run string) error {
	r, err := relating{c}.reader()
	if err != nil {
		return err
	}
	return relating{c}.finished(ctx, r, run)
}

func (c *Core) finishRelated(ctx context.Context, run string) error {
	if err := c.writeDown(ctx, run); err != nil {
		return err
	}
	row, named, err := c.db.RelatedOfRun(ctx, run)
	if named {
		c.tellRelated(ctx, row)
	}
	return err
}

// ContinueRelated lets a run go on that was told something.
func (c *Core) ContinueRelated(run string) { c.enqueue(run) }
