package flow

import (
	"context"
	"time"
)

// patience is how long after the end of its time a task that goes on beside others may still hand over what it has.
const patience = 200 * time.Millisecond

// Beside does n tasks side by side, most at the same time, and returns what they came to, in their order. A task that is deaf to the end of
// its context is left behind: late says what it came to.
func Beside[T any](ctx context.Context, n, most int, do func(i int) T, late func(err error) T) []T {
	type done struct {
		i    int
		what T
	}
	results, slots := make(chan done, n), make(chan struct{}, most)
	for i := range n {
		go func() {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
				results <- done{i, do(i)}
			case <-ctx.Done():
				results <- done{i, late(ctx.Err())}
			}
		}()
	}
	out, have := make([]T, n), make([]bool, n)
	over := ctx.Done()
	var end <-chan time.Time
	for left := n; left > 0; {
		select {
		case d := <-results:
			out[d.i], have[d.i] = d.what, true
			left--
		case <-over:
			over, end = nil, time.After(patience)
		case <-end:
			left = 0
		}
	}
	for i := range out {
		if !have[i] {
			out[i] = late(ctx.Err())
		}
	}
	return out
}
