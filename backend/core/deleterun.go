package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"rabbithole/backend/fault"
)

// DeleteRun deletes a run for good, with its sub-runs: its positions, what happened in it, its reports and the files written of them, and every page that
// nothing else cites of documents out of search. The answers of models stay, unless files were
// attached to the run: another run may have asked the same.
func (c *Core) DeleteRun(ctx context.Context, id string) error {
	run, err := c.Run(ctx, id)
	if err != nil {
		return err
	}
	if c.Live(run.ID) {
		return RunIsLive(run.ID)
	}
	if run.Parent != "" {
		return fault.New("delete run "+run.ID, fault.Usage, "Delete run "+run.Parent+".", errors.New("it is a part of that one"))
	}
	if err := c.db.DeleteRun(ctx, run.ID); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(c.config.Home, reportsName, run.ID)); err != nil {
		return fault.New("delete the files of run "+run.ID, fault.Storage, "The run is deleted; delete the folder reports/"+run.ID+" of the library yourself.", err)
	}
	c.looked.clear() // a copy that nothing cites any more may be among them
	return c.ingester.TidySoon(ctx)
}

// deleteAll deletes runs that belong together, or, when one of them is being executed, none.
func (c *Core) deleteAll(ctx context.Context, runs []string) error {
	for _, id := range runs {
		if c.Live(id) {
			return RunIsLive(id)
		}
	}
	for _, id := range runs {
		if err := c.DeleteRun(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// RunIsLive refuses to delete a run that is being executed.
func RunIsLive(id string) error {
	return fault.New("delete run "+id, fault.Locked, "Pause or cancel it first.", errors.New("it is being executed"))
}
