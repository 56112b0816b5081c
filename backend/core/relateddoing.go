package core

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// doRelated executes a run and writes down how it ended.
func (c *Core) doRelated(ctx context.Context, id string) {
	row, ok, err := c.beginRelated(ctx, id)
	if err != nil {
		c.relatedStuck(ctx, id, err)
	}
	if !ok || err != nil {
		return
	}
	heard := c.Events.Subscribe(256)
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		c.followRelated(ctx, heard, row)
	}()
	run, err := c.Resume(ctx, id)
	heard.Close()
	<-followed
	if err == nil && run.Status == graph.Finished { // it may have reached its end before, when nothing could be written down
		err = c.writeDown(ctx, id)
	}
	if ctx.Err() != nil { // the program is about to end: it goes on the next time
		return
	}
	if err := c.relatedAtRest(ctx, id, run, err); err != nil {
		c.relatedStuck(ctx, id, err)
	}
}

// relatedStuck tells that a search is at rest and that this could not be written down: the disk is full, most of all. Its row says
// otherwise; whoever asks for the search, or starts the program, the next time lets it go on.
func (c *Core) relatedStuck(ctx context.Context, id string, problem error) {
	if ctx.Err() != nil {
		return
	}
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	c.beside.rested()
	row, _, _ := c.db.RelatedOfRun(ctx, id)
	c.beside.set(id, related.StatusData{Status: related.StatusFailed, Message: whyRelated(c.languageBeside(ctx, row), graph.Run{}, problem)})
	c.tellRelated(ctx, row)
}

// beginRelated notes that a run is being executed; false when nobody wants it any more.
func (c *Core) beginRelated(ctx context.Context, id string) (store.Related, bool, error) {
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	c.beside.forget(id)
	row, named, err := c.db.RelatedOfRun(ctx, id)
	if err != nil || !named || row.Job != id || row.Status != store.RelatedQueued && row.Status != store.RelatedRunning {
		return row, false, err
	}
	row.Status, row.Updated = store.RelatedRunning, c.config.Now()
	return row, true, c.putRelated(ctx, row)
}

// followRelated tells what a run does, all of it before its end is told.
func (c *Core) followRelated(ctx context.Context, heard *event.Subscription, row store.Related) {
	for e := range heard.C {
		var at related.StatusData
		if e.Run != row.Job || e.Kind != related.EventStatus || json.Unmarshal(e.Data, &at) != nil || at.Status != related.StatusRunning {
			continue
		}
		c.beside.set(row.Job, at)
		row.Updated = e.At
		c.tellRelated(ctx, row)
	}
}

// relatedAtRest tells how a run ended, and writes down what finished does not know of: it failed, was cancelled, or waits for a person.
func (c *Core) relatedAtRest(ctx context.Context, id string, run graph.Run, problem error) error {
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	c.beside.rested() // whoever hears of its end finds it so
	row, named, err := c.db.RelatedOfRun(ctx, id)
	if err != nil {
		return err
	}
	if !named || row.Job != id {
		c.beside.forget(id)
		if !named {
			return c.leaveJob(ctx, id) // another search took its place
		}
		c.tellRelated(ctx, row)
		return nil
	}
	if row.Status == store.RelatedFailed { // it came to its end, and could not be used
		c.beside.forget(id)
		c.tellRelated(ctx, row)
		return nil
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
		return cmp.Or(c.relatedCancelled(ctx, &row), c.DeleteRun(ctx, id))
	}
	return c.relatedFailed(ctx, row, whyRelated(c.languageBeside(ctx, row), run, problem))
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
	return c.putRelated(ctx, failedRow(row, why, c.config.Now()))
}

func failedRow(row store.Related, why string, at time.Time) store.Related {
	row.Status, row.Error, row.Updated = store.RelatedFailed, why, at
	return row
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
	at := c.beside.at(row.Job)
	if c.beside.stuck(row.Job) {
		told.Status = at.Status
	}
	if row.Status == store.RelatedRunning || told.Status == related.StatusFailed {
		told.Doing, told.Message = at.Doing, at.Message
	}
	if row.Status == store.RelatedQueued || row.Status == store.RelatedRunning {
		if r, err := c.db.Run(ctx, row.Job); err == nil {
			web, _ := WebOf(r)
			told.Web = web != WebOff
		}
	}
	e := event.New(EventRelated, told)
	e.Run, e.At = run, c.config.Now()
	c.Events.Publish(e)
}

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

// stuck reports whether a run is at rest, and that this could not be written down.
func (j *relatedJobs) stuck(run string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.doing[run].Status == related.StatusFailed && j.now != run && !slices.Contains(j.queue, run)
}

// rested notes that no run is executed any more.
func (j *relatedJobs) rested() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.now = ""
}

// busy reports whether a run is executed, or waits for its turn.
func (j *relatedJobs) busy(run string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return run != "" && (j.now == run || slices.Contains(j.queue, run))
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

// yield lets a search beside a document wait as long as a run that a person began works with the same model. Without a model nothing is to be shared.
func (c *Core) yield(meta runMeta) func(ctx context.Context, waiting func()) error {
	if meta.Engine != settings.Ollama {
		return nil
	}
	return func(ctx context.Context, waiting func()) error {
		told := false
		for {
			rested := c.wanted(meta.Card.Digest)
			if rested == nil {
				return nil
			}
			if !told && waiting != nil {
				waiting()
			}
			told = true
			select {
			case <-rested:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
}

// wanted returns what is closed when a run comes to rest that a person began and that works with the model; nil when there is none.
func (c *Core) wanted(digest string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.live {
		if l.flow != related.Name && l.digest == digest {
			return l.done
		}
	}
	return nil
}
