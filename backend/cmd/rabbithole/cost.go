package main

import (
	"context"
	"time"

	"rabbithole/backend/core"
)

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
	s.printf("%-*s %6s %8s %8s %9s %14s %13s %10s\n", wide, "step", "calls", "replayed", "repaired", "fallbacks", "prompt tokens", "reply tokens", "time")
	for _, row := range append(cost.Steps, cost.All) {
		name := row.Step
		if name == "" {
			name = "all"
		}
		s.printf("%-*s %6d %8d %8d %9d %14d %13d %10s\n", wide, name, row.Calls, row.Replayed, row.Repaired, row.Fallbacks, row.PromptTokens, row.ReplyTokens, rounded(row.Time))
	}
	s.printf("The run worked for %s, %s of it outside the model.\n", rounded(cost.Time), rounded(max(0, cost.Time-cost.All.Time)))
	return nil
}

func rounded(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
