package main

import (
	"context"
	"fmt"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

type showCommand struct {
	Run_        string `arg:"" name:"run" help:"ID of the run, its first letters, or 'last'."`
	Draft       int    `help:"This draft instead of the report handed over." placeholder:"N"`
	Checkpoints bool   `help:"List the checkpoints it can be forked from."`
	Tree        bool   `help:"Show the questions of an exploration alone, without its report."`
	Cost        bool   `help:"Show where model calls, tokens and time went, by step."`
	JSON        bool   `help:"Print one JSON value."`
}

// Run shows a report, or where a run stands that has none yet.
func (c *showCommand) Run(ctx context.Context, s *shell, app readable) error {
	run, err := app.Run(ctx, c.Run_)
	if err != nil {
		return err
	}
	if c.Checkpoints {
		return c.checkpoints(ctx, s, app.Core, run.ID)
	}
	if c.Cost {
		return c.cost(ctx, s, app.Core, run.ID)
	}
	if c.Tree || run.Flow == explore.Name && !c.JSON && c.Draft == 0 {
		err := c.tree(ctx, s, app.Core, run)
		// Of a run that a repair put back there is the report alone.
		if c.Tree || err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	if run.Status != graph.Finished && c.Draft == 0 {
		return c.standing(ctx, s, app.Core, run)
	}
	if run.Flow == discover.Name && c.Draft == 0 {
		if err := s.cardsOver(ctx, app.Core, run); fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	r, err := app.Report(ctx, run.ID, c.Draft)
	if c.Draft != 0 && fault.KindOf(err) == fault.NotFound {
		return fault.New(fmt.Sprintf("show draft %d of run %s: there is no such draft", c.Draft, run.ID), fault.NotFound,
			"Drafts are numbered from 1; without --draft the report handed over is shown.", nil)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		data, err := report.JSON(r)
		s.printf("%s\n", data)
		return err
	}
	s.report(r, run.Title, nil)
	return nil
}

// tree prints the questions of an exploration.
func (c *showCommand) tree(ctx context.Context, s *shell, app *core.Core, run graph.Run) error {
	state, nodes, err := tree(ctx, app, run.ID)
	return s.result(nodes, err, func() {
		s.printTree(state, nodes)
		if !c.Tree && len(nodes) > 0 {
			s.printf("\n")
		}
	})
}

func (c *showCommand) standing(ctx context.Context, s *shell, app *core.Core, run graph.Run) error {
	if c.JSON {
		return s.value(run)
	}
	since := run.Updated
	if run.Status == graph.Running {
		since = run.Created // also when it was resumed
	}
	s.printf("%s\n%s since %s\n", run.Title, standing(app, run.Status), since.Local().Format("2006-01-02 15:04"))
	if text := soFar(ctx, app, run); text != "" {
		s.printf("%s\n", paragraphs(text))
	}
	if run.Status == graph.Running && app.InUse() {
		return nil
	}
	if run.Error != "" {
		s.printf("%s\n%s\n", run.Error, run.Hint)
	}
	s.printf("Go on with: rabbithole resume %s\n", run.ID)
	return nil
}

func (c *showCommand) checkpoints(ctx context.Context, s *shell, app *core.Core, id string) error {
	list, err := app.Checkpoints(ctx, id)
	return s.result(list, err, func() {
		for _, p := range list {
			s.printf("%4d  %s  %s\n", p.Seq, p.At.Local().Format("15:04:05"), p.Node)
		}
	})
}

// cost prints where a run's calls, tokens and time went.
func (c *showCommand) cost(ctx context.Context, s *shell, app *core.Core, id string) error {
	cost, err := app.Cost(ctx, id)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(cost)
	}
	if cost.All.Calls+cost.All.Fallbacks == 0 {
		s.printf("No model was asked. The run worked for %s.\n", rounded(cost.Time))
		return nil
	}
	wide := len("step")
	for _, row := range cost.Steps {
		wide = max(wide, len(row.Step))
	}
	s.printf("%-*s %6s %8s %8s %9s %14s %13s %10s\n", wide, "step", "calls", "replayed", "repaired", "fallbacks", "prompt tokens", "reply tokens",
		"time")
	for _, row := range append(cost.Steps, cost.All) {
		name := row.Step
		if name == "" {
			name = "all"
		}
		s.printf("%-*s %6d %8d %8d %9d %14d %13d %10s\n", wide, name, row.Calls, row.Replayed, row.Repaired, row.Fallbacks, row.PromptTokens,
			row.ReplyTokens, rounded(row.Time))
	}
	s.printf("The run worked for %s, %s of it outside the model.\n", rounded(cost.Time), rounded(max(0, cost.Time-cost.All.Time)))
	return nil
}

func rounded(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
