package research

import (
	"context"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
)

// What of a run's limits is kept for writing the report with the model and for having it checked.
const (
	writingTime  = 0.35 // share of the minutes
	writingCalls = 4
)

// limits returns the budgets of what is searched and read, and those of the whole run.
func (f *flow) limits(s State) (gathering, whole budget.Limits) {
	whole = budget.Limits{Calls: s.Settings.MaxCalls, Time: time.Duration(s.Settings.MaxMinutes) * time.Minute}
	gathering = whole
	if f.Kit.Model != nil {
		gathering.Time -= time.Duration(float64(whole.Time) * writingTime)
		gathering.Calls -= min(writingCalls, whole.Calls/2)
	}
	return gathering, whole
}

// gathers and writes bound what a node asks of the model: a call under way is given up when the time is over, and the step is done without.
func (f *flow) gathers(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return f.bounded(node, func(s State) budget.Limits { gathering, _ := f.limits(s); return gathering })
}

func (f *flow) writes(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return f.bounded(node, func(s State) budget.Limits { _, whole := f.limits(s); return whole })
}

func (f *flow) bounded(node graph.NodeFunc[State], limits func(State) budget.Limits) graph.NodeFunc[State] {
	return func(ctx context.Context, s State) (graph.Step[State], error) {
		l, until, calls := limits(s), time.Time{}, -1
		if l.Time > 0 {
			until = time.Now().Add(l.Time - s.Spend.Time)
		}
		if l.Calls > 0 {
			calls = max(0, l.Calls-s.Spend.Calls)
		}
		if until.IsZero() && calls < 0 {
			return node(ctx, s)
		}
		limited, stop := reason.WithLimit(ctx, until, calls)
		defer stop()
		return node(limited, s)
	}
}
