package core

import (
	"fmt"
	"sync"
	"time"

	"rabbithole/backend/fault"
)

// The most searches beside documents that one client may begin, and in what time.
const (
	relatedRuns   = 5
	relatedWithin = 10 * time.Minute
)

// TooMany refuses what a client asked for too often.
type TooMany struct{ After time.Duration } // when to ask again

// Error says how often is not too often.
func (t TooMany) Error() string {
	return fmt.Sprintf("%d were begun within %d minutes", relatedRuns, int(relatedWithin.Minutes()))
}

// relatedLimit counts what clients begin. The zero value works.
type relatedLimit struct {
	mu    sync.Mutex
	began map[string][]time.Time
}

// take counts one more of a client's runs, or refuses it.
func (l *relatedLimit) take(client string, now time.Time) error {
	if client == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.began == nil {
		l.began = map[string][]time.Time{}
	}
	var recent []time.Time
	for _, at := range l.began[client] {
		if now.Sub(at) < relatedWithin {
			recent = append(recent, at)
		}
	}
	if len(recent) >= relatedRuns {
		l.began[client] = recent
		after := relatedWithin - now.Sub(recent[0])
		return fault.New("look for what is related", fault.Unavailable, fmt.Sprintf("Try again in %d seconds. What was found before can be read meanwhile.", int(after.Seconds())+1), TooMany{after})
	}
	l.began[client] = append(recent, now)
	return nil
}
