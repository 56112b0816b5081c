package flow

import (
	"context"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/step"
)

// What of a run's limits is kept for writing with the model and for having it checked.
const (
	writingTime  = 0.35 // share of the time
	writingCalls = 4
)

// Gathering returns what of a run's limits may be spent before it writes.
func Gathering(whole budget.Limits) budget.Limits {
	whole.Time -= time.Duration(float64(whole.Time) * writingTime)
	whole.Calls -= min(writingCalls, whole.Calls/2)
	return whole
}

// byRule is the time that is kept for writing without the model when it does not end in time, a tenth of what a short run has.
const byRule = 20 * time.Second

// WithModel returns what of a run's limits may be spent before what is left is done by rule.
func WithModel(whole budget.Limits) budget.Limits {
	whole.Time -= min(byRule, whole.Time/10)
	return whole
}

// Limits are those of a run by its settings; 0 does not bound.
func Limits(calls, minutes int) budget.Limits {
	return budget.Limits{Calls: calls, Time: time.Duration(minutes) * time.Minute}
}

// Within bounds what is asked of a model under a context to what of a run's limits is left, until stop is called: a call under way is given up when the time is over, and the
// step is done without. Branches that work side by side share calls, of which some are kept; with nil, calls are those that the limits leave.
func Within(ctx context.Context, of budget.Limits, spent budget.Spend, calls *reason.Calls, keep int) (limited context.Context, stop context.CancelFunc) {
	until := time.Time{}
	if of.Time > 0 {
		until = time.Now().Add(of.Time - spent.Time)
	}
	if of.Calls > 0 && calls == nil {
		calls = reason.NewCalls(of.Calls - spent.Calls)
	}
	return reason.WithLimit(ctx, until, calls, keep)
}

// Bounded bounds what a node asks of the model to what is left of a run's limits.
func Bounded[S any](node graph.NodeFunc[S], left func(S) (of budget.Limits, spent budget.Spend)) graph.NodeFunc[S] {
	return func(ctx context.Context, s S) (graph.Step[S], error) {
		of, spent := left(s)
		limited, stop := Within(ctx, of, spent, nil, 0)
		defer stop()
		return node(limited, s)
	}
}

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
