package core

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"rabbithole/backend/egress"
	"rabbithole/backend/report"
	"rabbithole/backend/store"
)

// logbook keeps a run's connections in the store, each before it is opened, so that a crash takes none of them.
type logbook struct {
	db   *store.DB
	run  string
	read func() []Connection // of this process

	mu    sync.Mutex
	first int // number of this process's first line: those before it are of earlier processes
}

// newLogbook goes on with a run's log; before is what stands in it.
func (c *Core) newLogbook(ctx context.Context, run string) (b *logbook, before []Connection, err error) {
	b = &logbook{db: c.db, run: run}
	if run == "" {
		return b, nil, nil
	}
	old, err := c.db.Connections(ctx, run, 0)
	for _, l := range old {
		b.first = max(b.first, l.No+1)
	}
	if err != nil {
		return b, nil, err
	}
	before, err = read(old)
	return b, before, err
}

// keep writes down what happened until now, also for a run that is being stopped.
func (b *logbook) keep(ctx context.Context) error {
	if b.run == "" {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var lines []store.Connection
	for i, c := range b.read() {
		raw, err := json.Marshal(c)
		if err != nil {
			return err
		}
		lines = append(lines, store.Connection{No: b.first + i, At: c.At, Entry: raw})
	}
	return b.db.PutConnections(context.WithoutCancel(ctx), b.run, lines)
}

// RunConnections returns what a run and its sub-runs connected to, or were refused, oldest first.
func (c *Core) RunConnections(ctx context.Context, run string) ([]Connection, error) {
	out, err := c.keptConnections(ctx, run, 0)
	if err != nil {
		return nil, err
	}
	subs, err := c.subRuns(ctx, run)
	for _, sub := range subs {
		more, err := c.RunConnections(ctx, sub.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	slices.SortStableFunc(out, func(a, b Connection) int { return a.At.Compare(b.At) })
	return out, err
}

func (c *Core) keptConnections(ctx context.Context, run string, limit int) ([]Connection, error) {
	lines, err := c.db.Connections(ctx, run, limit)
	if err != nil {
		return nil, err
	}
	return read(lines)
}

// read returns connections as they were logged.
func read(lines []store.Connection) ([]Connection, error) {
	out := make([]Connection, 0, len(lines))
	for _, l := range lines {
		var e Connection
		if err := json.Unmarshal(l.Entry, &e); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// connectionsOf sums up a run's log for its report: by host and purpose, in the order of the first request.
func (c *Core) connectionsOf(ctx context.Context, run string) ([]report.Connection, error) {
	all, err := c.RunConnections(ctx, run)
	var out []report.Connection
	for _, e := range all {
		if !e.Allowed {
			continue
		}
		host := strings.TrimSuffix(strings.TrimSuffix(e.Host, ":443"), ":80")
		i := slices.IndexFunc(out, func(r report.Connection) bool { return r.Host == host && r.Purpose == PurposeOf(e) })
		if i < 0 {
			i = len(out)
			out = append(out, report.Connection{Host: host, Purpose: PurposeOf(e)})
		}
		out[i].Requests++
		out[i].Bytes += e.In
	}
	return out, err
}

// PurposeOf says what a connection was for, in the report's words: "search", "page", "robots" or "model".
func PurposeOf(e Connection) string {
	if e.Purpose == egress.Read {
		return "page"
	}
	return string(e.Purpose)
}
