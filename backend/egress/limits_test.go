package egress_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fault"
)

// one returns an internet with one host, which answers with handler and has no robots.txt.
func one(t *testing.T, handler http.HandlerFunc) *egresstest.Net {
	t.Helper()
	net := egresstest.New()
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(rw, r)
			return
		}
		handler(rw, r)
	}))
	return net
}

func pack(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// complains checks that a limit is told as a fault with a hint, wrapping cause if that is not nil.
func complains(t *testing.T, err error, kind fault.Kind, cause error) {
	t.Helper()
	if fault.KindOf(err) != kind || fault.Hint(err) == "" || cause != nil && !errors.Is(err, cause) {
		t.Errorf("%v: kind %q, hint %q; want %q because of %v", err, fault.KindOf(err), fault.Hint(err), kind, cause)
	}
}

func TestLimits_BytesCountAsSentAndUnpacked(t *testing.T) {
	text := strings.Repeat("all work and no play ", 100)
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(i * i >> 3)
	}
	for _, c := range []struct {
		name, coding string
		body         []byte
		limit        int64
		want         string // what is read
		kind         fault.Kind
	}{
		{"plain", "", []byte(text), 2100, text, ""},
		{"plain, too long", "", []byte(text), 2099, text[:2099], fault.Unreadable},
		{"packed", "gzip", pack(t, text), 2100, text, ""},
		{"packed, too long unpacked", "gzip", pack(t, text), 2099, text[:2099], fault.Unreadable},
		{"a bomb", "gzip", pack(t, strings.Repeat("\x00", 50<<20)), 100_000, strings.Repeat("\x00", 100_000), fault.Unreadable},
		{"empty members without end", "gzip", bytes.Repeat(pack(t, ""), 1000), 2000, "", fault.Unreadable},
		{"packed, nothing in it", "gzip", nil, 2000, "", ""},
		{"packed, damaged", "gzip", []byte("no gzip at all, but long enough"), 2000, "", fault.Unreadable},
		{"packed, damaged inside", "gzip", append(pack(t, text)[:10:10], bytes.Repeat([]byte{0xff}, 50)...), 3000, "*", fault.Unreadable},
		{"packed, cut off", "gzip", pack(t, text)[:30], 2000, "*", fault.Unavailable},
		{"a packing nobody asked for", "br", []byte("x"), 2000, "", fault.Unreadable},
		{"two packings", "gzip, gzip", []byte("x"), 2000, "", fault.Unreadable},
	} {
		t.Run(c.name, func(t *testing.T) {
			net := one(t, func(rw http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Accept-Encoding") != "gzip" {
					t.Errorf("asked for %q", r.Header.Get("Accept-Encoding"))
				}
				if c.coding != "" {
					rw.Header().Set("Content-Encoding", c.coding)
				}
				rw.Write(c.body)
			})
			_, body, err := get(newWeb(t, net, egress.Open(), egress.Limits{Bytes: c.limit}), egress.Read, "http://news.example/")
			if c.want != "*" && body != c.want {
				t.Errorf("read %d bytes, want %d", len(body), len(c.want))
			}
			if c.kind == "" && err != nil {
				t.Error(err)
			}
			if c.kind != "" {
				complains(t, err, c.kind, nil)
			}
		})
	}
}

func TestLimits_OfTheRun(t *testing.T) {
	net := one(t, func(rw http.ResponseWriter, r *http.Request) { rw.Write(make([]byte, 1000)) })
	for name, limits := range map[string]egress.Limits{"requests": {RunRequests: 4}, "bytes": {RunBytes: 3500}} {
		w := newWeb(t, net, egress.Open(), limits)
		for i := range 3 {
			if _, _, err := get(w, egress.Read, "http://news.example/"); err != nil {
				t.Fatalf("%s: request %d: %v", name, i, err)
			}
		}
		_, _, err := get(w, egress.Read, "http://news.example/")
		complains(t, err, fault.Denied, egress.ErrSpent)
	}
}

// What a server sends instead of HTTP stands neither in the error nor in the log.
func TestConnections_QuoteNoAnswer(t *testing.T) {
	for _, answer := range []string{"secret words\r\n\r\n", "HTTP/1.1 200 OK\r\nsecret words\r\n\r\n", "HTTP/1.1 secret words\r\n\r\n", "HTTP/1.1 200 OK\r\nLocation: secret\x7fwords\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: secret words\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: secret words\r\n\r\n"} {
		net := one(t, func(rw http.ResponseWriter, _ *http.Request) {
			conn, _, err := rw.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			io.WriteString(conn, answer)
		})
		w := newWeb(t, net, egress.Open(), egress.Limits{})
		_, _, err := get(w, egress.Search, "http://news.example/?key=secret")
		if err == nil || fault.Hint(err) == "" || strings.Contains(err.Error()+w.Connections()[0].Error, "secret") || w.Connections()[0].Error == "" {
			t.Errorf("%q: %v, log %+v", answer, err, w.Connections())
		}
	}
}

