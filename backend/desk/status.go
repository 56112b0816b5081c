package desk

import (
	"context"
	"runtime"
	"time"

	"rabbithole/backend/core"
)

const (
	// opening is how long Status waits for a library that is being opened, so that a window's first look finds it open.
	opening = time.Second
	// glance bounds how long Status looks at an open library: while another writes a lot, what was seen last is good enough.
	glance = 2 * time.Second
)

// status says how the library stands.
func (d *Desk) status() (Status, error) {
	s := Status{Version: core.Version, Home: d.home, System: runtime.GOOS, Adding: d.addingNow(), Rereading: d.rereadingNow()}
	timer := time.NewTimer(opening)
	defer timer.Stop()
	select {
	case <-d.opened:
	case <-d.ctx.Done():
		return s, context.Cause(d.ctx)
	case <-timer.C:
		s.Opening = true
		return s, nil
	}
	if d.problem != nil {
		f := FaultOf(d.problem)
		s.Problem = &f
		return s, nil
	}
	ctx, done := context.WithTimeout(d.ctx, glance)
	defer done()
	standing, err := d.core.Standing(ctx)
	if err != nil {
		return s, err
	}
	s.Documents, s.Unfinished, s.First, s.Embedder = standing.Documents, standing.Unfinished, standing.First, d.core.Embedder()
	if s.Adding.Busy {
		s.Unfinished = 0 // it is going on with them
	}
	return s, nil
}
