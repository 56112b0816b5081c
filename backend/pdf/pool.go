package pdf

import (
	"context"
	"errors"
	"sync"
)

// pool keeps child processes for the next document. Its lock guards idle and closed; a process that is lent out belongs to
// who has it.
type pool struct {
	o     Options
	slots chan struct{} // one token per process that may be lent out

	mu     sync.Mutex
	idle   []*process
	closed bool
}

var errClosed = errors.New("the PDF extractor is closed")

func newPool(o Options) *pool {
	return &pool{o: o, slots: make(chan struct{}, o.Workers)}
}

// get waits for a process, by preference one that has the document open.
func (p *pool) get(ctx context.Context, key docKey) (*process, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return p.take(key)
}

// try returns a process if one may be had without waiting, else nil.
func (p *pool) try(key docKey) *process {
	select {
	case p.slots <- struct{}{}:
	default:
		return nil
	}
	proc, err := p.take(key)
	if err != nil {
		return nil
	}
	return proc
}

func (p *pool) take(key docKey) (*process, error) {
	if proc, err := p.pick(key); proc != nil || err != nil {
		if err != nil {
			<-p.slots
		}
		return proc, err
	}
	proc, err := start(p.o)
	if err != nil {
		<-p.slots
	}
	return proc, err
}

func (p *pool) pick(key docKey) (*process, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	if len(p.idle) == 0 {
		return nil, nil
	}
	at := 0 // the one that has been idle longest
	for i, proc := range p.idle {
		if proc.open == key {
			at = i
		}
	}
	proc := p.idle[at]
	p.idle = append(p.idle[:at], p.idle[at+1:]...)
	return proc, nil
}

// put takes a process back; nil stands for one that was killed.
func (p *pool) put(proc *process) {
	defer func() { <-p.slots }()
	if proc != nil {
		p.giveBack(proc)
	}
}

// giveBack makes a process idle, or ends it when the pool is closed.
func (p *pool) giveBack(proc *process) {
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.idle = append(p.idle, proc)
	}
	p.mu.Unlock()
	if closed {
		proc.kill()
	}
}

// holding takes out an idle process that has one of the document's forms open, nil when there is none.
func (p *pool) holding(id int64) *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, proc := range p.idle {
		if proc.open.id == id {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			return proc
		}
	}
	return nil
}

func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, proc := range idle {
		proc.kill()
	}
}
