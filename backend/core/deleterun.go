package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"regexp"
	"strings"
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
	if err := c.deleteWithFiles(ctx, run.ID); err != nil {
		return err
	}
	c.looked.clear() // a copy that nothing cites any more may be among them
	return c.ingester.TidySoon(ctx)
}

// leavingRun is the prefix of a folder of reports whose run is being deleted.
const leavingRun = ".deleted-"

// runForm matches the IDs of runs.
var runForm = regexp.MustCompile(`^[a-z0-9]{12}$`)

// deleteWithFiles deletes a run and its folder of reports. The folder is renamed first, so that clearDeleted recognises
// it after a kill.
func (c *Core) deleteWithFiles(ctx context.Context, id string) error {
	files, err := c.reportFolder(id)
	if err != nil {
		return c.db.DeleteRun(ctx, id) // it has none
	}
	leaving := filepath.Join(c.config.Home, "reports", leavingRun+id)
	if os.Rename(files, leaving) != nil {
		leaving = files // there is none, or one of its files is open on Windows
	}
	if err := c.db.DeleteRun(ctx, id); err != nil {
		_ = os.Rename(leaving, files) // if this fails, the next start does it
		return err
	}
	if err := os.RemoveAll(leaving); err != nil {
		return fault.New("delete the files of run "+id, fault.Storage,
			"The run is deleted; delete the folder reports/"+filepath.Base(leaving)+" of the library yourself.", err)
	}
	return nil
}

// clearDeleted removes the reports of runs that a killed process had deleted. Those of runs that still exist get their
// name back.
func (c *Core) clearDeleted(ctx context.Context) disk.Leftover {
	left := disk.Leftover{Of: "deletion of a run"}
	for _, folder := range disk.Matching(c.config.Home, "reports/"+leavingRun+"*") {
		id := strings.TrimPrefix(filepath.Base(folder), leavingRun)
		if !runForm.MatchString(id) {
			continue
		}
		switch _, err := c.db.Run(ctx, id); {
		case errors.Is(err, graph.ErrNotFound):
			left.Remove(folder)
		case err == nil:
			left.Stuck = errors.Join(left.Stuck, os.Rename(folder, filepath.Join(filepath.Dir(folder), id)))
		}
	}
	return left
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
