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

// take waits for a turn with a host, and with pause until it is polite. It returns how long that took, and what gives the turn back; counts says
// whether the next has to pause after this one, which is not so for a robots.txt and the page it is asked for.
func (t *turns) take(ctx context.Context, name string, pause, counts bool) (time.Duration, func(), error) {
	started := t.now()
	host := t.of(name)
	select {
	case host.seat <- struct{}{}:
	case <-ctx.Done():
		return t.now().Sub(started), nil, context.Cause(ctx)
	}
	if wait := max(t.gap, host.delay) - t.now().Sub(host.last); pause && wait > 0 && !host.last.IsZero() {
		if err := t.sleep(ctx, wait); err != nil {
			<-host.seat
			return t.now().Sub(started), nil, err
		}
	}
	leave := func() {
		if counts {
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
