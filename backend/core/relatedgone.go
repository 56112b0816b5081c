package core

import (
	"cmp"
	"context"

	"rabbithole/backend/flow/related"
	"rabbithole/backend/store"
)

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
		err = cmp.Or(c.leaveJob(ctx, row.Job), c.db.DropRelated(ctx, a.ID))
	}
	c.beside.rows.Unlock()
	return cmp.Or(err, c.tidyRelated(ctx))
}

// tidyRelated deletes what was found beside documents that are gone, and the runs that no document names: those that found it, and one that began
// when the program was killed before it wrote down beside what.
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
