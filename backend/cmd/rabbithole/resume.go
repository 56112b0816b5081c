package main

import (
	"context"

	"rabbithole/backend/graph"
)

type resumeCommand struct {
	Run_ string `arg:"" name:"run" help:"ID of the run, its first letters, or 'last'."`
	Yes  bool   `short:"y" help:"Ask nothing more."`
	JSON bool   `help:"Print NDJSON events and a final object."`
}

// Run goes on with a run.
func (c *resumeCommand) Run(ctx context.Context, s *shell, app writable) error {
	run, err := app.Continue(ctx, c.Run_)
	if err != nil {
		return err
	}
	if run.Status == graph.Finished {
		s.note("Run %s is finished. Its report again:", run.ID)
	}
	if text := soFar(ctx, app.Core, run); run.Status != graph.Finished && text != "" {
		s.note("%s", paragraphs(text))
	}
	return s.carry(ctx, app.Core, run.ID, c.Yes)
}
