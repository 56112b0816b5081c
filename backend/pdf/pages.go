package pdf

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
)

// Pages are read in runs of chunkPages by one process, joined by those nobody else needs in documents of manyPages and more; the
// runs are yielded in order. A process works at most ahead runs beyond what was yielded.
const (
	chunkPages = 16 // many, as a process idles between two runs
	tailRuns   = 8  // runs that what is left makes at least: the last must not keep one process busy while the others have nothing left
	manyPages  = 32
	ahead      = 6
)

// Pages yields the pages from number from to the last.
func (f *file) Pages(ctx context.Context, from int, yield func(source.Page) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &reading{f: f, limit: f.x.o.fileTime(f.meta.Pages)}
	first, err := f.lease(ctx, docKey{id: f.id})
	if err != nil {
		return err
	}
	helpers := 0
	if from = max(from, 1); f.meta.Pages-from+1 >= manyPages && !f.open.Text {
		helpers = f.x.o.Workers - 1
	}
	return r.run(ctx, cancel, first, helpers, from, yield)
}

// manyBytes is the size of a file from which a second process is started while the first opens it: it will have many pages.
const manyBytes = 256 << 10

// chunk is a run of pages; pages has room for all of them and is closed after the last.
type chunk struct {
	from, to int
	pages    chan source.Page
}

// reading is one call of Pages.
type reading struct {
	f     *file
	spent atomic.Int64 // time waited for processes, in nanoseconds
	limit time.Duration
}

// run feeds chunks to one goroutine per process and yields their pages in order. The goroutines end before it returns.
func (r *reading) run(ctx context.Context, cancel func(), first *lease, helpers, from int, yield func(source.Page) error) (err error) {
	last, window := r.f.meta.Pages, ahead*(1+helpers)
	todo := make(chan *chunk, window) // never full: no more than window chunks are pending
	waiting, stopWaiting := context.WithCancel(ctx)
	var readers sync.WaitGroup
	readers.Go(func() { r.read(ctx, first, todo) })
	for range helpers {
		readers.Go(func() { r.help(ctx, waiting, todo) })
	}
	defer func() {
		close(todo)
		stopWaiting()
		if err != nil {
			cancel() // not otherwise: a process cut off before its last reply would have to be killed
		}
		readers.Wait()
	}()

	var pending []*chunk
	for next := from; ; {
		for next <= last && len(pending) < window {
			c := newChunk(next, last)
			todo <- c
			pending, next = append(pending, c), c.to+1
		}
		if len(pending) == 0 {
			return nil
		}
		if err := pending[0].drain(ctx, yield); err != nil {
			return err
		}
		pending = pending[1:]
	}
}

func newChunk(from, last int) *chunk {
	size := min(chunkPages, (last-from)/tailRuns+1)
	to := from + size - 1
	return &chunk{from: from, to: to, pages: make(chan source.Page, to-from+1)}
}

// drain yields the chunk's pages as they come.
func (c *chunk) drain(ctx context.Context, yield func(source.Page) error) error {
	for range c.to - c.from + 1 {
		select {
		case p := <-c.pages:
			if err := yield(p); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// read reads chunks with the process that belongs to this call; where it cannot open the document, it marks their pages as failed.
func (r *reading) read(ctx context.Context, l *lease, todo <-chan *chunk) {
	defer l.end()
	for c := range todo {
		if ctx.Err() != nil {
			l.drop()
			return
		}
		r.fill(ctx, l, c)
	}
}

// help reads chunks with further processes while nobody else needs them, one at a time. A process that cannot open the document
// leaves the chunks to the others.
func (r *reading) help(ctx, waiting context.Context, todo <-chan *chunk) {
	for {
		l := r.f.spare(waiting, docKey{id: r.f.id})
		if l == nil {
			return
		}
		again := l.ensure(ctx) == nil && r.readWhileSpare(ctx, l, todo)
		l.end()
		if !again {
			return
		}
	}
}

// readWhileSpare reads chunks until there are none left (false) or somebody waits for the process (true).
func (r *reading) readWhileSpare(ctx context.Context, l *lease, todo <-chan *chunk) bool {
	for c := range todo {
		if ctx.Err() != nil {
			l.drop()
			return false
		}
		r.fill(ctx, l, c)
		if r.f.x.pool.wanted() {
			return true
		}
	}
	return false
}

// fill reads the pages of c: page by page it gets them, or gives up on them. A process that is found dead is no page's fault.
func (r *reading) fill(ctx context.Context, l *lease, c *chunk) {
	for next := c.from; next <= c.to && ctx.Err() == nil; {
		idle := l.idle
		var err error
		if next, err = r.stream(ctx, l, c, next); errors.Is(err, errDied) && idle {
			continue
		}
		if next <= c.to && ctx.Err() == nil {
			c.pages <- failedPage(next, r.f.meta, reasonFor(err))
			next++
		}
	}
}

// stream reads pages of c from number next on and returns the number of the first it did not get, and why.
func (r *reading) stream(ctx context.Context, l *lease, c *chunk, next int) (int, error) {
	if r.left() <= 0 {
		return next, errSpent
	}
	if err := l.ensure(ctx); err != nil {
		return next, err
	}
	l.idle = false
	if err := l.proc.send(worker.Request{Op: worker.OpPages, From: next, To: c.to}); err != nil {
		l.drop()
		return next, err
	}
	for {
		began := time.Now()
		reply, err := l.proc.receive(ctx, min(r.f.x.o.PageTime, r.left()))
		r.spent.Add(int64(time.Since(began)))
		if err != nil || (reply.Page == nil && !reply.Done) {
			l.drop()
			return next, err
		}
		if reply.Done {
			return next, nil
		}
		if reply.Page.Has(source.PageFailed) {
			*reply.Page = failedPage(next, r.f.meta, reply.Page.Reason)
		}
		c.pages <- *reply.Page
		next++
	}
}

// left returns how long the file's processes may yet be waited for.
func (r *reading) left() time.Duration { return r.limit - time.Duration(r.spent.Load()) }

func failedPage(n int, meta source.Meta, reason string) source.Page {
	p := source.Page{Number: n, Label: strconv.Itoa(n), Flags: []source.PageFlag{source.PageFailed}, Reason: reason}
	if n <= len(meta.Labels) {
		p.Label = meta.Labels[n-1]
	}
	return p
}

// outOfTime is why pages are missing that were not tried any more.
const outOfTime = "the time for the whole file was spent before it"

// reasonFor says in plain words why a process did not deliver a page.
func reasonFor(err error) string {
	var bad *worker.Failure
	switch {
	case errors.Is(err, errOverdue):
		return "it took too long"
	case errors.Is(err, errSpent):
		return outOfTime
	case errors.Is(err, errDied):
		return "it was too much for the reader, in memory or otherwise"
	case errors.As(err, &bad):
		return bad.Reason
	case err != nil:
		return err.Error()
	}
	return "the reader skipped it"
}
