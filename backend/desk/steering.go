package desk

import (
	"context"
	"fmt"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// steerResearch tells a run something that only research understands.
func (d *Desk) steerResearch(run string, m graph.Message) error {
	err := tell(d, func(c *core.Core, ctx context.Context) error { return understands(c, ctx, run, research.Name, m.Kind) })
	if err != nil {
		return err
	}
	return d.message(run, m)
}

// understands refuses what is said to a run of another flow than the one that would do it: the run would take the word and forget it.
func understands(c *core.Core, ctx context.Context, id, flow, kind string) error {
	run, err := c.Run(ctx, id)
	if err != nil || run.Flow == flow {
		return err
	}
	return fault.New(kind+" in run "+run.ID, fault.Usage, steeredBy(run.Flow), fmt.Errorf("it is a run of %s, and this is said to a run of %s", run.Flow, flow))
}

// steeredBy says what a run of the flow can be told.
func steeredBy(flow string) string {
	switch flow {
	case research.Name:
		return "Steer a research by its plan and its findings: edit the plan, add an item, dig or stop at a finding, or finish it."
	case explore.Name:
		return "Steer an exploration at a question of its tree: stop it, ask it anew or dig at it; or finish the run."
	case discover.Name:
		return "Finish its research, or cancel it and ask again; once it is done, go into one of its cards."
	}
	return "Finish it, or cancel it and ask again."
}
