package egress

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/fault"
)

// Limits of what a run takes from the web; a zero field has the default that stands beside it.
type Limits struct {
	Redirects   int           // followed for one request: 5
	Bytes       int64         // of one page, as sent and after decompression: 1,500,000
	Header      int64         // bytes of one response's header: 64 KiB
	Request     time.Duration // for one request with its redirects, waiting for a polite moment left out: 12 s
	Gap         time.Duration // between two requests to one host: 500 ms
	RunRequests int           // of the run, redirects and robots.txt counted: 300
	RunBytes    int64         // of the run, bodies as sent: 100,000,000
	RunTime     time.Duration // in which at least one request of the run was going on: 10 min
}

// What a caller may branch on; each comes inside a fault that says what to do.
var (
	ErrTooLong = errors.New("longer than what is read of one page") // what was read until then is good
	ErrSpent   = errors.New("the web budget of this run is used up")
	ErrRobots  = errors.New("the site asks programs not to read this page") // in its robots.txt
)

func (l Limits) withDefaults() Limits {
	l.Redirects = cmp.Or(max(l.Redirects, 0), 5)
	l.Bytes = cmp.Or(max(l.Bytes, 0), 1_500_000)
	l.Header = cmp.Or(max(l.Header, 0), 64<<10)
	l.Request = cmp.Or(max(l.Request, 0), 12*time.Second)
	l.Gap = cmp.Or(max(l.Gap, 0), 500*time.Millisecond)
	l.RunRequests = cmp.Or(max(l.RunRequests, 0), 300)
	l.RunBytes = cmp.Or(max(l.RunBytes, 0), 100_000_000)
	l.RunTime = cmp.Or(max(l.RunTime, 0), 10*time.Minute)
	return l
}

// The least that is read of what is no page.
const (
	hitsSize   = 3 << 20   // of a search service's answer
	robotsSize = 500 << 10 // of a robots.txt; RFC 9309 asks for at least this
)

// of is how many bytes are read of one response.
func (l Limits) of(purpose Purpose) int64 {
	switch purpose {
	case Search:
		return max(l.Bytes, hitsSize)
	case Robots:
		return max(l.Bytes, robotsSize)
	}
	return l.Bytes
}

// account is what a run has taken of its limits. Time counts while at least one request is going on: a run that waits for a person for days
// does not spend it.
type account struct {
	limits Limits
	now    func() time.Time

	mu       sync.Mutex
	requests int
	bytes    int64
	busy     time.Duration
	active   int
	since    time.Time
}

// took counts what earlier processes connected to for the run. Requests that went on side by side took their time together.
func (a *account) took(earlier []Connection) {
	sent := slices.DeleteFunc(slices.Clone(earlier), func(c Connection) bool { return !c.Allowed })
	slices.SortStableFunc(sent, func(x, y Connection) int { return x.At.Compare(y.At) })
	var until time.Time
	for _, c := range sent {
		a.requests++
		a.bytes += c.In
		from, end := c.At, c.At.Add(c.Took)
		if from.Before(until) {
			from = until
		}
		if end.After(from) {
			a.busy += end.Sub(from)
			until = end
		}
	}
}

// begin starts the clock for a request and returns what is left on it.
func (a *account) begin() (time.Duration, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	if a.active == 0 {
		a.since = now
	}
	left := a.limits.RunTime - a.busy - now.Sub(a.since)
	if left <= 0 {
		return 0, spent("time")
	}
	a.active++
	return left, nil
}

// end stops what begin started.
func (a *account) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.active--
	if a.active == 0 {
		a.busy += a.now().Sub(a.since)
	}
}

// request counts one more request.
func (a *account) request() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.requests >= a.limits.RunRequests {
		return spent("number of requests")
	}
	a.requests++
	return nil
}

// read counts n more bytes.
func (a *account) read(n int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.bytes += int64(n)
	if a.bytes > a.limits.RunBytes {
		return spent("amount of data")
	}
	return nil
}

func spent(what string) error {
	return fault.New("read the web: "+what+" of this run", fault.Denied,
		"What was read until now is used. Ask a narrower question, or raise the web limits in the settings.", ErrSpent)
}
