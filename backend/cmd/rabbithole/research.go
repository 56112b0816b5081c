package main

import (
	"context"
	"fmt"

	"rabbithole/backend/core"
	"rabbithole/backend/graph"
)

type researchCommand struct {
	Question   string   `arg:"" help:"What you want to know."`
	Collection []string `help:"Only this collection; repeatable." placeholder:"NAME"`
	Document   []string `help:"Only this document; repeatable." placeholder:"NAME"`
	Engine     string   `help:"auto, ollama or extractive." placeholder:"NAME" env:"RABBITHOLE_ENGINE"`
	Model      string   `help:"Ollama model to think with." placeholder:"NAME" env:"RABBITHOLE_MODEL"`
	Yes        bool     `short:"y" help:"Ask nothing: no clarification, the plan as it is."`
	JSON       bool     `help:"Print NDJSON events and a final object."`
}

// Run researches a question.
func (c *researchCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	run, err := app.StartResearch(ctx, core.Begin{Question: c.Question, Collections: c.Collection, Documents: c.Document,
		Engine: core.Engine(c.Engine), Model: c.Model, Unattended: c.Yes})
	if err != nil {
		return err
	}
	return s.carry(ctx, app, run.ID, c.Yes, c.JSON)
}

type resumeCommand struct {
	Run_ string `arg:"" name:"run" help:"ID of the run, its first letters, or 'last'."`
	Yes  bool   `short:"y" help:"Ask nothing more."`
	JSON bool   `help:"Print NDJSON events and a final object."`
}

// Run goes on with a run.
func (c *resumeCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	run, err := app.Continue(ctx, c.Run_)
	if err != nil {
		return err
	}
	if run.Status == graph.Finished {
		s.note("Run %s is finished. Its report again:", run.ID)
	}
	return s.carry(ctx, app, run.ID, c.Yes, c.JSON)
}

type forkCommand struct {
	Run_       string `arg:"" name:"run" help:"ID of the run, its first letters, or 'last'."`
	Checkpoint int    `help:"Checkpoint to start from; 'show RUN --checkpoints' lists them. 0: the last."`
	Yes        bool   `short:"y" help:"Ask nothing."`
	JSON       bool   `help:"Print NDJSON events and a final object."`
}

// Run starts a new run from a checkpoint of another.
func (c *forkCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	run, err := app.Fork(ctx, c.Run_, c.Checkpoint)
	if err != nil {
		return err
	}
	from := "the last checkpoint"
	if c.Checkpoint > 0 {
		from = fmt.Sprintf("checkpoint %d", c.Checkpoint)
	}
	s.note("Run %s begins at %s of %s.", run.ID, from, c.Run_)
	return s.carry(ctx, app, run.ID, c.Yes, c.JSON)
}
