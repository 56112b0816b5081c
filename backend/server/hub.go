package server

import (
	"encoding/json"
	"sync"
)

// Hub hands what a desk tells to everybody who listens. It is the desk's Emitter; the zero value works.
//
// Every listener has a queue of its own, first in, first out, and Emit never waits for one.
type Hub struct {
	mu     sync.Mutex
	queues map[*queue]struct{}
}

// message is what a listener gets: an event, or the result of a call on a socket.
type message struct {
	data any    // of an event
	raw  []byte // as it goes over a socket
}

// Emit tells every listener of an event.
func (h *Hub) Emit(name string, data any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.queues) == 0 {
		return
	}
	raw, err := json.Marshal(struct {
		Event string `json:"event"`
		Data  any    `json:"data"`
	}{name, data})
	if err != nil {
		return // events carry JSON: the desk made it
	}
	for q := range h.queues {
		q.push(message{data: data, raw: raw})
	}
}

// listen returns the queue of a new listener; leave ends it.
func (h *Hub) listen() *queue {
	q := &queue{ready: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.queues == nil {
		h.queues = map[*queue]struct{}{}
	}
	h.queues[q] = struct{}{}
	return q
}

func (h *Hub) leave(q *queue) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.queues, q)
}

// queueLimit is how many bytes may wait for a listener that does not read. One that falls behind further is cut off; it connects again
// and asks for what it missed.
const queueLimit = 128 << 20

// queue holds what one listener has not got yet.
type queue struct {
	ready chan struct{} // has a value when there is something to take

	mu    sync.Mutex
	items []message
	bytes int
	over  bool // the limit was passed
}

func (q *queue) push(m message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bytes += len(m.raw); q.bytes > queueLimit {
		q.items, q.over = nil, true
	}
	if !q.over {
		q.items = append(q.items, m)
	}
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take returns everything that waits, oldest first; ok is false for a listener that is to be cut off.
func (q *queue) take() (items []message, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	items, q.items, q.bytes = q.items, nil, 0
	return items, !q.over
}
