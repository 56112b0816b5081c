package core

import (
	"context"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// exploring is the flow explore.
type exploring struct{ *Core }

func (c exploring) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	if err := c.noEmbedder(); err != nil {
		return nil, err
	}
	t, err := c.tools(ctx, run, meta)
	if err != nil {
		return nil, err
	}
	return executing(c.Core, explore.New(t), t.Web)
}

// tools wires what a run works with. One that is offline has no web.
func (c exploring) tools(ctx context.Context, run string, meta runMeta) (explore.Tools, error) {
	scope, err := scopeOfRun(ctx, c.Core, c.graph(), run, func(s explore.State) source.Scope { return s.Scope })
	if err != nil {
		return explore.Tools{}, err
	}
	kit, making, err := c.kit(ctx, run, scope, meta)
	t := explore.Tools{Kit: kit, Making: making, Rows: c.db, Reports: wholeCost{c.db, c.Core}, Attached: attached{c.Core, run}, Now: c.config.Now, Connections: c.connectionsOf}
	if err == nil {
		t.Web, err = c.web(ctx, run, meta.online())
	}
	return t, err
}

func (c exploring) reader() (runner, error) {
	return graph.NewRunner(c.graph(), c.db, c.running())
}

// graph is that of runs which are looked at but not executed.
func (c exploring) graph() *graph.Graph[explore.State] {
	return explore.New(explore.Tools{Now: c.config.Now})
}

// finished writes the report into files, and leaves the run its beginning and where its files were read: the other checkpoints served to resume it.
func (c exploring) finished(ctx context.Context, r runner, run string) error {
	if _, err := c.WriteReport(ctx, run); err != nil {
		return err
	}
	return r.Prune(ctx, run, func(p graph.Checkpoint) bool { return p.Seq == 1 || p.Node == "bind" })
}

// inherit gives a fork the articles that were read, the pages cited and the report if it is written; rows and files it has had since it exists.
func (c exploring) inherit(ctx context.Context, from, to string) error {
	if err := c.db.HoldArticlesOf(ctx, from, to); err != nil {
		return err
	}
	if err := c.hold(ctx, to); err != nil {
		return err
	}
	s, err := c.ExploreState(ctx, to)
	if err != nil || !s.Reported {
		return err
	}
	if err := c.copyReport(ctx, from, to, 0); err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	return nil
}

// hold cites what the questions found and what the context stands on.
func (c exploring) hold(ctx context.Context, run string) error {
	records, err := c.ExploreRecords(ctx, run)
	if err != nil {
		return err
	}
	passages := map[string]bool{}
	for _, r := range records {
		for _, k := range r.Evidence {
			passages[k.Passage] = true
		}
	}
	bundle, err := c.ExploreContext(ctx, run)
	if err != nil {
		return err
	}
	for _, x := range bundle.AggregateDigest {
		for _, quote := range x.Quotes {
			passages[quote.Passage] = true
		}
	}
	return c.citePassages(ctx, run, shelf.Keys(passages))
}

func (c exploring) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.ExploreState(ctx, run)
	sum := s.Summary()
	out := Stands{Done: sum.Answered, Total: sum.Nodes, Spend: s.Spend}
	for _, n := range s.Tree {
		out.Kept += n.Kept
	}
	return out, err
}

// phase is one of reading the files, working on questions, and done.
func (c exploring) phase(node string, status graph.Status) string {
	switch {
	case status == graph.Finished:
		return explore.PhaseDone
	case node == "" || node == "open" || node == "parse":
		return explore.PhaseParsing
	}
	return explore.PhaseExploring
}
