package core

import (
	"context"
	"encoding/json"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// newRun is a run that is about to be stored.
type newRun[S any] struct {
	graph *graph.Graph[S]
	begin graph.Begin // without Meta
	meta  runMeta
	state S
	files []string // attached files that are its own from now on, by hash
}

// create stores a run; Resume executes it.
func create[S any](ctx context.Context, c *Core, n newRun[S]) (graph.Run, error) {
	raw, err := json.Marshal(n.meta)
	if err != nil {
		return graph.Run{}, err
	}
	r, err := graph.NewRunner(n.graph, starting{c.db, n.files}, c.running())
	if err != nil {
		return graph.Run{}, err
	}
	n.begin.Meta = raw
	return r.Create(ctx, n.begin, n.state)
}

// starting is the store that a run begins in: its files are its own from the same moment on.
type starting struct {
	*store.DB
	files []string
}

// Commit writes one transaction of a run.
func (s starting) Commit(ctx context.Context, c graph.Commit) ([]event.Event, error) {
	if c.New && len(s.files) > 0 {
		return s.DB.CommitAttached(ctx, c, s.files)
	}
	return s.DB.Commit(ctx, c)
}
