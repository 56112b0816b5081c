package main

import "context"

type deleteCommand struct {
	Runs []string `arg:"" name:"run" help:"IDs of runs, or their first letters."`
}

// Run deletes runs for good, each with its report and what only it had read of the web.
func (c *deleteCommand) Run(ctx context.Context, s *shell, app writable) error {
	for _, id := range c.Runs {
		run, err := app.Run(ctx, id)
		if err != nil {
			return err
		}
		if err := app.DeleteRun(ctx, run.ID); err != nil {
			return err
		}
		s.note("Deleted %s: %s", run.ID, oneLine(run.Title, 80))
	}
	return nil
}
