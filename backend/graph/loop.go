package graph

import (
	"context"
	"encoding/json"
	"errors"

	"rabbithole/backend/event"
)

// loop executes one run. The law: the goroutine that called drive owns every field of the loop and is the only one to write
// the run to the store. Workers get copies and report on done; the loop receives one outcome for every worker it launched
// before it returns, so none outlives it (but for the call of a node that is deaf, see worker.work).
type loop[S any] struct {
	r     *Runner[S]
	run   Run
	seq   int // of the last checkpoint
	state json.RawMessage
	pos   position

	running map[int]context.CancelFunc // by task number
	dropped map[int]bool               // running tasks whose outcome does not matter any more
	woken   map[int]bool               // running tasks that must look again if they suspend now
	done    chan outcome
	wake    chan struct{}

	stop    Status // paused or cancelled: what a message or the context asked for
	failed  error
	changed bool // since the last checkpoint
	node    pending
	events  []event.Event
	handled []int64
}

func newLoop[S any](r *Runner[S], run Run, c Checkpoint, wake chan struct{}) (*loop[S], error) {
	state, err := r.graph.current(c)
	if err != nil {
		return nil, err
	}
	p, err := readPosition(&r.graph.layout, c)
	if err != nil {
		return nil, err
	}
	p.wake()
	return &loop[S]{
		r: r, run: run, seq: c.Seq, state: state, pos: p, wake: wake,
		running: map[int]context.CancelFunc{}, dropped: map[int]bool{}, woken: map[int]bool{}, done: make(chan outcome),
	}, nil
}

// drive executes the run until it stops and returns why it failed, if it did.
func (l *loop[S]) drive(ctx context.Context) error {
	// What a node finished must be written although the run is being cancelled.
	write := context.WithoutCancel(ctx)
	defer l.halt()
	if err := l.begin(write); err != nil {
		return err
	}
	for {
		if err := l.receive(write); err != nil {
			return err
		}
		l.heed(ctx)
		if l.stop == Cancelled || ctx.Err() != nil || l.failed != nil {
			l.halt()
		} else {
			l.advance()
		}
		tasks := l.choose()
		if len(l.running) == 0 && len(tasks) == 0 {
			l.settle()
		}
		if err := l.commit(write); err != nil {
			return err
		}
		if l.run.Status != Running {
			return l.failed
		}
		l.launch(ctx, tasks)
		l.await(ctx)
	}
}

// heed takes the end of the context for what it asks.
func (l *loop[S]) heed(ctx context.Context) {
	switch {
	case ctx.Err() == nil:
	case errors.Is(context.Cause(ctx), ErrShutdown):
		l.stop = Paused
	default:
		l.stop = Cancelled
	}
}

// begin takes the run over: what was asked of it while nobody executed it is void if resuming contradicts it.
func (l *loop[S]) begin(ctx context.Context) error {
	kind := RunResumed
	if l.run.Status == Queued {
		kind = RunStarted
	}
	if l.run.Status != Queued && l.run.Status != Waiting {
		inbox, err := l.r.store.Inbox(ctx, l.run.ID)
		if err != nil {
			return wrap("read inbox of", l.run.ID, err)
		}
		for _, m := range inbox {
			if m.Kind == MessagePause || m.Kind == MessageCancel {
				l.handled = append(l.handled, m.ID)
			}
		}
	}
	l.run.Status, l.run.Error, l.run.Hint = Running, "", ""
	l.events = append(l.events, runEvent(kind, l.run))
	return l.commit(ctx)
}

// advance ends the wave when its last task has finished: it applies the changes and begins the next wave. When that fails,
// the position stays as it was.
func (l *loop[S]) advance() {
	for l.failed == nil && !l.pos.any(ready) {
		next := l.pos.clone()
		finished := next.collect()
		state, err := l.r.graph.apply(l.state, changesOf(finished))
		if err != nil {
			l.failed = err
			return
		}
		if err := next.spread(&l.r.graph.layout, finished); err != nil {
			l.failed = err
			return
		}
		if len(finished) == 0 && next.Last == l.pos.Last {
			return
		}
		l.state, l.pos, l.changed = state, next, true
	}
}

// choose returns the ready tasks to be launched now, lowest number first.
func (l *loop[S]) choose() []pending {
	var out []pending
	if l.stop != "" || l.failed != nil {
		return nil
	}
	for _, t := range l.pos.Tasks {
		if t.Phase != ready || l.running[t.N] != nil || len(l.running)+len(out) >= l.r.opt.Parallel {
			continue
		}
		out = append(out, t)
		l.events = append(l.events, event.New(NodeStarted, NodeEvent{Node: t.Node, Task: t.id()}))
	}
	return out
}

// settle gives the run the status that it stops with.
func (l *loop[S]) settle() {
	kind := RunFinished
	switch {
	case l.failed != nil:
		l.run.failure(l.failed)
		e := RunEvent{Flow: l.run.Flow, Title: l.run.Title, Status: Failed, Error: l.run.Error, Hint: l.run.Hint}
		var p *PanicError
		if errors.As(l.failed, &p) {
			e.Stack = p.Stack
		}
		l.events = append(l.events, event.New(RunFailed, e))
		return
	case len(l.pos.Tasks) == 0:
		l.run.Status = Finished
	case l.stop == Cancelled:
		l.run.Status, kind = Cancelled, RunCancelled
	case l.stop == Paused:
		l.run.Status, kind = Paused, RunPaused
	default:
		l.run.Status, kind = Waiting, RunWaiting
	}
	l.events = append(l.events, runEvent(kind, l.run))
}
