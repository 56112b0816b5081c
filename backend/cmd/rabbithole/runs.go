package main

import (
	"cmp"
	"context"
	"fmt"
	"text/tabwriter"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

// flowCommands are the flows whose command has another name.
var flowCommands = map[string]string{answer.Name: "ask"}

type runsCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run lists the runs.
func (c *runsCommand) Run(ctx context.Context, s *shell, app readable) error {
	runs, err := app.Runs(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(filled(runs))
	}
	if len(runs) == 0 {
		s.note("Nothing was asked yet. rabbithole ask QUESTION, or rabbithole research QUESTION")
		return nil
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "RUN\tCOMMAND\tSTATUS\tUPDATED\tQUESTION")
	for _, r := range runs {
		fmt.Fprint(w, worded("%s\t%s\t%s\t%s\t%s\n", r.ID, cmp.Or(flowCommands[r.Flow], r.Flow), standing(app.Core, r.Status),
			r.Updated.Local().Format("2006-01-02 15:04"), oneLine(r.Title, 80)))
	}
	return w.Flush()
}

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
