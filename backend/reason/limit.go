package reason

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// limitKey is the key of a limit in a context.
type limitKey struct{}

type limit struct {
	until time.Time    // zero: none
	calls atomic.Int64 // left
	bound bool         // calls count
}

// ErrLimit says that what a run may spend on its model is spent.
var ErrLimit = errors.New("the limit of the run is reached")

// WithLimit bounds what is asked of a model under a context: nothing after a time (zero: no limit), a call under way then is given up, and at most so many
// calls (negative: no limit). Steps are done without a model from there.
func WithLimit(ctx context.Context, until time.Time, calls int) context.Context {
	l := &limit{until: until, bound: calls >= 0}
	l.calls.Store(int64(calls))
	return context.WithValue(ctx, limitKey{}, l)
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
	case time.Until(l.until) <= 0:
		return nil, nil, ErrLimit
	}
	inner, cancel := context.WithDeadlineCause(ctx, l.until, ErrLimit)
	return inner, cancel, nil
}