// The log counts each request for itself, over a connection that is used again as well.
func TestConnections_CountEachRequest(t *testing.T) {
	net := one(t, func(rw http.ResponseWriter, r *http.Request) { rw.Write(make([]byte, 1000)) })
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	for range 5 {
		if _, _, err := get(w, egress.Search, "http://news.example/"); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range w.Connections() {
		if c.In < 1000 || c.In > 1500 || c.Out < 100 || c.Out > 500 {
			t.Errorf("request %d: %+v", i, c)
		}
	}
}

func TestLimits_ARedirectIsARequest(t *testing.T) {
	net := one(t, func(rw http.ResponseWriter, r *http.Request) { http.Redirect(rw, r, "/again", http.StatusFound) })
	_, _, err := get(newWeb(t, net, egress.Open(), egress.Limits{RunRequests: 3}), egress.Search, "http://news.example/")
	complains(t, err, fault.Denied, egress.ErrSpent)
}

func TestLimits_TimeOfARequest(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	net := one(t, func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/drip":
			io.WriteString(rw, "a little")
			rw.(http.Flusher).Flush()
		case "/redirects":
			time.Sleep(20 * time.Millisecond)
			http.Redirect(rw, r, "/redirects", http.StatusFound)
			return
		}
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	for path, read := range map[string]string{"/silent": "", "/drip": "a little", "/redirects": ""} {
		w := newWeb(t, net, egress.Open(), egress.Limits{Request: 50 * time.Millisecond})
		_, body, err := get(w, egress.Read, "http://news.example"+path)
		complains(t, err, fault.Unavailable, context.DeadlineExceeded)
		if body != read {
			t.Errorf("%s: read %q", path, body)
		}
		if last := w.Connections()[len(w.Connections())-1]; last.Error == "" || !last.Allowed {
			t.Errorf("%s: log %+v", path, last)
		}
	}
}

func TestLimits_TimeOfARun(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	net := one(t, func(rw http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	w := newWeb(t, net, egress.Open(), egress.Limits{RunTime: 50 * time.Millisecond})
	for range 2 { // the second finds it spent
		_, _, err := get(w, egress.Read, "http://news.example/")
		complains(t, err, fault.Denied, egress.ErrSpent)
	}
}

func TestLimits_ARunThatWaitsSpendsNoTime(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	net := one(t, func(rw http.ResponseWriter, r *http.Request) {})
	w := egress.NewWeb(egress.Open(), egress.WebOptions{Wire: net.Wire(), Now: func() time.Time { return now }, Limits: egress.Limits{RunTime: time.Minute}})
	defer w.Close()
	for range 3 {
		if _, _, err := get(w, egress.Search, "http://news.example/"); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
	}
	req, _ := http.NewRequest(http.MethodGet, "http://news.example/", nil)
	resp, err := w.For(egress.Search).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour) // while a body is open
	resp.Body.Close()
	_, _, err = get(w, egress.Search, "http://news.example/")
	complains(t, err, fault.Denied, egress.ErrSpent)
}

func TestLimits_HeaderOfAnAnswer(t *testing.T) {
	net := one(t, func(rw http.ResponseWriter, r *http.Request) {
		for i := range 200 {
			rw.Header().Set("X-"+strconv.Itoa(i), strings.Repeat("x", 1000))
		}
	})
	_, _, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Read, "http://news.example/")
	complains(t, err, fault.Unreadable, nil)
}

// The limit of a page is none of what a site asks of programs, and none of a list of hits.
func TestLimits_OfAPageAreNoneOfRobotsAndSearches(t *testing.T) {
	rules := "User-agent: *\n" + strings.Repeat("Disallow: /nothing-of-interest/\n", 100) + "Disallow: /private\n"
	net := egresstest.New()
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			io.WriteString(rw, rules)
			return
		}
		io.WriteString(rw, strings.Repeat("hit ", 1000))
	}))
	w := newWeb(t, net, egress.Open(), egress.Limits{Bytes: 500})
	_, _, err := get(w, egress.Read, "http://news.example/private")
	complains(t, err, fault.Denied, egress.ErrRobots)
	if _, body, err := get(w, egress.Search, "http://news.example/search"); err != nil || len(body) != 4000 {
		t.Errorf("%d bytes of hits, %v", len(body), err)
	}
	if _, body, err := get(w, egress.Read, "http://news.example/page"); !errors.Is(err, egress.ErrTooLong) || len(body) != 500 {
		t.Errorf("%d bytes of a page, %v", len(body), err)
	}
}

// A run that goes on in another process has spent what it spent.
func TestLimits_CountWhatEarlierProcessesTook(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	earlier := []egress.Connection{
		{Host: "a.example:80", At: at, Allowed: true, In: 700, Took: 40 * time.Second},
		{Host: "b.example:80", At: at.Add(20 * time.Second), Allowed: true, In: 200, Took: 30 * time.Second}, // side by side with the first
		{Host: "c.example:80", At: at.Add(time.Hour), Allowed: true, Took: 5 * time.Second},
		{Host: "127.0.0.1:80", At: at, Error: "refused"},
	}
	net := one(t, func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, strings.Repeat("x", 200)) })
	for name, c := range map[string]struct {
		limits egress.Limits
		spent  bool
	}{
		"requests":          {egress.Limits{RunRequests: 3}, true},
		"requests are left": {egress.Limits{RunRequests: 5}, false},
		"bytes":             {egress.Limits{RunBytes: 1000}, true},
		"bytes are left":    {egress.Limits{RunBytes: 2000}, false},
		"time":              {egress.Limits{RunTime: 55 * time.Second}, true},
		"time is left":      {egress.Limits{RunTime: 65 * time.Second}, false},
	} {
		w := egress.NewWeb(egress.Open(), egress.WebOptions{Wire: net.Wire(), Limits: c.limits, Before: earlier, Sleep: func(context.Context, time.Duration) error { return nil }})
		_, _, err := get(w, egress.Read, "http://news.example/page")
		if errors.Is(err, egress.ErrSpent) != c.spent || !c.spent && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if log := w.Connections(); len(log) > 0 && !c.spent && log[len(log)-1].Took <= 0 {
			t.Errorf("%s: the log does not say how long it took: %+v", name, log)
		}
		w.Close()
	}
}
