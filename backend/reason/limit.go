package reason

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"rabbithole/backend/budget"
)

// limitKey is the key of a limit in a context.
type limitKey struct{}

type limit struct {
	until time.Time     // zero: none
	clock *budget.Clock // by which it moves on while it is held
	calls *Calls        // nil: none
	keep  int           // of them
}

// Calls are how often a model may still be asked. Work that goes on side by side shares them.
type Calls struct{ left atomic.Int64 }

// NewCalls returns n calls, none where n is negative.
func NewCalls(n int) *Calls {
	c := &Calls{}
	c.left.Store(int64(max(0, n)))
	return c
}

// take reports whether there was another call besides those that are kept, and takes it.
func (c *Calls) take(keep int) bool {
	if c.left.Add(-1) >= int64(keep) {
		return true
	}
	c.left.Add(1)
	return false
}

// ErrLimit says that what a run may spend on its model is spent.
var ErrLimit = errors.New("the limit of the run is reached")

// WithLimit bounds what is asked of a model under a context until stop is called: nothing after a time (zero: no limit; waiting for the model of others
// puts it off), a call under way then is given up, and of so many calls (nil: no limit) all but those kept. Steps are done without a model from there.
func WithLimit(parent context.Context, until time.Time, calls *Calls, keep int) (ctx context.Context, stop context.CancelFunc) {
	clock, stop := budget.WithClock(parent)
	return context.WithValue(clock, limitKey{}, &limit{until: until, clock: clock, calls: calls, keep: keep}), stop
}

// within returns a context for one more call, or ErrLimit.
func within(ctx context.Context) (context.Context, context.CancelFunc, error) {
	l, ok := ctx.Value(limitKey{}).(*limit)
	switch {
	case !ok:
		return ctx, func() {}, nil
	case l.calls != nil && !l.calls.take(l.keep):
		return nil, nil, ErrLimit
	case l.until.IsZero():
		return ctx, func() {}, nil
	}
	left := time.Until(l.until) + l.clock.Held()
	if left <= 0 {
		return nil, nil, ErrLimit
	}
	inner, cancel := budget.WithTime(ctx, left)
	return inner, cancel, nil
}
