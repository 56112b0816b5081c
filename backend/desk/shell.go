package desk

import (
	"context"

	"rabbithole/backend/core"
)

// Ask gives a shell what no bound method does, under the promises of one: it waits until the library is open, a panic or a result that
// JSON cannot carry becomes a Fault, and it takes no longer than a person waits. It is no method, because every method is bound.
func Ask[T any](d *Desk, do func(*core.Core, context.Context) (T, error)) (T, error) {
	return ask(d, do)
}

// AwaitOpen waits until the library is open and says why it could not be opened; a disk may not answer, so ctx ends it.
func AwaitOpen(ctx context.Context, d *Desk) error {
	select {
	case <-d.opened:
		return d.problem
	case <-ctx.Done():
		return ctx.Err()
	}
}
