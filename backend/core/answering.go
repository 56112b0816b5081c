package core

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// answering is the flow answer.
type answering struct{ *Core }

func (c answering) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	if err := c.noEmbedder(); err != nil {
		return nil, err
	}
	t, err := c.tools(ctx, run, meta)
	if err != nil {
		return nil, err
	}
	return executing(c.Core, answer.New(t), t.Web)
}

// tools wires what a run works with. One that is offline has no web.
func (c answering) tools(ctx context.Context, run string, meta runMeta) (answer.Tools, error) {
	scope, err := scopeOfRun(ctx, c.Core, c.graph(), run, func(s answer.State) source.Scope { return s.Scope })
	if err != nil {
		return answer.Tools{}, err
	}
	kit, making, err := c.kit(ctx, run, scope, meta)
	t := answer.Tools{Kit: kit, Making: making, Reports: wholeCost{c.db, c.Core}, Now: c.config.Now, Connections: c.connectionsOf}
	if err == nil {
		t.Web, err = c.web(ctx, run, meta.online())
	}
	return t, err
}

func (c answering) reader() (runner, error) {
	return graph.NewRunner(c.graph(), c.db, c.running())
}

// graph is that of runs which are looked at but not executed.
func (c answering) graph() *graph.Graph[answer.State] {
	return answer.New(answer.Tools{Now: c.config.Now})
}

// finished leaves the run its beginning and where its rounds ended: the other checkpoints served to resume it. Its report is written into files when somebody
// exports it.
func (c answering) finished(ctx context.Context, r runner, run string) error {
	s, err := c.AnswerState(ctx, run)
	if err == nil {
		err = c.wrote(ctx, run, s.Without != "")
	}
	return errors.Join(err, r.Prune(ctx, run, func(p graph.Checkpoint) bool { return p.Seq == 1 || p.Node == "plan" || p.Node == "evaluate" }))
}

// inherit gives a fork the articles that were read, the pages cited, and what was written.
func (c answering) inherit(ctx context.Context, from, to string) error {
	if err := c.db.HoldArticlesOf(ctx, from, to); err != nil {
		return err
	}
	if err := c.hold(ctx, to); err != nil {
		return err
	}
	s, err := c.AnswerState(ctx, to)
	if err != nil {
		return err
	}
	for version, there := range []bool{s.Phase == answer.PhaseDone, s.Drafted} {
		if !there {
			continue
		}
		if err := c.copyReport(ctx, from, to, version); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return nil
}

func (c answering) hold(ctx context.Context, run string) error {
	s, err := c.AnswerState(ctx, run)
	if err != nil {
		return err
	}
	for _, k := range s.Evidence {
		if err := c.citePassage(ctx, run, k.Passage); err != nil {
			return err
		}
	}
	return nil
}

func (c answering) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.AnswerState(ctx, run)
	return Stands{Phase: s.Phase, Kept: len(s.Evidence), Spend: s.Spend}, err
}

func (c answering) phase(node string, status graph.Status) string {
	phase := answer.PhaseOf(node)
	switch {
	case status == graph.Finished:
		phase = answer.PhaseDone
	case phase == "":
		phase = answer.PhasePlanning
	}
	return phase
}
