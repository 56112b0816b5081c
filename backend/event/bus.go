package event

import "sync"

// Bus broadcasts events to subscribers inside this process. The zero value works.
//
// A subscriber that falls more than its buffer behind loses ephemeral events first; a durable event that does not fit marks
// the subscription as lagging, so that its owner catches up from the store with Since.
type Bus struct {
	mu   sync.Mutex
	subs map[*Subscription]struct{}
}

// Subscription receives events until Close.
type Subscription struct {
	C   <-chan Event
	c   chan Event
	bus *Bus
	mu  sync.Mutex
	lag bool
}

// Subscribe returns a subscription with room for buffer undelivered events.
func (b *Bus) Subscribe(buffer int) *Subscription {
	c := make(chan Event, buffer)
	s := &Subscription{C: c, c: c, bus: b}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs == nil {
		b.subs = map[*Subscription]struct{}{}
	}
	b.subs[s] = struct{}{}
	return s
}

// Publish hands e to every subscriber without blocking.
func (b *Bus) Publish(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		select {
		case s.c <- e:
		default:
			if e.Seq > 0 {
				s.mu.Lock()
				s.lag = true
				s.mu.Unlock()
			}
		}
	}
}

// Lagging reports whether durable events were dropped since the last call, and resets the mark.
func (s *Subscription) Lagging() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	lag := s.lag
	s.lag = false
	return lag
}

// Close ends the subscription; C is closed.
func (s *Subscription) Close() {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	if _, ok := s.bus.subs[s]; ok {
		delete(s.bus.subs, s)
		close(s.c)
	}
}
