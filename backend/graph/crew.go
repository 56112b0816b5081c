package graph

import (
	"context"
	"errors"
	"time"

	"rabbithole/backend/event"
)

// launch starts a worker for each task.
func (l *loop[S]) launch(ctx context.Context, tasks []pending) {
	for _, t := range tasks {
		inner, cancel := context.WithCancel(ctx)
		l.running[t.N] = cancel
		w := worker[S]{r: l.r, run: l.run.ID, task: t, state: l.state}
		go func() { l.done <- w.work(inner) }()
	}
}

// await waits for something to do.
func (l *loop[S]) await(ctx context.Context) {
	timer := time.NewTimer(l.r.opt.Poll)
	defer timer.Stop()
	select {
	case o := <-l.done:
		l.heed(ctx) // or what a node made of the end of the context would pass for its failure
		l.take(o)
	case <-l.wake:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// halt stops the running tasks and waits for them; what they finished in the meantime counts.
func (l *loop[S]) halt() {
	for _, cancel := range l.running {
		cancel()
	}
	for len(l.running) > 0 {
		l.take(<-l.done)
	}
}

// take puts an outcome into the position.
func (l *loop[S]) take(o outcome) {
	l.running[o.n]()
	dropped, woken := l.dropped[o.n], l.woken[o.n]
	delete(l.running, o.n)
	delete(l.dropped, o.n)
	delete(l.woken, o.n)
	if dropped {
		return
	}
	t := *l.pos.find(o.n)
	switch {
	case o.err == nil:
		l.pos.finish(o.n, o.change, o.next)
		l.node, l.changed = t, true
		l.events = append(l.events, o.events...)
		l.events = append(l.events, event.New(NodeFinished, NodeEvent{Node: t.Node, Task: t.id(), Millis: o.elapsed.Milliseconds()}))
	case errors.Is(o.err, ErrSuspended):
		l.pos.suspend(o.n, o.asked, woken)
		l.changed = true
		l.events = append(l.events, o.refused...)
		l.events = append(l.events, newQuestions(t, o.asked)...)
	case l.stop == "" && l.failed == nil:
		l.failed = &NodeError{Node: t.Node, Task: t.id(), Err: o.err}
		l.events = append(l.events, o.events...)
	}
}

func newQuestions(t pending, now []asked) []event.Event {
	var out []event.Event
	for _, a := range now[len(t.Asked):] {
		out = append(out, event.New(QuestionAsked, QuestionEvent{Question: a.Question, Node: t.Node, Task: t.id()}))
	}
	return out
}
