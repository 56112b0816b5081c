package egress_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
)

// clock is a time that passes only when somebody sleeps.
type clock struct {
	mu    sync.Mutex
	at    time.Time
	slept []time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) sleep(_ context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	c.slept = append(c.slept, d)
	return nil
}

func TestTurns_PausesBetweenRequestsToAHost(t *testing.T) {
	for text, pause := range map[string]time.Duration{
		"": 2 * time.Second, "User-agent: *\nCrawl-delay: 1": 2 * time.Second, "User-agent: *\nCrawl-delay: 7": 7 * time.Second,
		"User-agent: *\nCrawl-delay: 600": 10 * time.Second, "User-agent: *\nCrawl-delay: 1e300": 2 * time.Second,
		"User-agent: *\nCrawl-delay: 8\n" + strings.Repeat("# nothing to see\n", 40000): 8 * time.Second,
	} {
		net, _ := ruled(t, 200, text)
		net.Host("other.example", listen(t, http.NotFound))
		c := &clock{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
		w := egress.NewWeb(egress.Open(), egress.WebOptions{Wire: net.Wire(), Now: c.now, Sleep: c.sleep, Limits: egress.Limits{Gap: 2 * time.Second}})
		for _, address := range []string{"http://news.example/a", "http://other.example/", "http://news.example/b", "http://news.example/c"} {
			if _, _, err := get(w, egress.Read, address); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		if len(c.slept) != 2 || c.slept[0] != pause || c.slept[1] != pause {
			t.Errorf("%q: slept %v, want twice %v", text, c.slept, pause)
		}
	}
}

// A redirect to the same host is the same visit; one to another host that was just visited is not.
func TestTurns_ARedirectIsTheSameVisit(t *testing.T) {
	net := egresstest.New()
	server := listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(rw, r, to, http.StatusFound)
		}
	})
	net.Host("a.example", server)
	net.Host("b.example", server)
	net.Host("c.example", server)
	c := &clock{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	w := egress.NewWeb(egress.Open(), egress.WebOptions{Wire: net.Wire(), Now: c.now, Sleep: c.sleep})
	defer w.Close()
	for _, s := range []struct {
		address string
		pauses  int
	}{{"http://b.example/?to=/x", 0}, {"http://a.example/?to=/x", 0}, {"http://c.example/?to=http://b.example/", 1}} {
		c.slept = nil
		if _, _, err := get(w, egress.Read, s.address); err != nil || len(c.slept) != s.pauses {
			t.Errorf("%s: %v, slept %v", s.address, err, c.slept)
		}
	}
}

func TestTurns_OneRequestAtATimePerHost(t *testing.T) {
	var active, most, hosts atomic.Int64
	both := make(chan struct{})
	handler := func(rw http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), active.Add(1)))
		if r.URL.Path == "/meet" && hosts.Add(1) == 2 {
			close(both) // two hosts are asked at the same time
		}
		if r.URL.Path == "/meet" {
			<-both
		}
		time.Sleep(time.Millisecond)
		active.Add(-1)
	}
	net := egresstest.New()
	server := listen(t, handler)
	net.Host("a.example", server)
	net.Host("b.example", server)
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() { get(w, egress.Search, "http://a.example/") })
	}
	wait.Wait()
	if most.Load() != 1 {
		t.Errorf("%d requests at a time", most.Load())
	}
	wait.Go(func() { get(w, egress.Search, "http://a.example/meet") })
	wait.Go(func() { get(w, egress.Search, "http://b.example/meet") })
	wait.Wait()
}

func TestTurns_WaitingEndsWithTheCaller(t *testing.T) {
	net, _ := ruled(t, 404, "")
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	req, _ := http.NewRequest(http.MethodGet, "http://news.example/a", nil)
	resp, err := w.For(egress.Read).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() // the host is taken until here
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	second, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://news.example/b", nil)
	if _, err := w.For(egress.Read).Do(second); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
