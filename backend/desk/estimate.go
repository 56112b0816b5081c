package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

// estimate says what a run would take. That it cannot be started as wished is part of the answer.
func estimate(c *core.Core, ctx context.Context, w core.Begin) (Estimate, error) {
	e, err := c.EstimateRun(ctx, w)
	out := Estimate{Estimate: e}
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
