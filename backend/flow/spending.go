package flow

import (
	"context"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// Spent is the part of a change that says what its node spent: changes embed it.
type Spent struct {
	Spend budget.Spend `json:"spend"`
}

// Charge adds what the node itself spent to what it may have noted of others, a sub-run.
func (c *Spent) Charge(_ context.Context, s budget.Spend) { c.Spend = c.Spend.Plus(s) }

// Timed charges what a node spends to the change it returns: model calls, tokens and working time, without what it waited for the model of others. What a
// node spends that fails or waits is lost with its change.
func Timed[S any](kit *step.Kit, now func() time.Time, node graph.NodeFunc[S]) graph.NodeFunc[S] {
	return func(ctx context.Context, s S) (graph.Step[S], error) {
		began := now()
		return Charged(kit, node, func(held time.Duration) time.Duration { return now().Sub(began) - held })(ctx, s)
	}
}

// charged is what takes over what a node spent: its change, or the state that it leaves.
type charged interface {
	Charge(ctx context.Context, s budget.Spend)
}

func chargeable[S any](out graph.Step[S]) charged {
	var left any = out.Change
	if out.State != nil {
		left = out.State
	}
	c, _ := left.(charged)
	return c
}

// Charged is Timed for a node whose time is known to worked, which is told how long it waited for the model of others.
func Charged[S any](kit *step.Kit, node graph.NodeFunc[S], worked func(held time.Duration) time.Duration) graph.NodeFunc[S] {
	return func(ctx context.Context, s S) (graph.Step[S], error) {
		before := kit.Meter.Spent()
		clock, stop := budget.WithClock(ctx)
		defer stop()
		out, err := node(clock, s)
		if c := chargeable(out); c != nil {
			spend := kit.Meter.Spent().Minus(before)
			spend.Time = max(0, worked(clock.Held()))
			c.Charge(ctx, spend)
		}
		return out, err
	}
}
