package ollama

import (
	"context"
	"strings"
	"time"
)

// Stage is what becomes of a call at a moment.
type Stage string

// The stages of a call, in their order; the first two are left out where there is nothing to wait for.
const (
	Waiting Stage = "waiting" // for the call of another run
	Loading Stage = "loading" // the server loads the model into memory
	Reading Stage = "reading" // the prompt
	Writing Stage = "writing"
	Absent  Stage = "absent" // the server broke off and does not answer; the call begins anew when it does
)

// Moment is how far a call has come.
type Moment struct {
	Stage  Stage
	Holder string        // the run whose call is waited for
	Tokens int           // written so far, thinking included
	Limit  time.Duration // after which it is given up when nothing comes; 0: never
}

type watchKey struct{}

// Watched returns a context under which watch sees how far a call has come, whenever that changes. It must be quick.
func Watched(ctx context.Context, watch func(Moment)) context.Context {
	return context.WithValue(ctx, watchKey{}, watch)
}

func see(ctx context.Context, m Moment) {
	if watch, ok := ctx.Value(watchKey{}).(func(Moment)); ok {
		watch(m)
	}
}

// turn waits until the model is free for a call of a run and returns what frees it again.
func (c *Client) turn(ctx context.Context, run string) (free func(), err error) {
	free = func() { c.holds(run, false); <-c.chat }
	holder, at := c.enter(run)
	if at {
		return free, nil
	}
	if whole(holder) != whole(run) {
		see(ctx, Moment{Stage: Waiting, Holder: holder})
	}
	if _, err := take(ctx, c.chat); err != nil {
		return nil, err
	}
	c.holds(run, true)
	return free, nil
}

// enter begins a call of a run where there is room for one; else it returns a run that has one under way.
func (c *Client) enter(run string) (holder string, at bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case c.chat <- struct{}{}:
		c.callers = append(c.callers, run)
		return "", true
	default:
	}
	if len(c.callers) > 0 {
		holder = c.callers[0]
	}
	return holder, false
}

func (c *Client) holds(run string, begins bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if begins {
		c.callers = append(c.callers, run)
		return
	}
	for i, caller := range c.callers {
		if caller == run {
			c.callers = append(c.callers[:i:i], c.callers[i+1:]...)
			return
		}
	}
}

// whole is the run that a part of it belongs to.
func whole(run string) string {
	id, _, _ := strings.Cut(run, "/")
	return id
}
