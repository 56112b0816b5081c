package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/event"
)

// outcome is what a task came to, as its worker reports it to the loop.
type outcome struct {
	n       int
	change  *encodedChange
	next    []Task
	events  []event.Event // written when the node finished or failed; one that suspends will record them again
	asked   []asked
	refused []event.Event // answers of the wrong shape
	elapsed time.Duration
	err     error
}

// worker carries out one task. It shares nothing with the loop but immutable bytes and the graph.
type worker[S any] struct {
	r     *Runner[S]
	run   string
	task  pending
	state json.RawMessage
}

// work runs the task's node, again after failures that its Retry accepts.
func (w worker[S]) work(ctx context.Context) outcome {
	t := w.r.graph.nodes[w.task.Node]
	begun := w.r.opt.Now()
	var retried []event.Event
	for attempt := 0; ; attempt++ {
		o := w.attempt(ctx, attempt)
		o.elapsed = w.r.opt.Now().Sub(begun)
		o.events = append(retried, o.events...)
		if !t.retry.again(ctx, attempt, o.err) {
			return o
		}
		retried = append(o.events, event.New(NodeRetried,
			NodeEvent{Node: w.task.Node, Task: w.task.id(), Attempt: attempt, Error: o.err.Error()}))
		sleep(ctx, t.retry.backoff<<attempt)
	}
}

func (r retry) again(ctx context.Context, attempt int, err error) bool {
	if err == nil || errors.Is(err, ErrSuspended) || ctx.Err() != nil || attempt+1 >= r.attempts {
		return false
	}
	return r.accept == nil || r.accept(err)
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// attempt runs the node once, within its time limit. A node that is deaf to the end of its context is left behind after the
// grace period; what it still returns is thrown away.
func (w worker[S]) attempt(ctx context.Context, attempt int) outcome {
	limit := w.r.graph.nodes[w.task.Node].timeout
	inner, cancel := within(ctx, limit)
	defer cancel()
	result := make(chan outcome, 1)
	go func() { result <- w.call(inner, attempt) }()
	select {
	case o := <-result:
		return w.judge(ctx, inner, o, limit)
	case <-inner.Done():
	}
	select {
	case o := <-result:
		return w.judge(ctx, inner, o, limit)
	case <-time.After(w.r.opt.Grace):
		return w.judge(ctx, inner, outcome{n: w.task.N, err: inner.Err()}, limit)
	}
}

func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

// judge names the cause of a failure that a time limit brought about.
func (w worker[S]) judge(ctx, inner context.Context, o outcome, limit time.Duration) outcome {
	if o.err != nil && !errors.Is(o.err, ErrSuspended) && ctx.Err() == nil && inner.Err() != nil {
		o.err = fmt.Errorf("not done within %v: %w", limit, context.DeadlineExceeded)
	}
	return o
}

// call runs the node's function in its session and makes what it returns ready for a checkpoint.
func (w worker[S]) call(ctx context.Context, attempt int) (o outcome) {
	s := w.session(attempt)
	o.n = w.task.N
	o.err = guard("", func() error {
		state, err := w.r.graph.decodeState(w.state)
		if err != nil {
			return err
		}
		step, err := w.r.graph.work[w.task.Node](context.WithValue(ctx, sessionKey{}, s), state)
		if err != nil {
			return err
		}
		o.events = step.Events
		if o.change, err = w.r.graph.encodeChange(step.Change); err != nil {
			return err
		}
		o.next, err = w.r.graph.follow(w.task.Node, step.Next)
		return err
	})
	o.asked, o.refused, o.events = s.asked, s.refused, append(s.events(), o.events...)
	return o
}

func (w worker[S]) session(attempt int) *session {
	r := w.r
	emit := func(e event.Event) { r.opt.Bus.Publish(e) }
	return &session{run: w.run, task: w.task, attempt: attempt, now: r.opt.Now, emit: emit, asked: append([]asked(nil), w.task.Asked...)}
}
