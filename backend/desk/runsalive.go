package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// start stores a new run, unless too many are at work, and begins it.
func start[W any](d *Desk, store func(*core.Core, context.Context, W) (graph.Run, error), wish W) (Run, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Run, error) {
		leave, err := d.alive.admit()
		if err != nil {
			return Run{}, err
		}
		defer leave()
		run, err := store(c, ctx, wish)
		if err != nil {
			return Run{}, err
		}
		return d.begun(c, ctx, run.ID)
	})
}

// begun begins to execute a run and returns it as a list shows it.
func (d *Desk) begun(c *core.Core, ctx context.Context, id string) (Run, error) {
	d.execute(c, id)
	return d.run(c, ctx, id)
}

// execute executes a run in the background unless it is being executed.
func (d *Desk) execute(c *core.Core, id string) {
	done, free := d.alive.claim(id)
	if !free {
		return
	}
	d.say(EventRuns, nil)
	d.behind(func(ctx context.Context) {
		defer d.say(EventRuns, nil)
		defer d.alive.rest(id, done) // when it stumbled
		for {
			run, err := c.Resume(ctx, id)
			if d.atRest(ctx, c, id, run, err) {
				d.complain(run, err)
				return
			}
		}
	})
}

// atRest reports whether a run that came to an end stays there: a message that came while it ended lets it go on, unless it could not.
func (d *Desk) atRest(ctx context.Context, c *core.Core, id string, run graph.Run, problem error) bool {
	d.alive.mu.Lock()
	defer d.alive.mu.Unlock()
	if run.Status == graph.Waiting && problem == nil && ctx.Err() == nil {
		if unread, err := c.Unread(ctx, id); err == nil && unread {
			return false
		}
	}
	close(d.alive.runs[id])
	delete(d.alive.runs, id)
	return true
}

// complain says what went wrong with a run whose status does not say it: its report could not be written into a file.
func (d *Desk) complain(run graph.Run, err error) {
	if err == nil || run.Status != graph.Finished {
		return
	}
	f := FaultOf(err)
	d.say(EventTask, Task{Name: "report", Text: run.Title, Finished: true, Problem: &f, Path: run.ID})
}

// errFinished is why a finished run takes no wishes.
var errFinished = errors.New("the run is finished")

// message tells a run something and lets it go on if it is not being executed. A run that was stopped, or stopped by itself, reads what
// steers it when it is resumed. What follows from it is told right behind.
func (d *Desk) message(id string, m graph.Message, follows ...graph.Message) error {
	return tell(d, func(c *core.Core, ctx context.Context) error {
		run, err := c.Run(ctx, id)
		if err != nil {
			return err
		}
		return d.handTo(c, ctx, run, m, follows)
	})
}

// handTo tells a run something, given as it was read a moment ago: it may have begun, stopped or come to rest since.
func (d *Desk) handTo(c *core.Core, ctx context.Context, run graph.Run, m graph.Message, follows []graph.Message) error {
	if run.Status == graph.Finished {
		return fault.New(m.Kind+" in run "+run.ID, fault.Usage, c.Hints(run).After, errFinished)
	}
	if run.Flow == related.Name {
		return tellRelated(c, ctx, run, m, follows)
	}
	whole, err := c.Whole(ctx, run)
	if err != nil {
		return err
	}
	steers := m.Kind != graph.MessageAnswer && m.Kind != research.MessageFinish
	if !d.alive.has(whole.ID) && !(steers && stopped(run)) {
		leave, err := d.alive.admit() // before it is told: what cannot go on is to be told again
		if err != nil {
			return err
		}
		defer leave()
	}
	if err := sendAll(c, ctx, run.ID, m, follows); err != nil || d.alive.has(whole.ID) { // what is being executed reads it
		return err
	}
	if run, err = c.Run(ctx, run.ID); err != nil || steers && stopped(run) {
		return err
	}
	d.execute(c, whole.ID)
	return nil
}

func sendAll(c *core.Core, ctx context.Context, id string, m graph.Message, follows []graph.Message) error {
	err := c.Send(ctx, id, m)
	for _, m := range follows {
		if err == nil {
			err = c.Send(ctx, id, m)
		}
	}
	return err
}

