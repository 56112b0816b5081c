package server

import (
	"fmt"
	"sync"

	"rabbithole/backend/fault"
)

// The most sockets for queries, and the most streams, that may be open: of one client, and in all. The user interface opens neither.
const (
	seatsEach = 16
	seatsAll  = 64
)

// seats counts what is open of a kind by client, so that nobody opens it without end.
type seats struct {
	what, hint string // of one that is refused
	each, all  int

	mu    sync.Mutex
	taken map[string]int // by client
	sum   int
}

func newSeats(what, hint string) *seats {
	return &seats{what: what, hint: hint, each: seatsEach, all: seatsAll, taken: map[string]int{}}
}

// take counts one more of a client's, or refuses it. Who was let in leaves.
func (s *seats) take(client string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken[client] >= s.each || s.sum >= s.all {
		return fault.New("open one more "+s.what, fault.Unavailable, s.hint, fmt.Errorf("%d of yours are open, %d in all; %d and %d may be",
			s.taken[client], s.sum, s.each, s.all))
	}
	s.taken[client]++
	s.sum++
	return nil
}

func (s *seats) leave(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum--
	if s.taken[client]--; s.taken[client] == 0 {
		delete(s.taken, client)
	}
}
