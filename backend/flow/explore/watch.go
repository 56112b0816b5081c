package explore

import (
	"sync"
	"time"
)

// watch is how long a run works as time passes: what branches do side by side counts once.
type watch struct {
	mu    sync.Mutex
	nodes int       // at work
	since time.Time // what passed until then was taken
}

// enter says that a node begins to work.
func (w *watch) enter(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.nodes++; w.nodes == 1 {
		w.since = now
	}
}

func (w *watch) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.nodes--
}

// take returns the time that passed while nodes worked and that none was charged with yet, and charges it.
func (w *watch) take(now time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	passed := now.Sub(w.since)
	w.since = now
	return passed
}

// passed is what take would return.
func (w *watch) passed(now time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return now.Sub(w.since)
}
