package main

import (
	"context"
	"fmt"
)

type forkCommand struct {
	Run_       string `arg:"" name:"run" help:"ID of the run, its first letters, or 'last'."`
	Checkpoint int    `help:"Checkpoint to start from; 'show RUN --checkpoints' lists them. 0: the last."`
	Yes        bool   `short:"y" help:"Ask nothing."`
	JSON       bool   `help:"Print NDJSON events and a final object."`
}

// Run starts a new run from a checkpoint of another.
func (c *forkCommand) Run(ctx context.Context, s *shell, app writable) error {
	fork := app.ForkAttended
	if c.Yes {
		fork = app.Fork
	}
	run, err := fork(ctx, c.Run_, c.Checkpoint)
	if err != nil {
		return err
	}
	from := "the last checkpoint"
	if c.Checkpoint > 0 {
		from = fmt.Sprintf("checkpoint %d", c.Checkpoint)
	}
	s.note("A new run begins at %s of %s.", from, c.Run_)
	return s.carry(ctx, app.Core, run.ID, c.Yes)
}
