package desk

import (
	"context"
	"fmt"
	"sync"
	"time"

	"rabbithole/backend/fault"
)

// alive are the runs that the desk executes or deletes, each until it is at rest. The lock is held while one is begun, or found to be at
// rest, so that who sends a message either reaches the run or begins it again.
type alive struct {
	mu   sync.Mutex
	runs map[string]chan struct{} // closed when the run is at rest

	admitted int // runs that may begin and have not yet
}

// mostRuns is how many runs may be at work at once: with more of them each takes longer than anybody waits, and memory ends.
const mostRuns = 8

// admit lets one more run begin, or says why none may; leave gives the place back once the run has begun or does not.
func (a *alive) admit() (leave func(), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.runs)+a.admitted >= mostRuns {
		return nil, fault.New("begin the run", fault.Locked, "Wait until one of them has ended, or pause one, and try again.",
			fmt.Errorf("%d runs are at work", mostRuns))
	}
	a.admitted++
	return sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.admitted--
	}), nil
}

func (a *alive) has(run string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.runs[run] != nil
}

// claim takes a run for whoever executes or deletes it, unless somebody has it; rest gives it back.
func (a *alive) claim(run string) (done chan struct{}, free bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.runs[run] != nil {
		return nil, false
	}
	if a.runs == nil {
		a.runs = map[string]chan struct{}{}
	}
	a.runs[run] = make(chan struct{})
	return a.runs[run], true
}

// rest says that a claimed run is at rest, if that was not said yet.
func (a *alive) rest(run string, done chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.runs[run] == done {
		close(done)
		delete(a.runs, run)
	}
}

// await waits a while until a run is at rest.
func (a *alive) await(ctx context.Context, run string) {
	a.mu.Lock()
	rest := a.runs[run]
	a.mu.Unlock()
	if rest == nil {
		return
	}
	select {
	case <-rest:
	case <-time.After(restTime):
	case <-ctx.Done():
	}
}
