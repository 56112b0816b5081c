package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

// estimate says what a run would take. That it cannot be started as wished is part of the answer.
func estimate(c *core.Core, ctx context.Context, w Wish) (Estimate, error) {
	e, err := c.EstimateRun(ctx, w.begin())
	out := Estimate{Engine: string(e.Engine), Model: e.Model, Calls: e.Calls, Time: e.Time, Basis: e.Basis, Pages: e.Pages}
	switch fault.KindOf(err) {
	case fault.Internal, fault.Storage, fault.Cancelled:
		return out, err
	case "":
		return out, nil
	}
	f := FaultOf(err)
	out.Warning, out.Problem = f.Message+".", &f
	if f.Hint != "" {
		out.Warning += " " + f.Hint
	}
	return out, nil
}
