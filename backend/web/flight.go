package web

import (
	"context"
	"sync"
)

// flights lets those who want the same page at the same time share one fetch.
type flights struct {
	mu   sync.Mutex
	open map[string]*flight
}

type flight struct {
	landed chan struct{}
	result reading
	err    error
}

// do runs fetch for key, or waits for the one that runs. A fetch that ended because its own caller gave up is repeated for those who did not.
func (f *flights) do(ctx context.Context, key string, fetch func() (reading, error)) (reading, error) {
	for {
		mine, other := f.board(key)
		if other == nil {
			mine.result, mine.err = fetch()
			f.land(key, mine)
			return mine.result.copied(), mine.err
		}
		select {
		case <-ctx.Done():
			return reading{}, ctx.Err()
		case <-other.landed:
		}
		if other.err == nil || !givenUp(other.err) || ctx.Err() != nil {
			return other.result.copied(), other.err
		}
	}
}

// board returns the flight to fly, or else the one that is under way.
func (f *flights) board(key string) (mine, other *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if other := f.open[key]; other != nil {
		return nil, other
	}
	if f.open == nil {
		f.open = map[string]*flight{}
	}
	mine = &flight{landed: make(chan struct{})}
	f.open[key] = mine
	return mine, nil
}

func (f *flights) land(key string, done *flight) {
	f.mu.Lock()
	delete(f.open, key)
	f.mu.Unlock()
	close(done.landed)
}
