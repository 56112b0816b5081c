package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

// discovered reads a discovery. The number of the last event is read before everything else: what happens meanwhile is told again, not missed.
func (d *Desk) discovered(c *core.Core, ctx context.Context, id string) (v Discovery, err error) {
	if v.Seq, err = c.LastSeq(ctx, id); err != nil {
		return v, err
	}
	if v.Run, err = d.run(c, ctx, id); err != nil {
		return v, err
	}
	s, err := c.DiscoverState(ctx, id)
	if err != nil {
		return v, err
	}
	v.Query, v.Language, v.Source, v.Image, v.Trail = s.Query, s.Language, s.Source, s.Image, s.Trail
	v.Cards, v.Made, v.Warnings = s.Cards, s.Made, s.Warnings
	v.Phase = s.Phase // what it does; that of the run is what it did last
	web, hosts := core.WebOf(v.Run.Run)
	v.Web, v.Hosts = string(web), hosts
	if v.Scope, err = scope(c, ctx, s.Scope); err != nil {
		return v, err
	}
	if v.Inquiry, err = c.InquiryOf(ctx, id); err != nil {
		return v, err
	}
	if err := v.place(c, ctx); err != nil {
		return v, err
	}
	if err := v.tell(c, ctx, d.writing.soFar(v.Inquiry)); err != nil {
		return v, err
	}
	if v.Connections, err = connectionsOf(c, ctx, id); err != nil {
		return v, err
	}
	v.Consent, err = consentAsked(c, ctx, v.Run.Run)
	return v, err
}

// place fills in where in its trail the discovery stands.
func (v *Discovery) place(c *core.Core, ctx context.Context) error {
	t, err := c.Trail(ctx, v.Run.ID)
	if err != nil {
		return err
	}
	v.Map = t.ID
	for _, n := range t.Nodes {
		if n.Parent == v.Run.ID {
			v.Children = append(v.Children, DiscoveryChild{n.Run, n.Card, n.Query})
		}
	}
	return nil
}

// tell fills in what is answered: what the research handed over, else what it is writing.
func (v *Discovery) tell(c *core.Core, ctx context.Context, soFar string) error {
	r, err := c.Report(ctx, v.Run.ID, 0)
	if fault.KindOf(err) == fault.NotFound && v.Inquiry != "" {
		r, err = c.Report(ctx, v.Inquiry, 0) // it has just been handed over
	}
	if fault.KindOf(err) == fault.NotFound {
		v.Summary = soFar
		return nil
	}
	v.Summary, v.Citations, v.Proved = answer.Text(r), answer.Citations(r), err == nil
	return err
}

func (d *Desk) deleteTrail(c *core.Core, ctx context.Context, id string) error {
	t, err := c.Trail(ctx, id)
	if err != nil {
		return err
	}
	var runs []graph.Run
	for _, n := range t.Nodes {
		runs = append(runs, graph.Run{ID: n.Run, Status: n.Status})
	}
	return d.deleteAll(c, ctx, runs)
}
