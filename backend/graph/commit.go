package graph

import (
	"context"
	"encoding/json"
	"fmt"
)

// commit writes what happened since the last one, in one transaction, and broadcasts the events.
func (l *loop[S]) commit(ctx context.Context) error {
	if !l.changed && len(l.events) == 0 && len(l.handled) == 0 {
		return nil
	}
	now := l.r.opt.Now()
	l.run.Updated = now
	stamp(l.events, l.run.ID, now)
	c := Commit{Run: l.run, Events: l.events, Handled: l.handled}
	if l.changed {
		tasks, err := json.Marshal(l.pos)
		if err != nil {
			return fmt.Errorf("write tasks of run %s: %w", l.run.ID, err)
		}
		c.Checkpoint = &Checkpoint{Run: l.run.ID, Seq: l.seq + 1, Version: l.r.graph.version, State: l.state, Tasks: tasks, At: now}
		if l.node.N > 0 {
			c.Checkpoint.Node, c.Checkpoint.Task = l.node.Node, l.node.id()
		}
	}
	written, err := l.r.store.Commit(ctx, c)
	if err != nil {
		return wrap("checkpoint", l.run.ID, err)
	}
	if l.changed {
		l.seq++
	}
	l.changed, l.node, l.events, l.handled = false, pending{}, nil, nil
	l.r.publish(written)
	return nil
}
