package core

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// Fork starts a new run from a checkpoint of another; 0 is the last. The journal answers what was asked before.
func (c *Core) Fork(ctx context.Context, id string, checkpoint int) (graph.Run, error) {
	run, f, r, err := c.readerOf(ctx, id)
	if err != nil {
		return run, err
	}
	if run.Flow == related.Name { // what was allowed to it was allowed to it alone, and no row would name the other
		return graph.Run{}, fault.New("fork run "+run.ID, fault.Usage, "Look for what is related once more beside the document.", errors.New("it is a search beside a document"))
	}
	forked, err := r.Fork(ctx, run.ID, checkpoint)
	if errors.Is(err, graph.ErrNotFound) {
		return forked, fault.New(fmt.Sprintf("fork run %s at checkpoint %d", run.ID, checkpoint), fault.NotFound,
			"`rabbithole show "+run.ID+" --checkpoints` lists those there are; name one with --checkpoint N.", errors.New("it has no such checkpoint"))
	}
	if err != nil {
		return forked, err
	}
	if err := f.inherit(ctx, run.ID, forked.ID); err != nil {
		return forked, fmt.Errorf("fork run %s: %w", run.ID, err)
	}
	return forked, nil
}

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

// ForkAttended is Fork by somebody who is there: a run that was started to ask nothing asks, if it is forked before its plan is approved,
// and one that was allowed the web is allowed it for itself. Forked where its plan was approved, it asks for that plan again: to change it is
// what one goes back there for.
func (c *Core) ForkAttended(ctx context.Context, id string, checkpoint int) (graph.Run, error) {
	forked, err := c.Fork(ctx, id, checkpoint)
	if err != nil {
		return forked, err
	}
	if err := c.Send(ctx, forked.ID, graph.Note(research.MessageAttend, nil)); err != nil || forked.Flow != research.Name { // the other flows know it by the same name
		return forked, err
	}
	points, err := c.Checkpoints(ctx, forked.ForkedFrom)
	if err != nil {
		return forked, err
	}
	if slices.ContainsFunc(points, func(p graph.Checkpoint) bool { return p.Seq == checkpoint && p.Node == research.Approved }) {
		return forked, c.Send(ctx, forked.ID, graph.Note(research.MessageReplan, nil))
	}
	return forked, nil
}

// Continue goes on with a run that was written early, by the person's wish or because a limit was reached: the report it wrote stays as it
// is, a new run works on what was left. A run that was not written early is returned as it is.
func (c *Core) Continue(ctx context.Context, id string) (graph.Run, error) {
	run, err := c.Run(ctx, id)
	if err != nil || run.Flow != research.Name {
		return run, err
	}
	s, err := c.State(ctx, run.ID, 0)
	if err != nil || run.Status != graph.Finished || s.Finish == "" {
		return run, err
	}
	forked, err := c.Fork(ctx, run.ID, 0)
	if err != nil {
		return forked, err
	}
	return forked, c.Send(ctx, forked.ID, graph.Note(research.MessageContinue, nil))
}

// citeEvidence records the pages that a run's evidence stands on, so that they stay.
func (c *Core) citeEvidence(ctx context.Context, run string, s research.State) error {
	for _, k := range s.Evidence {
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
