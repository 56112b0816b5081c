package pdf

import (
	"context"
	"errors"
	"time"

	"rabbithole/backend/pdf/worker"
)

// lease is a process lent to a file for one call. It replaces the process when that dies, and gives the last one back.
type lease struct {
	f    *file
	key  docKey
	proc *process // nil when it was killed
	idle bool     // the process came from the pool and has not been asked anything yet: it may be dead
}

func (f *file) lease(ctx context.Context, key docKey) (*lease, error) {
	proc, err := f.x.pool.get(ctx, key)
	if err != nil {
		return nil, f.fault(err)
	}
	return &lease{f: f, key: key, proc: proc, idle: true}, nil
}

// spare waits for a process that nobody else needs and returns nil when ctx ends first.
func (f *file) spare(ctx context.Context, key docKey) *lease {
	proc := f.x.pool.spare(ctx, key)
	if proc == nil {
		return nil
	}
	return &lease{f: f, key: key, proc: proc, idle: true}
}

// end gives the process back.
func (l *lease) end() { l.f.x.pool.put(l.proc) }

// drop kills the process: it hangs, is dead, or has replies under way that nobody wants.
func (l *lease) drop() {
	if l.proc != nil {
		l.proc.kill()
		l.proc = nil
	}
}

// ensure makes sure that a process lives and has the document open.
func (l *lease) ensure(ctx context.Context) error {
	if l.proc != nil && l.proc.open == l.key {
		return nil
	}
	_, err := l.openAs(ctx, l.f.open)
	return err
}

// openAs opens the document. A process that died while it was idle is replaced once.
func (l *lease) openAs(ctx context.Context, file worker.File) (worker.Reply, error) {
	file.Draw = l.key.draw
	for {
		idle := l.idle
		l.idle = false
		reply, err := l.tryOpen(ctx, file)
		if errors.Is(err, errDied) && idle {
			continue
		}
		return reply, err
	}
}

func (l *lease) tryOpen(ctx context.Context, file worker.File) (worker.Reply, error) {
	if l.proc == nil {
		proc, err := start(l.f.x.o)
		if err != nil {
			return worker.Reply{}, err
		}
		l.proc = proc
	}
	l.proc.open = docKey{}
	if reply, err := l.ask(ctx, worker.Request{Op: worker.OpLoad, File: file}, loadTime); err != nil {
		return reply, err
	}
	reply, err := l.ask(ctx, worker.Request{Op: worker.OpOpen, File: file}, l.f.x.o.openTime(file))
	if err != nil {
		return reply, err
	}
	if reply.Failure != nil {
		return reply, reply.Failure
	}
	l.proc.open = l.key
	return reply, nil
}

// ask asks the process one thing and drops it when no reply comes.
func (l *lease) ask(ctx context.Context, r worker.Request, wait time.Duration) (worker.Reply, error) {
	reply, err := l.proc.ask(ctx, r, wait)
	if err != nil {
		l.drop()
	}
	return reply, err
}

// askOpened asks something about the document. A process that is found dead is replaced.
func (l *lease) askOpened(ctx context.Context, r worker.Request, wait time.Duration) (worker.Reply, error) {
	for {
		if err := l.ensure(ctx); err != nil {
			return worker.Reply{}, err
		}
		idle := l.idle
		l.idle = false
		reply, err := l.ask(ctx, r, wait)
		if errors.Is(err, errDied) && idle {
			continue
		}
		return reply, err
	}
}
