package core

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// inheritAgain gives a fork that has not begun what it inherits: a kill may have come in between.
func (c *Core) inheritAgain(ctx context.Context, f flow, run graph.Run) error {
	if run.Status != graph.Queued || run.ForkedFrom == "" {
		return nil
	}
	_, err := c.db.Run(ctx, run.ForkedFrom)
	if errors.Is(err, graph.ErrNotFound) {
		return nil // deleted since, after it was inherited from
	}
	if err != nil {
		return err
	}
	return f.inherit(ctx, run.ForkedFrom, run.ID)
}

// written is a version of a report as a list, none where it is not written.
func written(version int, there bool) []int {
	if !there {
		return nil
	}
	return []int{version}
}

// pass gives a fork the articles that were read, the pages that are cited, and versions of the report; a repair may have left one out.
func (c *Core) pass(ctx context.Context, f flow, from, to string, versions []int) error {
	if err := c.db.HoldArticlesOf(ctx, from, to); err != nil {
		return err
	}
	if err := f.hold(ctx, to); err != nil {
		return err
	}
	for _, version := range versions {
		if err := c.copyReport(ctx, from, to, version); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return nil
}

// citeKept records the pages that evidence stands on, so that they stay.
func (c *Core) citeKept(ctx context.Context, run string, kept []shared.Kept) error {
	for _, k := range kept {
		if err := c.citePassage(ctx, run, k.Passage); err != nil {
			return err
		}
	}
	return nil
}

// citePassages records the pages that passages stand on; one that is lost leaves the others.
func (c *Core) citePassages(ctx context.Context, run string, passages []string) error {
	for _, passage := range passages {
		if err := c.citePassage(ctx, run, passage); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return nil
}

func (c *Core) citePassage(ctx context.Context, run, passage string) error {
	p, err := c.db.Passage(ctx, passage)
	if err != nil {
		return err
	}
	return c.db.Cite(ctx, run, p.Document, p.Page())
}

func (c *Core) copyReport(ctx context.Context, from, to string, version int) error {
	r, err := c.db.Report(ctx, from, version)
	if err != nil {
		return err
	}
	if r.Run != "" {
		r.Run = to
	}
	return c.db.PutReport(ctx, to, version, r)
}
