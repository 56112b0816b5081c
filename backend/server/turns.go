package server

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// turns shares the program among the pages that call it: a few calls are at work at a time, and pages with calls that wait get their turn
// one after the other, so that a page with a thousand calls keeps no other waiting for more than one of them.
type turns struct {
	mu    sync.Mutex
	free  int     // calls that may begin at once
	lines []*line // of pages with calls that wait, in turn
}

// line holds the waiting calls of one page.
type line struct{ waiting []chan struct{} }

// longCall is how long a call may be at work before the next begins beside it: a backup keeps nobody waiting.
const longCall = 500 * time.Millisecond

func newTurns() *turns { return &turns{free: max(4, 2*runtime.NumCPU())} }

// do runs a call of a page when it is its turn. It is not run when ctx ends first.
func (t *turns) do(ctx context.Context, l *line, call func()) {
	if !t.take(ctx, l) {
		return
	}
	leave := sync.OnceFunc(t.leave)
	defer leave()
	defer time.AfterFunc(longCall, leave).Stop()
	call()
}

// take waits for the turn of one call of the line.
func (t *turns) take(ctx context.Context, l *line) bool {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return true
	}
	turn := make(chan struct{})
	if l.waiting = append(l.waiting, turn); len(l.waiting) == 1 {
		t.lines = append(t.lines, l)
	}
	t.mu.Unlock()
	select {
	case <-turn:
		return true
	case <-ctx.Done():
		go func() { // its turn comes all the same
			<-turn
			t.leave()
		}()
		return false
	}
}

// leave gives the turn to the next page in line.
func (t *turns) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == 0 {
		t.free++
		return
	}
	l := t.lines[0]
	t.lines = t.lines[1:]
	next := l.waiting[0]
	if l.waiting = l.waiting[1:]; len(l.waiting) > 0 {
		t.lines = append(t.lines, l)
	}
	close(next)
}
