package desk

import (
	"context"
	"slices"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

// Connection is a line of the log of what was dialled: where to, what for, and what became of it.
type Connection struct {
	At      time.Time `json:"at" ts_type:"string"`
	Address string    `json:"address"`
	Allowed bool      `json:"allowed"`
	Reason  string    `json:"reason"`
	Purpose string    `json:"purpose"`       // "search", "page", "robots" or "model"
	For     *Caller   `json:"for,omitempty"` // the run that wanted it; nil for what serves the whole program, and for a run that was deleted
}

// Caller is a run as the log of connections names it.
type Caller struct {
	Run      string       `json:"run"`
	Flow     string       `json:"flow"`
	Status   graph.Status `json:"status"`
	Question string       `json:"question"`
}

// Connections returns every connection that the program opened or refused to open since it started, and what runs read of the web before, the
// latest first.
func (d *Desk) Connections() ([]Connection, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Connection, error) {
		dialled := c.Connections()
		out := make([]Connection, 0, len(dialled))
		callers := map[string]*Caller{"": nil}
		for _, e := range slices.Backward(dialled) {
			caller, known := callers[e.Run]
			if !known {
				var err error
				if caller, err = callerOf(c, ctx, e.Run); err != nil {
					return nil, err
				}
				callers[e.Run] = caller
			}
			line := lineOf(e)
			line.For = caller
			out = append(out, line)
		}
		return out, nil
	})
}

// callerOf names a run, nil when there is none of this ID.
func callerOf(c *core.Core, ctx context.Context, id string) (*Caller, error) {
	run, err := c.Run(ctx, id)
	if err == nil {
		run, err = c.Whole(ctx, run) // a sub-run is no place that a person could go to
	}
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	return &Caller{run.ID, run.Flow, run.Status, run.Title}, err
}

// connectionsOf returns what a run connected to, or was refused, oldest first.
func connectionsOf(c *core.Core, ctx context.Context, id string) ([]Connection, error) {
	list, err := c.RunConnections(ctx, id)
	out := make([]Connection, 0, len(list))
	for _, e := range list {
		out = append(out, lineOf(e))
	}
	return out, err
}

func lineOf(e core.Connection) Connection {
	return Connection{At: e.At, Address: e.Host, Allowed: e.Allowed, Reason: e.Error, Purpose: core.PurposeOf(e)}
}
