package pdf

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"rabbithole/backend/pdf/worker"
)

// pool keeps child processes for the next document. Its lock guards idle and closed; a process that is lent out belongs to
// who has it.
type pool struct {
	o     Options
	slots chan struct{} // one token per process that may be lent out

	waiting atomic.Int64 // calls that wait for a process

	mu     sync.Mutex
	idle   []*process
	closed bool

	quit    chan struct{} // closed by close
	warming sync.WaitGroup
}

var errClosed = errors.New("the PDF extractor is closed")

func newPool(o Options) *pool {
	return &pool{o: o, slots: make(chan struct{}, o.Workers), quit: make(chan struct{})}
}

// get waits for a process, by preference one that has the document open.
func (p *pool) get(ctx context.Context, key docKey) (*process, error) {
	p.waiting.Add(1)
	err := p.acquire(ctx)
	p.waiting.Add(-1)
	if err != nil {
		return nil, err
	}
	return p.take(key)
}

// spare waits for a process that nobody else waits for. It returns nil when ctx ends first, or when none can be started.
func (p *pool) spare(ctx context.Context, key docKey) *process {
	for p.acquire(ctx) == nil {
		if !p.wanted() && ctx.Err() == nil {
			proc, _ := p.take(key)
			return proc
		}
		<-p.slots
		runtime.Gosched() // to the call that waits
	}
	return nil
}

func (p *pool) acquire(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wanted reports whether a call waits for a process.
func (p *pool) wanted() bool { return p.waiting.Load() > 0 }

// warm starts one more process, if there may be one, and lets it load its engine while the caller goes on.
func (p *pool) warm() {
	select {
	case p.slots <- struct{}{}:
	default:
		return
	}
	p.mu.Lock()
	needed := !p.closed && len(p.idle) == 0
	if needed {
		p.warming.Add(1)
	}
	p.mu.Unlock()
	if !needed {
		<-p.slots
		return
	}
	go func() {
		defer p.warming.Done()
		p.put(p.warmed())
	}()
}

// warmed returns a process that has loaded its engine, nil when that failed: whoever needs one then finds out why.
func (p *pool) warmed() *process {
	proc, err := start(p.o)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-p.quit:
			cancel()
		case <-ctx.Done():
		}
	}()
	if _, err := proc.ask(ctx, worker.Request{Op: worker.OpLoad}, loadTime); err != nil {
		proc.kill()
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
	first := !p.closed
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	if first {
		close(p.quit)
	}
	p.warming.Wait()
	for _, proc := range idle {
		_ = proc.child.Kill() // all before the first is waited for: the system needs its time to clear up after each
	}
	for _, proc := range idle {
		proc.kill()
	}
}