// stopped reports whether a run that nobody executes waits to be resumed: it was paused or cancelled, failed, or was broken off.
func stopped(run graph.Run) bool {
	switch run.Status {
	case graph.Paused, graph.Cancelled, graph.Failed, graph.Running:
		return true
	}
	return false
}

// restTime is how long a bound method waits for a run to come to rest.
const restTime = 3 * time.Second

// stop pauses or cancels a run and returns when it is at rest.
func (d *Desk) stop(id string, status graph.Status) error {
	return tell(d, func(c *core.Core, ctx context.Context) error {
		run, err := c.Run(ctx, id)
		if err != nil {
			return err
		}
		if run, err = c.Whole(ctx, run); err != nil {
			return err
		}
		defer d.say(EventRuns, nil)
		return d.halt(c, ctx, run.ID, status)
	})
}

func (d *Desk) halt(c *core.Core, ctx context.Context, id string, status graph.Status) error {
	d.alive.mu.Lock()
	rest := d.alive.runs[id]
	d.alive.mu.Unlock()
	if rest == nil {
		return c.Stop(ctx, id, status)
	}
	deadline := time.After(restTime)
	for {
		if c.Live(id) {
			if err := c.Stop(ctx, id, status); err != nil {
				return err
			}
		}
		select {
		case <-rest:
			// One that was stopped before it had begun to work may not have noted why.
			if run, err := c.Run(ctx, id); err != nil || run.Status != graph.Queued && run.Status != graph.Running {
				return err
			}
			return c.Stop(ctx, id, status)
		case <-deadline:
			return fmt.Errorf("stop run %s: it does not come to rest", id)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond): // it is about to begin, or to begin again
		}
	}
}

// resume goes on with a run; one that was written early goes on as a new one.
func (d *Desk) resume(c *core.Core, ctx context.Context, id string) (Run, error) {
	leave, err := d.alive.admit()
	if err != nil {
		return Run{}, err
	}
	defer leave()
	run, err := c.Continue(ctx, id)
	if err != nil {
		return Run{}, err
	}
	if run, err = c.Whole(ctx, run); err != nil {
		return Run{}, err
	}
	if run.Status == graph.Finished {
		return d.run(c, ctx, run.ID)
	}
	return d.begun(c, ctx, run.ID)
}

// delete deletes a run for good.
func (d *Desk) delete(c *core.Core, ctx context.Context, id string) error {
	run, err := c.Run(ctx, id)
	if err != nil {
		return err
	}
	if run.Status == graph.Finished { // its report is being written into a file still, that is all
		d.alive.await(ctx, run.ID)
	}
	done, free := d.alive.claim(run.ID) // nobody begins it meanwhile
	if !free {
		return core.RunIsLive(run.ID)
	}
	defer d.alive.rest(run.ID, done)
	if err := c.DeleteRun(ctx, run.ID); err != nil {
		return err
	}
	d.say(EventRuns, nil)
	return nil
}

// deleteAll deletes runs that belong together, or, when one of them is being executed, none.
func (d *Desk) deleteAll(c *core.Core, ctx context.Context, runs []graph.Run) error {
	for _, run := range runs {
		if run.Status != graph.Finished && d.alive.has(run.ID) {
			return core.RunIsLive(run.ID)
		}
	}
	for _, run := range runs {
		if err := d.delete(c, ctx, run.ID); err != nil {
			return err
		}
	}
	return nil
}

// runs lists the runs.
func (d *Desk) runs(c *core.Core, ctx context.Context) ([]Run, error) {
	list, err := c.Glances(ctx)
	out := make([]Run, 0, len(list))
	for _, g := range list {
		out = append(out, d.row(g))
	}
	return out, err
}

func (d *Desk) run(c *core.Core, ctx context.Context, id string) (Run, error) {
	g, err := c.Glance(ctx, id)
	return d.row(g), err
}

func (d *Desk) row(g core.Glance) Run {
	return Run{Run: g.Run, Live: g.Live || d.alive.has(g.ID), Phase: g.Phase, Score: g.Score, Claims: g.Claims, Verdict: g.Verdict,
		Engine: string(g.Engine), Model: g.Model, Test: g.Tested}
}
