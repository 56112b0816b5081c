package core

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// relatedJobs does what is to be found beside documents, in the background: one after the other, so that opening ten documents does not keep the
// machine from what a person waits for. The zero value works.
type relatedJobs struct {
	rows  sync.Mutex // rows and the runs that they name change together
	limit relatedLimit

	mu      sync.Mutex
	queue   []string                      // runs, the next one first
	now     string                        // the run that is executed
	doing   map[string]related.StatusData // of runs that are executed or wait for a person
	working bool
	closed  bool
	cancel  context.CancelCauseFunc
	done    sync.WaitGroup
}

// at returns what a run does.
func (j *relatedJobs) at(run string) related.StatusData {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.doing[run]
}

func (j *relatedJobs) set(run string, at related.StatusData) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.doing == nil {
		j.doing = map[string]related.StatusData{}
	}
	j.doing[run] = at
}

func (j *relatedJobs) forget(run string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.doing, run)
}

// next takes the next run; "" when there is none, and the worker ends.
func (j *relatedJobs) next() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.now = ""; j.closed || len(j.queue) == 0 {
		j.working = false
		return ""
	}
	j.now, j.queue = j.queue[0], j.queue[1:]
	return j.now
}

// close ends the work, which goes on the next time, and waits for it.
func (j *relatedJobs) close() {
	j.mu.Lock()
	j.closed = true
	if j.cancel != nil {
		j.cancel(graph.ErrShutdown)
	}
	j.mu.Unlock()
	j.done.Wait()
}

// enqueue lets a run be executed after those that wait already.
func (c *Core) enqueue(run string) {
	j := &c.beside
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed || slices.Contains(j.queue, run) {
		return
	}
	j.queue = append(j.queue, run)
	if j.working {
		return
	}
	j.working = true
	ctx, cancel := context.WithCancelCause(context.Background())
	j.cancel = cancel
	j.done.Add(1)
	go func() {
		defer j.done.Done()
		defer cancel(nil)
		for id := j.next(); id != ""; id = j.next() {
			c.doRelated(ctx, id)
		}
	}()
}

// doRelated executes a run and writes down how it ended.
func (c *Core) doRelated(ctx context.Context, id string) {
	if !c.beginRelated(ctx, id) {
		return
	}
	heard := c.Events.Subscribe(256)
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		c.followRelated(heard, id)
	}()
	run, err := c.Resume(ctx, id)
	heard.Close()
	<-followed
	if ctx.Err() != nil { // the program is about to end: it goes on the next time
		return
	}
	if err := c.relatedAtRest(ctx, id, run, err); err != nil {
		c.Events.Publish(event.New(EventRelated, RelatedChanged{Type: relatedUpdated, Status: related.StatusFailed, Message: err.Error(), Updated: c.config.Now()}))
	}
}

// beginRelated notes that a run is being executed; false when nobody wants it any more.
func (c *Core) beginRelated(ctx context.Context, id string) bool {
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	row, named, err := c.db.RelatedOfRun(ctx, id)
	if err != nil || !named || row.Job != id || row.Status != store.RelatedQueued && row.Status != store.RelatedRunning {
		return false
	}
	row.Status, row.Updated = store.RelatedRunning, c.config.Now()
	return c.putRelated(ctx, row) == nil
}

// followRelated tells what a run does while it is executed.
func (c *Core) followRelated(heard *event.Subscription, id string) {
	for e := range heard.C {
		var at related.StatusData
		if e.Run != id || e.Kind != related.EventStatus || json.Unmarshal(e.Data, &at) != nil || at.Status != related.StatusRunning {
			continue
		}
		c.beside.set(id, at)
		if row, named, err := c.db.RelatedOfRun(context.Background(), id); err == nil && named && row.Status == store.RelatedRunning {
			c.tellRelated(context.Background(), row)
		}
	}
}

// relatedAtRest writes down how a run ended that finished does not know of: it failed, was cancelled, or waits for a person.
func (c *Core) relatedAtRest(ctx context.Context, id string, run graph.Run, problem error) error {
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	row, named, err := c.db.RelatedOfRun(ctx, id)
	if err != nil {
		return err
	}
	if !named || row.Job != id {
		c.beside.forget(id)
		if named {
			return nil
		}
		return c.leaveJob(ctx, id) // another search took its place
	}
	if problem == nil && run.Status == graph.Waiting {
		if unread, err := c.Unread(ctx, id); err == nil && unread { // the answer came while it went to rest
			c.enqueue(id)
			return nil
		}
		at := c.beside.at(id)
		at.Status, at.Doing = related.StatusRunning, related.DoingWaiting
		c.beside.set(id, at)
		c.tellRelated(ctx, row)
		return nil
	}
	c.beside.forget(id)
	if problem == nil && run.Status == graph.Cancelled {
		return firstError(c.relatedCancelled(ctx, &row), c.DeleteRun(ctx, id))
	}
	return c.relatedFailed(ctx, row, c.whyRelated(ctx, run, problem))
}

// relatedCancelled puts a row back to what was found before.
func (c *Core) relatedCancelled(ctx context.Context, row *store.Related) error {
	row.Status, row.Job, row.Error, row.Updated = store.RelatedNone, "", "", c.config.Now()
	if row.Run != "" {
		row.Status = store.RelatedReady
	}
	return c.putRelated(ctx, *row)
}

// relatedFailed notes why a search failed. What was found before stays, and the run, for whoever looks for the cause, until the next one begins.
func (c *Core) relatedFailed(ctx context.Context, row store.Related, why string) error {
	row.Status, row.Error, row.Updated = store.RelatedFailed, why, c.config.Now()
	return c.putRelated(ctx, row)
}

// whyRelated says to a person why a run failed.
func (c *Core) whyRelated(ctx context.Context, run graph.Run, problem error) string {
	why, hint := run.Error, run.Hint
	if why == "" && problem != nil {
		why, hint = problem.Error(), fault.Hint(problem)
	}
	if why == "" {
		s, _ := c.RelatedState(ctx, run.ID)
		return brokenOff(s.Language)
	}
	if hint != "" {
		why += ". " + hint
	}
	return why
}

// brokenOff says that a search was interrupted and cannot go on.
func brokenOff(language string) string {
	if language == "de" {
		return "Die Suche wurde unterbrochen. Starten Sie sie erneut."
	}
	return "The search was interrupted. Start it again."
}

// putRelated stores a row and tells of it.
func (c *Core) putRelated(ctx context.Context, row store.Related) error {
	if err := c.db.PutRelated(ctx, row); err != nil {
		return err
	}
	c.tellRelated(ctx, row)
	return nil
}

// relatedUpdated is the type of the event under the specification's name.
const relatedUpdated = "research.updated"

func (c *Core) tellRelated(ctx context.Context, row store.Related) {
	told := RelatedChanged{Type: relatedUpdated, Article: row.Article, Status: related.Status(row.Status), Updated: row.Updated}
	if a, err := c.db.DocumentNumbered(ctx, row.Article); err == nil {
		told.Document = a.Hash
	}
	run := row.Run
	if row.Job != "" {
		run = row.Job
	}
	if row.Status == store.RelatedRunning {
		at := c.beside.at(row.Job)
		told.Doing, told.Message = at.Doing, at.Message
	}
	e := event.New(EventRelated, told)
	e.Run, e.At = run, c.config.Now()
	c.Events.Publish(e)
}
