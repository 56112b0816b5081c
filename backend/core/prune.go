package core

import (
	"context"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// prune leaves a finished run the checkpoints from which a person may want to fork it: all up to the approved plan, every draft, and
// where one phase ended and the next began. The others, which are most, served to resume it.
func (c researching) prune(ctx context.Context, r runner, run string) error {
	all, err := c.db.Checkpoints(ctx, run)
	if err != nil {
		return err
	}
	keep := map[int]bool{}
	for i, p := range all {
		phase := research.PhaseOf(p.Node)
		within := i+1 < len(all) && phase == research.PhaseOf(all[i+1].Node) && (phase == research.PhaseExtraction || phase == research.PhaseSynthesis)
		keep[p.Seq] = !within || p.Node == "draft"
	}
	return r.Prune(ctx, run, func(p graph.Checkpoint) bool { return keep[p.Seq] })
}
