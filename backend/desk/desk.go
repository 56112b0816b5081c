// Package desk is the reading desk: what a window or a browser may ask of the program, as plain data that TypeScript can read.
//
// Its methods are what Wails binds and what the server calls over its socket, under the same names, so that one user interface runs
// in both. Each is a few lines over core. It promises that no method panics, takes longer than a person waits, or returns what JSON
// cannot carry; work that takes time goes on in the background and tells of itself in events. It refuses to know what draws the window.
package desk

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

// Emitter sends an event to the user interface: the window's runtime, or the server's sockets. It does not block.
type Emitter interface {
	Emit(name string, data any)
}

// Desk is one library with somebody in front of it. Every exported method is bound: what begins and ends a Desk is not among them.
type Desk struct {
	emit   Emitter
	events gatherer // on their way to emit
	home   string   // the library's folder

	ctx    context.Context // of everything begun here; ends with the desk
	opened chan struct{}   // closed when core or problem is set

	core    *core.Core
	problem error // why the library is not open

	mu    sync.Mutex     // nothing is begun while it is held
	work  sync.WaitGroup // what goes on in the background
	grace time.Duration  // how long closing waits for it

	alive     alive
	writing   writing
	adding    queue
	rereading rereading
	folders   watching
	places    places
	tasks     tasks
}

// New begins to open the library that cfg names and returns at once; bound methods wait until it is open. closing pauses the runs at
// their last checkpoint, where they can be resumed, and returns when everything has come to rest. What does not, because it looks at a disk
// in the network that is gone, is left behind after a while: the process is about to end, and the library bears that.
func New(cfg core.Config, emit Emitter) (d *Desk, closing func() error) {
	ctx, stop := context.WithCancelCause(context.Background())
	d = &Desk{emit: emit, home: cfg.Home, ctx: ctx, opened: make(chan struct{}), grace: patience}
	d.folders.changed = make(chan struct{}, 1)
	d.behind(d.deliver)
	d.behind(func(ctx context.Context) { d.openLibrary(ctx, cfg) })
	return d, func() error {
		stop(errClosed)
		select {
		case <-d.opened:
		case <-time.After(farewell):
			return atDeadDisk("something holds up its opening")
		}
		d.mu.Lock()   // what is being begun has begun, and nothing is begun any more
		d.mu.Unlock() //nolint:staticcheck // it only waits
		if err := d.rest(); err != nil {
			return err
		}
		if d.core == nil {
			return nil
		}
		return d.core.Close()
	}
}

// rest waits until what goes on in the background has ended.
func (d *Desk) rest() error {
	over := make(chan struct{})
	go func() {
		defer close(over)
		d.work.Wait()
	}()
	select {
	case <-over:
		return nil
	case <-time.After(d.grace):
		return atDeadDisk("something does not come to rest")
	}
}

// farewell is how long closing waits for a library that is still being opened: nothing was begun in it, so that nothing is lost.
const farewell = 3 * time.Second

func atDeadDisk(what string) error {
	return fault.New("close the library", fault.Unavailable, "A disk may not answer. What was being done goes on the next time.", errors.New(what))
}

// openLibrary opens the library and begins what goes on as long as it is open.
func (d *Desk) openLibrary(ctx context.Context, cfg core.Config) {
	defer close(d.opened)
	defer d.say(EventChanged, nil)
	if d.core, d.problem = core.Open(ctx, cfg); d.problem != nil {
		d.core = nil
		return
	}
	d.listen()
	d.behind(d.watchFolders)
	d.behind(d.resumeRelated)
	d.behind(d.readAgain)
}

// errClosed pauses the runs that it ends.
var errClosed = fmt.Errorf("the window was closed: %w", graph.ErrShutdown)

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
	}
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if d.problem != nil {
		return out, d.problem
	}
	return do(d.core, ctx)
}

// with is ask for what core answers from one argument.
func with[A, T any](d *Desk, do func(*core.Core, context.Context, A) (T, error), a A) (T, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (T, error) { return do(c, ctx, a) })
}

// tell is ask for a method that answers nothing.
func tell(d *Desk, do func(*core.Core, context.Context) error) error {
	_, err := ask(d, func(c *core.Core, ctx context.Context) (struct{}, error) { return struct{}{}, do(c, ctx) })
	return err
}

// behind does work that takes time, until it is done or the desk is closed. On a closed desk nothing is begun.
func (d *Desk) behind(do func(ctx context.Context)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ctx.Err() != nil {
		return
	}
	d.work.Add(1)
	go func() {
		defer d.work.Done()
		defer d.stumbled()
		do(d.ctx)
	}()
}

// ProblemName is the event that tells of a failure that no call waits for. Its data is a Fault.
const ProblemName = "problem"

// stumbled ends work behind that panicked: the person is told, everything else goes on.
func (d *Desk) stumbled() {
	if p := recover(); p != nil {
		d.emit.Emit(ProblemName, FaultOf(stumble(p)))
	}
}
