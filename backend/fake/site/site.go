// Package site is a small web on loopback for tests: articles on two subjects that agree and contradict each other, a search service over
// them in SearXNG's form, pages that misbehave in every way a server can, and pages that try to deceive who reads them.
//
// It promises the same pages every time and remembers every request that it got. It refuses to reach anything: links of its pages lead to
// names that do not exist, or to itself, where a request would be noticed.
package site

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Site is a running web. Close it at the end of the test.
type Site struct {
	server *httptest.Server
	named  bool
	done   chan struct{} // closed at the end: what stalls ends

	mu       sync.Mutex
	requests []Request
	held     chan struct{} // closed when what waits may be answered; nil when nothing waits
}

// Request is one that the site got.
type Request struct {
	Host, Method, Path, Query, Agent string
	At                               time.Time
}

// New starts a web whose addresses are those of its listener: for clients that may open loopback.
func New() *Site { return start(false) }

// Named starts a web whose articles, hits and hostile pages have the names of hosts ("http://amt-strahlen.example/..."), which the test makes
// resolve to Listener: see Hosts.
func Named() *Site { return start(true) }

func start(named bool) *Site {
	s := &Site{named: named, done: make(chan struct{})}
	s.server = httptest.NewUnstartedServer(nil)
	s.server.Config.Handler = s.routes()
	s.server.Config.ReadHeaderTimeout = 5 * time.Second
	s.server.Start()
	return s
}

// Close stops the web.
func (s *Site) Close() {
	close(s.done)
	s.server.CloseClientConnections()
	s.server.Close()
}

// Listener returns where the site listens: "127.0.0.1:34567".
func (s *Site) Listener() string { return s.server.Listener.Addr().String() }

// SearchEndpoint returns the address of the search service: what a person would enter for SearXNG. It is always on loopback.
func (s *Site) SearchEndpoint() string { return s.server.URL + "/searxng" }

// URL returns the address of a path of the site that is no article: "/status/404". With names it is one of the host odd.example.
func (s *Site) URL(path string) string {
	if s.named {
		return "http://" + oddHost + path
	}
	return s.server.URL + path
}

// Of returns the address of an article.
func (s *Site) Of(a Article) string {
	if s.named {
		return "http://" + a.Host + a.Path
	}
	return s.server.URL + a.Path
}

const (
	oddHost     = "odd.example"
	hostileHost = "hostile.example"

	// Rebinding is the name of a host that tests make resolve to a public address first and to loopback afterwards. Its page is /rebinding.
	Rebinding = "rebinding.example"
)

// Hosts returns every name that a web with names needs.
func (s *Site) Hosts() []string {
	out := []string{oddHost, hostileHost, Rebinding}
	seen := map[string]bool{}
	for _, a := range Articles() {
		if !seen[a.Host] {
			seen[a.Host] = true
			out = append(out, a.Host)
		}
	}
	return out
}

// Requests returns what was asked so far, in order, requests of robots.txt included.
func (s *Site) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Count returns how often a path was asked for.
func (s *Site) Count(path string) int {
	n := 0
	for _, r := range s.Requests() {
		if r.Path == path {
			n++
		}
	}
	return n
}

// Pages returns how many requests there were, those of robots.txt and of the search service left out.
func (s *Site) Pages() int {
	n := 0
	for _, r := range s.Requests() {
		if r.Path != "/robots.txt" && !strings.HasPrefix(r.Path, "/searxng") {
			n++
		}
	}
	return n
}

// Forget forgets the requests so far.
func (s *Site) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

// Hold makes every request from now on wait until Hold(false) lets them all go.
func (s *Site) Hold(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case on && s.held == nil:
		s.held = make(chan struct{})
	case !on && s.held != nil:
		close(s.held)
		s.held = nil
	}
}

// wait waits as long as requests are held.
func (s *Site) wait(r *http.Request) {
	s.mu.Lock()
	held := s.held
	s.mu.Unlock()
	if held == nil {
		return
	}
	select {
	case <-held:
	case <-r.Context().Done():
	case <-s.done:
	}
}

func (s *Site) note(r *http.Request) {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{Host: host, Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Agent: r.UserAgent(), At: time.Now()})
}

// routes answers everything the site knows, and notes it.
func (s *Site) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.Write([]byte("User-agent: *\nDisallow: /private/\n"))
	})
	mux.HandleFunc("/searxng/search", s.search)
	s.odd(mux)
	for _, a := range Articles() {
		mux.HandleFunc(a.Path, a.serve)
	}
	for _, p := range s.Hostile() {
		mux.HandleFunc("/hostile/"+p.Name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write([]byte(p.html))
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.note(r)
		s.wait(r)
		mux.ServeHTTP(w, r)
	})
}
