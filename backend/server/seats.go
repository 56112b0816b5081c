package server

import (
	"fmt"
	"sync"

	"rabbithole/backend/fault"
)

// The most sockets for queries that may be open: of one client, and in all.
const (
	seatsEach = 16
	seatsAll  = 64
)

// seats counts the sockets that are open by client, so that nobody opens them without end.
type seats struct {
	each, all int

	mu    sync.Mutex
	taken map[string]int // by client
	sum   int
}

func newSeats() *seats { return &seats{each: seatsEach, all: seatsAll, taken: map[string]int{}} }

// take counts one more of a client's sockets, or refuses it. Who was let in leaves.
func (s *seats) take(client string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken[client] >= s.each || s.sum >= s.all {
		return fault.New("open one more socket", fault.Unavailable, "Close one, or ask over one that is open: it takes a query after the other.",
			fmt.Errorf("%d are open", s.sum))
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
