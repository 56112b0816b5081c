package core

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
)

// Trail is the map of one curiosity: a query and all that went on from it. It has the ID of the run that began it.
type Trail struct {
	ID      string
	Query   string // the first that is left
	Created time.Time
	Updated time.Time
	Nodes   []TrailNode // the oldest first: a node stands behind its parent
}

// TrailNode is a discovery of a trail.
type TrailNode struct {
	Run    string
	Parent string // run that it goes on from; "" for none that is left
	Card   string // ID of a card of the parent, "" for none
	Title  string // of that card
	Query  string
	Status graph.Status
	Cards  int
}

// trailOf returns the ID of the trail that a run belongs to.
func trailOf(run graph.Run) string { return cmp.Or(discoverMetaOf(run).Trail, run.ID) }

func discoverMetaOf(run graph.Run) discoverMeta {
	var meta runMeta
	if json.Unmarshal(run.Meta, &meta) != nil || meta.Discover == nil {
		return discoverMeta{}
	}
	return *meta.Discover
}

// Trails returns the trails, the one that was gone on with last first.
func (c *Core) Trails(ctx context.Context) ([]Trail, error) {
	grouped, err := c.trailRuns(ctx)
	out := []Trail{}
	for id, runs := range grouped {
		t, err := c.trail(ctx, id, runs)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Trail) int { return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID)) })
	return out, err
}

// Trail returns a trail by its ID or by a run of it.
func (c *Core) Trail(ctx context.Context, id string) (Trail, error) {
	grouped, err := c.trailRuns(ctx)
	if err != nil {
		return Trail{}, err
	}
	if runs := grouped[id]; len(runs) > 0 { // the run that began it may be deleted
		return c.trail(ctx, id, runs)
	}
	run, err := c.Run(ctx, id)
	if err != nil {
		return Trail{}, err
	}
	if run.Flow != discover.Name {
		return Trail{}, fault.New("find the trail of run "+run.ID, fault.NotFound, "`rabbithole runs` lists the runs; those of the flow discover belong to trails.", nil)
	}
	return c.trail(ctx, trailOf(run), grouped[trailOf(run)])
}

// trailRuns returns the discoveries by trail, the oldest first.
func (c *Core) trailRuns(ctx context.Context) (map[string][]graph.Run, error) {
	runs, err := c.db.Runs(ctx, graph.Filter{Flow: discover.Name})
	out := map[string][]graph.Run{}
	for _, run := range slices.Backward(runs) {
		out[trailOf(run)] = append(out[trailOf(run)], run)
	}
	return out, err
}

func (c *Core) trail(ctx context.Context, id string, runs []graph.Run) (Trail, error) {
	t := Trail{ID: id, Query: runs[0].Title, Created: runs[0].Created}
	left := map[string]bool{}
	for _, run := range runs {
		meta := discoverMetaOf(run)
		cards, err := c.cardsMade(ctx, run)
		if err != nil {
			return t, err
		}
		n := TrailNode{Run: run.ID, Card: meta.Card, Title: meta.Title, Query: run.Title, Status: run.Status, Cards: cards}
		if left[meta.From] {
			n.Parent = meta.From
		}
		if run.Updated.After(t.Updated) {
			t.Updated = run.Updated
		}
		left[run.ID] = true
		t.Nodes = append(t.Nodes, n)
	}
	return t, nil
}

// cardsMade returns how many cards a run has told of at its end, without reading its state: a map shows many runs. What a fork has of the run that it was
// forked from it has told nobody.
func (c *Core) cardsMade(ctx context.Context, run graph.Run) (int, error) {
	data, err := c.db.LastEvent(ctx, run.ID, string(discover.EventDone))
	if err == nil && data == nil && run.ForkedFrom != "" {
		s, err := c.DiscoverState(ctx, run.ID)
		return len(s.Cards), err
	}
	if err != nil || data == nil {
		return 0, err
	}
	var done discover.Done
	err = json.Unmarshal(data, &done)
	return done.Cards, err
}

// DeleteTrail deletes every run of a trail for good; one that is being executed is refused, and then none is deleted.
func (c *Core) DeleteTrail(ctx context.Context, id string) error {
	t, err := c.Trail(ctx, id)
	if err != nil {
		return err
	}
	var runs []string
	for _, n := range t.Nodes {
		runs = append(runs, n.Run)
	}
	return c.deleteAll(ctx, runs)
}
