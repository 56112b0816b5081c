package graph

import (
	"context"
	"encoding/json"
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

// work runs the task's node. A node that is deaf to the end of its context is left behind after the grace period; what it
// still returns is thrown away.
func (w worker[S]) work(ctx context.Context) outcome {
	begun := w.r.opt.Now()
	result := make(chan outcome, 1)
	go func() { result <- w.call(ctx) }()
	var o outcome
	select {
	case o = <-result:
	case <-ctx.Done():
		select {
		case o = <-result:
		case <-time.After(w.r.opt.Grace):
			o = outcome{n: w.task.N, err: ctx.Err()}
		}
	}
	o.elapsed = w.r.opt.Now().Sub(begun)
	return o
}

// call runs the node's function in its session and makes what it returns ready for a checkpoint.
func (w worker[S]) call(ctx context.Context) (o outcome) {
	s := w.session()
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
		if step.State != nil {
			o.change, err = w.r.graph.encodeFields(w.state, *step.State)
		} else {
			o.change, err = w.r.graph.encodeChange(step.Change)
		}
		if err != nil {
			return err
		}
		o.next, err = w.r.graph.follow(w.task.Node, step.Next)
		return err
	})
	o.asked, o.refused, o.events = s.asked, s.refused, append(s.events(), o.events...)
	return o
}

func (w worker[S]) session() *session {
	r := w.r
	emit := func(e event.Event) { r.opt.Bus.Publish(e) }
	return &session{run: w.run, task: w.task, now: r.opt.Now, emit: emit, asked: append([]asked(nil), w.task.Asked...)}
}
