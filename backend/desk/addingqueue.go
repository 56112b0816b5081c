package desk

import (
	"context"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
)

const (
	// keptResults is how many results of a round are kept: the latest, and what all of them came to is in the library's table.
	keptResults = 200
	// addPace is how often it is told how far adding has come.
	addPace = 150 * time.Millisecond
	// changePace is how often it is told that there are new documents: whoever hears it reads the whole table again.
	changePace = 700 * time.Millisecond
)

// queue is what is to be added, one call after the other. One goroutine works it off while there is something in it.
type queue struct {
	mu     sync.Mutex
	calls  []addCall
	now    Adding
	told   map[string]bool // paths whose result came with the progress of the call at work
	cancel context.CancelFunc

	news      bool // since it was last told how far adding has come
	documents bool // there are documents that were not told of
}

// addCall is one call: paths to add, a document to read again, or neither to go on with what is unfinished.
type addCall struct {
	paths []string
	again string // hash
	wish  AddWish
}

// enqueue puts a call behind those that wait and sees to it that somebody works them off.
func (d *Desk) enqueue(c *core.Core, call addCall) {
	q := &d.adding
	q.mu.Lock()
	q.calls = append(q.calls, call)
	q.now.Waiting = len(q.calls)
	idle := !q.now.Busy
	if idle {
		q.now = Adding{Busy: true, Waiting: len(q.calls)}
	}
	q.news = true
	q.mu.Unlock()
	if idle {
		d.behind(func(ctx context.Context) { d.workOff(ctx, c) })
	}
}

// workOff makes the calls one after the other until none waits.
func (d *Desk) workOff(ctx context.Context, c *core.Core) {
	over := make(chan struct{})
	told := make(chan struct{})
	go func() {
		defer close(told)
		d.tellAdding(over)
	}()
	defer func() { close(over); <-told }()
	for {
		call, callCtx, ok := d.adding.next(ctx)
		if !ok {
			return
		}
		d.adding.ended(d.perform(callCtx, c, call))
	}
}

// perform makes a call. One that panics is one that failed: those behind it are made all the same.
func (d *Desk) perform(ctx context.Context, c *core.Core, call addCall) (results []ingest.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = stumble(p)
		}
	}()
	opt := core.AddOptions{Password: call.wish.Password, Light: call.wish.Light, Collection: call.wish.Collection, Progress: d.adding.progress}
	switch {
	case call.again != "":
		return c.Retry(ctx, call.again, opt)
	case len(call.paths) == 0:
		return c.ResumeAdding(ctx, opt)
	}
	return c.Add(ctx, call.paths, opt)
}

// next takes the first call that waits; without one, adding has come to its end.
func (q *queue) next(ctx context.Context) (addCall, context.Context, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.news = true
	if len(q.calls) == 0 || ctx.Err() != nil {
		q.calls, q.cancel = nil, nil
		q.now.Busy, q.now.Waiting = false, 0
		return addCall{}, nil, false
	}
	call := q.calls[0]
	q.calls = q.calls[1:]
	q.now.Waiting, q.now.Progress, q.told = len(q.calls), ingest.Progress{}, map[string]bool{}
	ctx, q.cancel = context.WithCancel(ctx)
	return call, ctx, true
}

// progress notes a step of the call at work.
func (q *queue) progress(p ingest.Progress) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p.Result != nil {
		q.result(*p.Result)
	}
	p.Result = nil // it stands among the results
	q.now.Progress, q.news = p, true
}

// ended notes how a call ended. Results that came with no progress are those of paths that cannot be added at all; of the others the
// reason may be another now: pages were recognised, or their embeddings could not be made.
func (q *queue) ended(results []ingest.Result, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.cancel()
	for _, r := range results {
		if !q.told[r.Path] {
			q.result(r)
		} else if i := slices.IndexFunc(q.now.Results, func(old ingest.Result) bool { return old.Path == r.Path }); i >= 0 {
			q.now.Results[i] = r
		}
	}
	if err != nil {
		f := FaultOf(err)
		q.now.Problem = &f
	}
	q.news, q.documents = true, true
}

// result keeps a file's result.
func (q *queue) result(r ingest.Result) {
	q.told[r.Path] = true
	if r.Status == ingest.NotAdded {
		q.now.Failed++
	}
	q.documents = true
	q.now.Results = append(q.now.Results, r)
	if over := len(q.now.Results) - keptResults; over > 0 {
		q.now.Results = slices.Delete(q.now.Results, 0, over)
	}
}

// tellAdding tells how far adding has come until it is over.
func (d *Desk) tellAdding(over <-chan struct{}) {
	tick := time.NewTicker(addPace)
	defer tick.Stop()
	var changed time.Time // when it was last told that there are documents
	for going := true; going; {
		select {
		case <-tick.C:
		case <-over:
			going = false
		}
		now, news, documents := d.adding.takeNews(!going || time.Since(changed) >= changePace)
		if documents {
			changed = time.Now()
			d.say(EventChanged, nil)
		}
		if news {
			d.say(EventAdding, now)
		}
	}
}

// takeNews returns how far adding has come, and what of it was not told yet.
func (q *queue) takeNews(withDocuments bool) (now Adding, news, documents bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	news, q.news = q.news, false
	if withDocuments {
		documents, q.documents = q.documents, false
	}
	return q.copy(), news, documents
}

func (q *queue) copy() Adding {
	now := q.now
	now.Results = append([]ingest.Result{}, q.now.Results...)
	return now
}

// addingNow returns how far adding has come.
func (d *Desk) addingNow() Adding {
	d.adding.mu.Lock()
	defer d.adding.mu.Unlock()
	return d.adding.copy()
}

// stopAdding ends the call at work and drops those that wait.
func (d *Desk) stopAdding() {
	q := &d.adding
	q.mu.Lock()
	defer q.mu.Unlock()
	q.calls, q.now.Waiting, q.news = nil, 0, true
	if q.cancel != nil {
		q.cancel()
	}
}
