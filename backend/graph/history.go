package graph

import (
	"context"
	"encoding/json"

	"rabbithole/backend/event"
)

// Fork creates a new queued run that stands where the run's checkpoint seq (0 for the last) stood, open questions included. What was answered and
// has not taken effect is asked again: the answer was another run's.
func (r *Runner[S]) Fork(ctx context.Context, id string, seq int) (Run, error) {
	old, err := r.known(ctx, id)
	if err != nil {
		return Run{}, err
	}
	c, state, p, err := r.at(ctx, id, seq)
	if err != nil {
		return Run{}, err
	}
	p.reopen()
	run := Run{Flow: old.Flow, Title: old.Title, Meta: old.Meta, ForkedFrom: id}
	return r.create(ctx, run, state, p, event.New(RunForked,
		RunEvent{Flow: old.Flow, Title: old.Title, Status: Queued, ForkedFrom: id, Checkpoint: c.Seq}))
}

// State returns the run's state at checkpoint seq (0 for the last), with the changes of all tasks finished by then.
func (r *Runner[S]) State(ctx context.Context, run string, seq int) (s S, err error) {
	_, state, p, err := r.at(ctx, run, seq)
	if err != nil {
		return s, err
	}
	if state, err = r.graph.apply(state, changesOf(p.collect())); err != nil {
		return s, err
	}
	return r.graph.decodeState(state)
}

// Examine returns why a run cannot go on from its last checkpoint.
func (r *Runner[S]) Examine(ctx context.Context, run string) error {
	_, state, p, err := r.at(ctx, run, 0)
	if err != nil {
		return err
	}
	_, err = r.graph.apply(state, changesOf(p.collect()))
	return err
}

// Questions returns the questions that the run waits for, oldest task first.
func (r *Runner[S]) Questions(ctx context.Context, run string) ([]Question, error) {
	_, _, p, err := r.at(ctx, run, 0)
	if err != nil {
		return nil, err
	}
	return p.questions(), nil
}

// Prune deletes the checkpoints of a run that keep does not agree to, but for the last. keep sees them without State and Tasks.
func (r *Runner[S]) Prune(ctx context.Context, run string, keep func(Checkpoint) bool) error {
	if r.Live(run) {
		return wrap("prune", run, ErrLive)
	}
	all, err := r.store.Checkpoints(ctx, run)
	if err != nil {
		return wrap("prune", run, err)
	}
	var drop []int
	for i, c := range all {
		if i < len(all)-1 && !keep(c) {
			drop = append(drop, c.Seq)
		}
	}
	return wrap("prune", run, r.store.DropCheckpoints(ctx, run, drop))
}

// at reads a checkpoint in today's version.
func (r *Runner[S]) at(ctx context.Context, run string, seq int) (c Checkpoint, state json.RawMessage, p position, err error) {
	if c, err = r.store.Checkpoint(ctx, run, seq); err != nil {
		return c, nil, p, wrap("read", run, err)
	}
	if state, err = r.graph.current(c); err != nil {
		return c, nil, p, err
	}
	p, err = readPosition(&r.graph.layout, c)
	return c, state, p, err
}
