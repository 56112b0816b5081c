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

// WaitOpen waits until the library is open and says why it could not be opened.
func WaitOpen(d *Desk) error { return AwaitOpen(context.Background(), d) }

// AwaitOpen is WaitOpen for who may be called away while a disk does not answer.
func AwaitOpen(ctx context.Context, d *Desk) error {
	select {
	case <-d.opened:
		return d.problem
	case <-ctx.Done():
		return ctx.Err()
	}
}
