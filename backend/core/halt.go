package core

import (
	"context"
	"errors"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

// haltTime is how long Stop waits for a run to come to rest; a node that is deaf is left behind sooner.
const haltTime = 2 * time.Second

// Stop pauses or cancels a run at once: what it was at begins again when it is resumed, answers of models come from the journal then. It
// returns when the run is at rest. A finished run stays as it is. A sub-run is stopped with the run that it belongs to.
func (c *Core) Stop(ctx context.Context, id string, status graph.Status) error {
	run, err := c.Run(ctx, id)
	if err != nil {
		return err
	}
	if run, err = c.Whole(ctx, run); err != nil {
		return err
	}
	c.mu.Lock()
	l := c.live[run.ID]
	if l != nil {
		l.wish = status
		cause := context.Canceled
		if status == graph.Paused {
			cause = graph.ErrShutdown
		}
		l.cancel(cause)
	}
	c.mu.Unlock()
	if l != nil {
		select {
		case <-l.done:
		case <-time.After(haltTime):
		case <-ctx.Done():
		}
		return nil
	}
	if run, err = c.Run(ctx, run.ID); err != nil { // it may have come to rest meanwhile
		return err
	}
	subs, err := c.subRuns(ctx, run.ID)
	for _, run := range append(subs, run) {
		if err != nil || run.Status == graph.Finished || run.Status == status {
			continue
		}
		run.Status, run.Error, run.Hint = status, "", ""
		_, err = c.record(ctx, run)
	}
	return err
}

// Live reports whether this process executes the run.
func (c *Core) Live(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.live[id] != nil
}

// Unread reports whether messages to a run wait to be read.
func (c *Core) Unread(ctx context.Context, id string) (bool, error) {
	inbox, err := c.db.Inbox(ctx, id)
	return len(inbox) > 0, err
}

// Inbox returns the messages to a run that it has not read yet, oldest first.
func (c *Core) Inbox(ctx context.Context, id string) ([]graph.Message, error) {
	return c.db.Inbox(ctx, id)
}

// halted is Resume's answer when the run could not even begin: it was stopped before, or failed for want of what it works with.
func (c *Core) halted(ctx context.Context, l *liveRun, run graph.Run, cause error) (graph.Run, error) {
	whole := context.WithoutCancel(ctx)
	c.mu.Lock()
	wish := l.wish
	c.mu.Unlock()
	switch {
	case ctx.Err() == nil:
		run.Status, run.Error, run.Hint = graph.Failed, cause.Error(), fault.Hint(cause)
	case wish != "":
		run.Status, run.Error, run.Hint = wish, "", ""
		cause = nil
	default:
		return run, cause
	}
	run, err := c.record(whole, run)
	return run, errors.Join(cause, err)
}

// record stores a status that no runner gave the run, with its event.
func (c *Core) record(ctx context.Context, run graph.Run) (graph.Run, error) {
	kinds := map[graph.Status]event.Kind{graph.Paused: graph.RunPaused, graph.Cancelled: graph.RunCancelled, graph.Failed: graph.RunFailed}
	run.Updated = c.config.Now()
	e := event.New(kinds[run.Status], graph.RunEvent{Flow: run.Flow, Title: run.Title, Status: run.Status, Error: run.Error, Hint: run.Hint})
	e.Run, e.At = run.ID, run.Updated
	written, err := c.db.Commit(ctx, graph.Commit{Run: run, Events: []event.Event{e}})
	for _, e := range written {
		c.Events.Publish(e)
	}
	return run, err
}
