package core

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
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

// A flow may have a question answered by a run of the flow answer. That sub-run has the ID of the run and of the task that it belongs to, so that
// both are found again after a crash, and it shares its run's fate: it is executed, stopped and deleted with it, and no list names it.

// inquire executes the sub-runs of runs that were started like this.
func (c *Core) inquire(meta runMeta) shared.Inquire {
	return func(ctx context.Context, i shared.Inquiry) (shared.Inquired, error) {
		sub, err := c.subRun(ctx, meta, i)
		if err != nil {
			return shared.Inquired{}, err
		}
		sub, err = c.execute(ctx, sub)
		switch {
		case ctx.Err() != nil: // the run itself is being stopped, whatever that did to its part
			return shared.Inquired{}, context.Cause(ctx)
		case err != nil:
			return shared.Inquired{}, err
		case sub.Status == graph.Waiting:
			return shared.Inquired{}, graph.ErrSuspended
		case sub.Status != graph.Finished:
			return shared.Inquired{}, errStopped
		}
		return c.inquired(ctx, sub.ID)
	}
}

// errStopped ends the task of a sub-run that somebody stopped.
var errStopped = fault.New("have the question answered", fault.Cancelled, "Resume the run.", errors.New("its research was stopped"))

// subRun returns the sub-run of the task that asks, a new one unless it has one.
func (c *Core) subRun(ctx context.Context, meta runMeta, i shared.Inquiry) (graph.Run, error) {
	id := graph.RunID(ctx) + "/" + graph.TaskID(ctx)
	run, err := c.db.Run(ctx, id)
	if !errors.Is(err, graph.ErrNotFound) {
		return run, err
	}
	meta = runMeta{Engine: meta.Engine, Card: meta.Card, Weak: meta.Weak, Ask: &askMeta{Profile: answer.Chat, webMeta: meta.online()}}
	return create(ctx, c, newRun[answer.State]{graph: answering{c}.graph(), begin: graph.Begin{ID: id, Parent: graph.RunID(ctx), Title: i.Question},
		meta: meta,
		state: answer.State{Question: i.Question, Language: i.Language, Profile: answer.Chat, Settings: c.settings.get().Answer,
			Phase: answer.PhasePlanning, Broad: true,
			Scope: i.Scope, Allow: i.Allow}})
}

// inquired reads what a finished sub-run came to.
func (c *Core) inquired(ctx context.Context, id string) (shared.Inquired, error) {
	out := shared.Inquired{Run: id}
	s, err := c.AnswerState(ctx, id)
	if err != nil {
		return out, err
	}
	if out.Report, err = c.db.Report(ctx, id, 0); err != nil {
		return out, err
	}
	out.Evidence, err = c.worthFirst(ctx, s)
	return out, err
}

// worthFirst returns the evidence of an answer: what it was written from, best first, then the rest by its quality. What is lost is left out.
func (c *Core) worthFirst(ctx context.Context, s answer.State) ([]cite.Evidence, error) {
	list := slices.Clone(s.Evidence)
	rank := func(k answer.Kept) int {
		if i := slices.Index(s.Ranked, k.ID); i >= 0 {
			return i
		}
		return len(s.Ranked)
	}
	slices.SortStableFunc(list, func(a, b answer.Kept) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Quality.Total, a.Quality.Total))
	})
	shelf := shelf.New(&c.db.Reader)
	if err := shelf.Stock(ctx, shared.Refs(list)); err != nil {
		return nil, err
	}
	out, err := shared.EvidenceLeft(ctx, shelf, list)
	return slices.DeleteFunc(out, func(e cite.Evidence) bool { return e.Document == "" }), err
}

// subRuns returns the sub-runs of a run.
func (c *Core) subRuns(ctx context.Context, id string) ([]graph.Run, error) {
	return c.db.Runs(ctx, graph.Filter{Parent: &id})
}

// InquiryOf returns the ID of the sub-run that does the research of a run, "" before it begins.
func (c *Core) InquiryOf(ctx context.Context, id string) (string, error) {
	subs, err := c.subRuns(ctx, id)
	if err != nil || len(subs) == 0 {
		return "", err
	}
	return subs[0].ID, nil
}

// Whole returns the run that a sub-run belongs to; any other as it is.
func (c *Core) Whole(ctx context.Context, run graph.Run) (graph.Run, error) {
	if run.Parent == "" {
		return run, nil
	}
	parent, err := c.db.Run(ctx, run.Parent)
	return parent, notFound(err, run.Parent)
}

// addressee returns who is to be told a message to a run, and the run that it belongs to. An answer is for the sub-run that asks; to finish is what
// research can do: whatever comes of it goes on from there.
func (c *Core) addressee(ctx context.Context, id string, m graph.Message) (to, whole string, err error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return id, id, err
	}
	if run.Parent != "" || m.Kind != graph.MessageAnswer && m.Kind != answer.MessageFinish {
		return run.ID, cmp.Or(run.Parent, run.ID), nil
	}
	subs, err := c.subRuns(ctx, run.ID)
	for _, sub := range subs {
		means := sub.Status != graph.Finished
		if m.Kind == graph.MessageAnswer {
			asking, err := c.Questions(ctx, sub.ID)
			if err != nil {
				return "", "", err
			}
			means = len(asking) > 0
		}
		if means {
			return sub.ID, run.ID, nil
		}
	}
	return run.ID, run.ID, err
}
