// Package desk is the reading desk: what a window or a browser may ask of the program, as plain data that TypeScript can read.
//
// Its methods are what Wails binds and what the server calls over its socket, under the same names, so that one user interface runs
// in both. Each is a few lines over core. It promises that no method panics, takes longer than a person waits, or returns what JSON
// cannot carry; work that takes time goes on in the background and tells of itself in events. It refuses to know what draws the window.
package desk

import (
	"context"
	"errors"
	"sync"
	"time"

	"rabbithole/backend/core"
)

// Emitter sends an event to the user interface: the window's runtime, or the server's sockets. It does not block.
type Emitter interface {
	Emit(name string, data any)
}

// Desk is one library with somebody in front of it. Every exported method is bound: what begins and ends a Desk is not among them.
type Desk struct {
	emit Emitter

	ctx    context.Context // of everything begun here; ends with the desk
	opened chan struct{}   // closed when core or problem is set
	work   sync.WaitGroup  // what goes on in the background

	core    *core.Core
	problem error // why the library is not open

	mu      sync.Mutex
	adding  queue
	pulling context.CancelFunc
}

// New begins to open the library that cfg names and returns at once; bound methods wait until it is open. closing pauses the runs at
// their last checkpoint, where they can be resumed, and returns when everything has come to rest.
func New(cfg core.Config, emit Emitter) (d *Desk, closing func() error) {
	ctx, stop := context.WithCancelCause(context.Background())
	d = &Desk{emit: emit, ctx: ctx, opened: make(chan struct{})}
	d.work.Add(1)
	go func() {
		defer d.work.Done()
		defer close(d.opened)
		c, err := core.Open(ctx, cfg)
		if err != nil {
			d.problem = err
			return
		}
		d.core = c
		d.listen()
	}()
	return d, func() error {
		stop(errClosed)
		<-d.opened
		var err error
		if d.core != nil {
			err = d.core.Close()
		}
		d.work.Wait()
		return err
	}
}

var errClosed = errors.New("the window was closed")

// patience bounds a bound method: nothing that a person waits for may take longer.
const patience = 30 * time.Second

// ask answers a bound method from the library.
func ask[T any](d *Desk, do func(*core.Core, context.Context) (T, error)) (out T, err error) {
	defer guard(&out, &err)
	ctx, done := context.WithTimeout(d.ctx, patience)
	defer done()
	select {
	case <-d.opened:
	case <-ctx.Done():
		return out, ctx.Err()
	}
	if d.problem != nil {
		return out, d.problem
	}
	return do(d.core, ctx)
}

// tell is ask for a method that answers nothing.
func tell(d *Desk, do func(*core.Core, context.Context) error) error {
	_, err := ask(d, func(c *core.Core, ctx context.Context) (struct{}, error) { return struct{}{}, do(c, ctx) })
	return err
}

// behind does work that takes time, until it is done or the desk is closed.
func (d *Desk) behind(do func(ctx context.Context)) {
	d.work.Add(1)
	go func() {
		defer d.work.Done()
		do(d.ctx)
	}()
}
