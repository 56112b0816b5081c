package core

import (
	"context"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// researching is the flow research.
type researching struct{ *Core }

// worker refuses without the embedder: a run by words alone would be another run.
func (c researching) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	if err := c.noEmbedder(); err != nil {
		return nil, err
	}
	t, err := c.tools(ctx, run, meta)
	if err != nil {
		return nil, err
	}
	return executing(c.Core, research.New(t), t.Web)
}

// tools wires what a run works with. One that is offline has no web.
func (c researching) tools(ctx context.Context, run string, meta runMeta) (research.Tools, error) {
	scope, err := scopeOfRun(ctx, c.Core, c.graph(), run, func(s research.State) source.Scope { return s.Scope })
	if err != nil {
		return research.Tools{}, err
	}
	kit, making, err := c.kit(ctx, run, scope, meta)
	t := research.Tools{Kit: kit, Making: making, Reports: wholeCost{c.db, c.Core}, Now: c.config.Now, Connections: c.connectionsOf}
	if err == nil {
		t.Web, err = c.web(ctx, run, meta.online())
	}
	return t, err
}

func (c researching) reader() (runner, error) {
	return graph.NewRunner(c.graph(), c.db, c.running())
}

// graph is that of runs which are looked at but not executed.
func (c researching) graph() *graph.Graph[research.State] {
	return research.New(research.Tools{Now: c.config.Now})
}

// finished writes the report into files, and leaves the run the checkpoints from which a person may want to fork it.
func (c researching) finished(ctx context.Context, r runner, run string) error {
	if _, err := c.WriteReport(ctx, run); err != nil {
		return err
	}
	return c.prune(ctx, r, run)
}

// inherit gives a fork the articles that were read, the drafts, the report if it is written, the pages cited.
func (c researching) inherit(ctx context.Context, from, to string) error {
	s, err := c.State(ctx, to, 0)
	if err != nil {
		return err
	}
	if err := c.db.HoldArticlesOf(ctx, from, to); err != nil {
		return err
	}
	if err := c.citeEvidence(ctx, to, s); err != nil {
		return err
	}
	for _, d := range s.Drafts {
		err := c.copyReport(ctx, from, to, d.Number)
		if err != nil && fault.KindOf(err) != fault.NotFound { // a repair may have left one out
			return err
		}
	}
	if s.Phase == research.PhaseDone {
		return c.copyReport(ctx, from, to, 0)
	}
	return nil
}

func (c researching) hold(ctx context.Context, run string) error {
	s, err := c.State(ctx, run, 0)
	if err != nil {
		return err
	}
	return c.citeEvidence(ctx, run, s)
}

func (c researching) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.State(ctx, run, 0)
	out := Stands{Phase: s.Phase, Kept: len(s.Evidence), Spend: s.Spend}
	for _, i := range s.Plan {
		if i.Dropped {
			continue
		}
		if out.Total++; i.Worked {
			out.Done++
		}
	}
	return out, err
}

func (c researching) phase(node string, status graph.Status) string {
	phase := research.PhaseOf(node)
	switch {
	case status == graph.Finished:
		phase = research.PhaseDone
	case phase == "":
		phase = research.PhaseAnalysis
	}
	return phase
}
