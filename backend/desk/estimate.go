package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
)

// estimate says what a run would take. That it cannot be started as wished is part of the answer.
func estimate(c *core.Core, ctx context.Context, w Wish) (Estimate, error) {
	e, err := c.EstimateRun(ctx, core.Begin{Question: w.Question, Collections: w.Collections, Documents: w.Documents,
		Engine: core.Engine(w.Engine), Model: w.Model, Depth: research.Depth(w.Depth)})
	out := Estimate{Engine: string(e.Engine), Model: e.Model, Calls: e.Calls, Time: e.Time, Basis: e.Basis, Pages: e.Pages}
	switch fault.KindOf(err) {
	case fault.Internal, fault.Storage, fault.Cancelled:
		return out, err
	case "":
		return out, nil
	}
	f := FaultOf(err)
	out.Warning = f.Message + "."
	if f.Hint != "" {
		out.Warning += " " + f.Hint
	}
	return out, nil
}
