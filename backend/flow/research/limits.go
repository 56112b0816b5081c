package research

import (
	"rabbithole/backend/budget"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// limits returns the budgets of what is searched and read, and those of the whole run.
func (f *flow) limits(s State) (gathering, whole budget.Limits) {
	whole = shared.Limits(s.Settings.MaxCalls, s.Settings.MaxMinutes)
	if f.Kit.Model == nil {
		return whole, whole
	}
	return shared.Gathering(whole), whole
}

// gathers and writes bound what a node asks of the model.
func (f *flow) gathers(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return shared.Bounded(node, func(s State) (budget.Limits, budget.Spend) { gathering, _ := f.limits(s); return gathering, s.Spend })
}

func (f *flow) writes(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return shared.Bounded(node, func(s State) (budget.Limits, budget.Spend) { _, whole := f.limits(s); return whole, s.Spend })
}
