package budget

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Clock measures work, and ends its context when the work has taken too long. It stands still while it is held: waiting for what others use is no work.
type Clock struct {
	context.Context // it runs under
	done            chan struct{}

	mu    sync.Mutex
	err   error
	timer *time.Timer // nil without a limit
	until time.Time   // the limit, were it not held any more
	holds int
	since time.Time // of the first hold that was not let go
	held  time.Duration
}

type clockKey struct{}

// WithClock starts a clock without a limit; cancel frees what it takes.
func WithClock(parent context.Context) (*Clock, context.CancelFunc) {
	c := &Clock{Context: parent, done: make(chan struct{})}
	stop := context.AfterFunc(parent, func() { c.end(parent.Err()) })
	return c, func() { stop(); c.end(context.Canceled) }
}

// WithTime starts a clock that ends its context after so much work, as context.WithTimeout does after so much time.
func WithTime(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	c, cancel := WithClock(parent)
	c.until = time.Now().Add(d)
	if d <= 0 {
		c.end(context.DeadlineExceeded)
		return c, cancel
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(d, func() { c.end(context.DeadlineExceeded) })
	return c, cancel
}

// Hold stops all clocks that a context runs under until it is let go.
func Hold(ctx context.Context) (release func()) {
	var clocks []*Clock
	for c := clockOf(ctx); c != nil; c = clockOf(c.Context) {
		c.hold()
		clocks = append(clocks, c)
	}
	return sync.OnceFunc(func() {
		for _, c := range clocks {
			c.release()
		}
	})
}

func clockOf(ctx context.Context) *Clock {
	c, _ := ctx.Value(clockKey{}).(*Clock)
	return c
}

// Held is how long the clock has stood still.
func (c *Clock) Held() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holds > 0 {
		return c.held + time.Since(c.since)
	}
	return c.held
}

func (c *Clock) hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holds++; c.holds > 1 {
		return
	}
	c.since = time.Now()
	if c.timer != nil {
		c.timer.Stop()
	}
}

func (c *Clock) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holds--; c.holds > 0 {
		return
	}
	stood := time.Since(c.since)
	c.held += stood
	if c.timer != nil && c.err == nil {
		c.until = c.until.Add(stood)
		c.timer.Reset(time.Until(c.until))
	}
}

func (c *Clock) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || errors.Is(err, context.DeadlineExceeded) && c.holds > 0 && c.timer != nil { // it fired while it was being held
		return
	}
	if c.err = err; c.timer != nil {
		c.timer.Stop()
	}
	close(c.done)
}

// Deadline is when the time is over if nothing holds the clock from now on.
func (c *Clock) Deadline() (time.Time, bool) {
	outer, bound := c.Context.Deadline()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer == nil && c.until.IsZero() {
		return outer, bound
	}
	own := c.until
	if c.holds > 0 {
		own = own.Add(time.Since(c.since))
	}
	if bound && outer.Before(own) {
		return outer, true
	}
	return own, true
}

// Done is closed when the work has taken too long, or its context ended.
func (c *Clock) Done() <-chan struct{} { return c.done }

// Err says why Done is closed.
func (c *Clock) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Value is that of the context it runs under.
func (c *Clock) Value(key any) any {
	if key == (clockKey{}) {
		return c
	}
	return c.Context.Value(key)
}
