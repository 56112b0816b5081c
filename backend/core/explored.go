package core

import (
	"context"
	"encoding/json"
	"slices"

	"rabbithole/backend/cite"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/store"
)

// ExploreState returns the state of a run of the flow explore.
func (c *Core) ExploreState(ctx context.Context, run string) (explore.State, error) {
	return stateOf(ctx, c, exploring{c}.graph(), run, 0)
}

// ExploreRecords returns what questions of a run's tree found, by ID; all of them when none is named. It reads the table once.
func (c *Core) ExploreRecords(ctx context.Context, run string, nodes ...string) (map[string]explore.Record, error) {
	s, err := c.ExploreState(ctx, run)
	if err != nil {
		return nil, err
	}
	var wanted []explore.Node
	var keys []string
	for _, n := range s.Tree {
		if len(nodes) == 0 || slices.Contains(nodes, n.ID) {
			wanted, keys = append(wanted, n), append(keys, n.RowKey())
		}
	}
	rows, err := c.db.RowsAt(ctx, s.Runs, keys)
	if err != nil {
		return nil, err
	}
	out := make(map[string]explore.Record, len(wanted))
	for _, n := range wanted {
		if out[n.ID], err = explore.Read(ctx, readRows(rows), s, n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ExploreContext returns what a run was given: its files, and what is known of them once they are read.
func (c *Core) ExploreContext(ctx context.Context, run string) (explore.ContextBundle, error) {
	s, err := c.ExploreState(ctx, run)
	if err != nil {
		return explore.ContextBundle{}, err
	}
	return explore.Bundle(ctx, c.db, s)
}

// ExploreEvidence returns what a question kept, with its text. It reads the library a few times in all, however much there is.
func (c *Core) ExploreEvidence(ctx context.Context, r explore.Record) ([]cite.Evidence, error) {
	shelf := newShelf(c.db)
	if err := shelf.stock(ctx, r.Evidence); err != nil {
		return nil, err
	}
	return shared.EvidenceLeft(ctx, shelf, r.Evidence)
}

// readExploring returns the IDs of the passages that a tree's questions have judged, in the order of the tree and each once.
func (c *Core) readExploring(ctx context.Context, run string) ([]string, error) {
	s, err := c.ExploreState(ctx, run)
	if err != nil {
		return nil, err
	}
	records, err := c.ExploreRecords(ctx, run)
	if err != nil {
		return nil, err
	}
	var out []string
	seen := map[string]bool{}
	for _, n := range s.Tree {
		for _, id := range records[n.ID].Read {
			if !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	return out, nil
}

// readRows are rows that have been read already.
type readRows map[store.RowKey]json.RawMessage

// Row implements explore.Rows.
func (r readRows) Row(_ context.Context, run, key string) (json.RawMessage, error) {
	return r[store.RowKey{Run: run, Key: key}], nil
}

// PutRow implements explore.Rows: nothing is written while one looks.
func (r readRows) PutRow(context.Context, string, string, json.RawMessage) error { return nil }
