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
	calls atomic.Int64  // left
	bound bool          // calls count
}

// ErrLimit says that what a run may spend on its model is spent.
var ErrLimit = errors.New("the limit of the run is reached")

// WithLimit bounds what is asked of a model under a context until stop is called: nothing after a time (zero: no limit; waiting for the model of others
// puts it off), a call under way then is given up, and at most so many calls (negative: no limit). Steps are done without a model from there.
func WithLimit(parent context.Context, until time.Time, calls int) (ctx context.Context, stop context.CancelFunc) {
	clock, stop := budget.WithClock(parent)
	l := &limit{until: until, clock: clock, bound: calls >= 0}
	l.calls.Store(int64(calls))
	return context.WithValue(clock, limitKey{}, l), stop
}

// within returns a context for one more call, or ErrLimit.
func within(ctx context.Context) (context.Context, context.CancelFunc, error) {
	l, ok := ctx.Value(limitKey{}).(*limit)
	switch {
	case !ok:
		return ctx, func() {}, nil
	case l.bound && l.calls.Add(-1) < 0:
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
