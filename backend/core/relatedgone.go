package core

import (
	"context"

	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
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

// CancelRelated ends the search beside a document, if there is one; what was found before stays.
func (c *Core) CancelRelated(ctx context.Context, hash string) (Related, error) {
	a, err := c.db.NumberOf(ctx, hash)
	if err != nil {
		return Related{}, err
	}
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	row, err := c.db.Related(ctx, a.ID)
	if err != nil {
		return Related{}, err
	}
	if row.Status == store.RelatedQueued || row.Status == store.RelatedRunning {
		job := row.Job
		if err := c.relatedCancelled(ctx, &row); err != nil {
			return Related{}, err
		}
		if err := c.leaveJob(ctx, job); err != nil {
			return Related{}, err
		}
	}
	return c.relatedRow(a, row)
}

// dropRelated forgets what was found beside a document, and the runs that found it.
func (c *Core) dropRelated(ctx context.Context, a Article) error {
	c.beside.rows.Lock()
	row, err := c.db.Related(ctx, a.ID)
	if err == nil {
		err = firstError(c.leaveJob(ctx, row.Job), c.db.DropRelated(ctx, a.ID))
	}
	c.beside.rows.Unlock()
	return firstError(err, c.tidyRelated(ctx))
}

// tidyRelated deletes what was found beside documents that are gone, and the runs that found it.
func (c *Core) tidyRelated(ctx context.Context) error {
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	if err := c.db.DropLeftRelated(ctx); err != nil {
		return err
	}
	stray, err := c.db.StrayRelated(ctx, related.Name)
	if err != nil {
		return err
	}
	for _, run := range stray {
		if err := c.leaveJob(ctx, run); err != nil {
			return err
		}
	}
	return nil
}
