package core

import (
	"context"
	"slices"
	"sync"

	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
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
