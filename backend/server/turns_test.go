package server

import (
	"context"
	"sync"
	"testing"
)

// queued returns once n calls wait.
func (t *turns) queued(n int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum := 0
	for _, l := range t.lines {
		sum += len(l.waiting)
	}
	return sum == n
}

func TestTurns_APageWithManyCallsKeepsNoOtherWaiting(t *testing.T) {
	s := &turns{free: 1}
	busy, other := &line{}, &line{}
	hold := make(chan struct{})
	var work sync.WaitGroup
	var order []string // written one at a time: one call is at work
	begin := func(name string, l *line, then func()) {
		work.Go(func() {
			s.do(t.Context(), l, func() {
				order = append(order, name)
				then()
			})
		})
	}
	begin("first", busy, func() { <-hold })
	until(t, "the first call is at work", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.free == 0 })
	const many = 300
	for range many {
		begin("busy", busy, func() {})
	}
	until(t, "they wait", func() bool { return s.queued(many) })
	begin("other", other, func() {})
	until(t, "the other waits too", func() bool { return s.queued(many + 1) })
	gone, leave := context.WithCancel(t.Context())
	work.Go(func() { s.do(gone, &line{}, func() { t.Error("a call of a page that is gone was made") }) })
	until(t, "one more waits", func() bool { return s.queued(many + 2) })
	leave()
	close(hold)
	work.Wait()
	for i, name := range order {
		if name == "other" && i > 2 {
			t.Errorf("%d calls of another page came first", i)
		}
	}
	if len(order) != many+2 {
		t.Errorf("%d calls were made, want %d", len(order), many+2)
	}
	until(t, "the turn is free again", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.free == 1 && len(s.lines) == 0 })
}

// A call that takes long, a backup say, keeps nobody waiting.
func TestTurns_ALongCallGivesItsTurnBack(t *testing.T) {
	s := &turns{free: 1}
	done, hold := make(chan struct{}), make(chan struct{})
	go s.do(t.Context(), &line{}, func() { <-hold; close(done) })
	until(t, "it is at work", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.free == 0 })
	s.do(t.Context(), &line{}, func() {})
	close(hold)
	<-done
	until(t, "one turn is free, not two", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.free == 1 })
}
