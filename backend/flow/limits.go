package flow

import (
	"context"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
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
