package egress

import (
	"context"
	"sync"
	"time"
)

// longestDelay is how long a site's Crawl-delay is followed.
const longestDelay = 10 * time.Second

// turns lets one request at a time go to a host, with a pause between them.
type turns struct {
	now   func() time.Time
	sleep func(context.Context, time.Duration) error
	gap   time.Duration
	mu    sync.Mutex
	hosts map[string]*turn
}

// turn of a host: seat holds whoever's turn it is, last and delay belong to whoever sits.
type turn struct {
	seat  chan struct{}
	last  time.Time     // when the request before ended
	delay time.Duration // that the site asks for
}

func (t *turns) of(host string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hosts[host] == nil {
		t.hosts[host] = &turn{seat: make(chan struct{}, 1)}
	}
	return t.hosts[host]
}

// take waits for a polite moment and returns how long that took, and what gives the turn back. The person's own search endpoint needs no pause, and
// robots.txt none before the page it was asked for.
func (t *turns) take(ctx context.Context, to target, purpose Purpose) (time.Duration, func(), error) {
	started := t.now()
	host := t.of(to.host)
	select {
	case host.seat <- struct{}{}:
	case <-ctx.Done():
		return t.now().Sub(started), nil, context.Cause(ctx)
	}
	if wait := max(t.gap, host.delay) - t.now().Sub(host.last); wait > 0 && !to.endpoint && !host.last.IsZero() {
		if err := t.sleep(ctx, wait); err != nil {
			<-host.seat
			return t.now().Sub(started), nil, err
		}
	}
	leave := func() {
		if purpose != Robots {
			host.last = t.now()
		}
		<-host.seat
	}
	return t.now().Sub(started), leave, nil
}

// slow makes a site's own wish for pauses count, up to longestDelay.
func (t *turns) slow(ctx context.Context, host string, delay time.Duration) error {
	h := t.of(host)
	select {
	case h.seat <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	h.delay = delay
	<-h.seat
	return nil
}
