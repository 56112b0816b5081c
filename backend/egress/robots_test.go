package egress_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fault"
)

// ruled returns an internet whose news.example answers robots.txt with a status and a text; asked counts how often.
func ruled(t *testing.T, status int, text string) (net *egresstest.Net, asked *atomic.Int64) {
	t.Helper()
	net, asked = egresstest.New(), new(atomic.Int64)
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			asked.Add(1)
			rw.WriteHeader(status)
			io.WriteString(rw, text)
		}
	}))
	return net, asked
}

func TestRobots_AreHonoured(t *testing.T) {
	long := "User-agent: *\nDisallow: /private\n" + strings.Repeat("# nothing to see\n", 40000) + "Disallow: /\n"
	for _, c := range []struct {
		name, text, path string
		status           int
		allowed          bool
	}{
		{"nothing said", "", "/a", 200, true},
		{"everybody out", "User-agent: *\nDisallow: /", "/a", 200, false},
		{"one folder", "User-agent: *\nDisallow: /private", "/private/a", 200, false},
		{"another folder", "User-agent: *\nDisallow: /private", "/a", 200, true},
		{"the whole path counts", "User-agent: *\nDisallow: /a?b=", "/a?b=c", 200, false},
		{"an empty path is the root", "User-agent: *\nDisallow: /", "", 200, false},
		{"only others", "User-agent: GPTBot\nDisallow: /", "/a", 200, true},
		{"we by name", "User-agent: rabbithole\nDisallow: /", "/a", 200, false},
		{"we by name, before everybody", "User-agent: *\nDisallow: /\n\nUser-agent: Rabbithole\nDisallow: /x", "/a", 200, true},
		{"an exception", "User-agent: *\nDisallow: /\nAllow: /open", "/open/a", 200, true},
		{"a pattern", "User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", 200, false},
		{"a pattern begins at the root", "User-agent: *\nDisallow: /a*b", "/x/a/b", 200, true},
		{"only the root", "User-agent: *\nAllow: /$\nDisallow: /", "/a/", 200, false},
		{"only the root, the root", "User-agent: *\nAllow: /$\nDisallow: /", "", 200, true},
		{"a star alone", "User-agent: *\nDisallow: *", "/a", 200, false},
		{"without a slash", "User-agent: *\nDisallow: private", "/private", 200, false},
		{"nothing disallowed", "User-agent: *\nDisallow:\nDisallow: /b", "/a", 200, true},
		{"other letters", "User-agent: *\nDisallow: /käse", "/käse/a", 200, false},
		{"lines that are none", "<html><body>\nDisallow: /\nUser-agent: *\nnonsense\nCrawl-delay: soon\nDisallow: /a", "/a", 200, false},
		{"a page instead of rules", "<!doctype html><p>User: agent", "/a", 200, true},
		{"not text", "User-agent: *\nDisallow: /*\xff\xfe", "/b", 200, false},
		{"windows and a byte order mark", "\ufeffUser-agent: *\r\nDisallow: /a\r\n", "/a", 200, false},
		{"old macs", "User-agent: *\rDisallow: /a\r", "/a", 200, false},
		{"a long one counts as far as it is read", long, "/private", 200, false},
		{"a long one, beyond", long, "/a", 200, true},
		{"none", "", "/a", 404, true},
		{"forbidden", "", "/a", 403, true},
		{"a server in trouble", "User-agent: *\nAllow: /", "/a", 503, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			net, _ := ruled(t, c.status, c.text)
			_, _, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Read, "http://news.example"+c.path)
			if c.allowed && err != nil {
				t.Error(err)
			}
			if !c.allowed {
				complains(t, err, fault.Denied, nil)
			}
			if !c.allowed && c.status == 200 && !errors.Is(err, egress.ErrRobots) {
				t.Error(err)
			}
		})
	}
}

func TestRobots_AreAskedOncePerHostAndOnlyForPages(t *testing.T) {
	net, asked := ruled(t, 200, "User-agent: *\nDisallow: /private")
	net.Host("searx.example", listen(t, func(http.ResponseWriter, *http.Request) {}))
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	if _, _, err := get(w, egress.Search, "http://news.example/private"); err != nil || asked.Load() != 0 {
		t.Errorf("a search: %v, asked %d times", err, asked.Load())
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { get(w, egress.Read, "http://news.example/a") })
	}
	wait.Wait()
	if asked.Load() != 1 {
		t.Errorf("asked %d times", asked.Load())
	}
}

func TestRobots_OfTheHostThatARedirectLeadsTo(t *testing.T) {
	net, _ := ruled(t, 200, "User-agent: *\nDisallow: /private")
	net.Host("short.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(rw, r)
			return
		}
		http.Redirect(rw, r, "http://news.example/private", http.StatusFound)
	}))
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	_, _, err := get(w, egress.Read, "http://short.example/x")
	complains(t, err, fault.Denied, egress.ErrRobots)
	if last := w.Connections()[len(w.Connections())-1]; last.Host != "news.example" || last.Allowed || last.Purpose != egress.Read {
		t.Errorf("log: %+v", last)
	}
}

// A robots.txt is fetched through the same guard.
func TestRobots_MayNotRedirectInside(t *testing.T) {
	net, tr := egresstest.New(), newTrap(t)
	net.Trap(tr.address)
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://127.0.0.1/robots.txt", http.StatusFound)
	}))
	_, _, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Read, "http://news.example/a")
	if complains(t, err, fault.Denied, nil); tr.caught.Load() != 0 {
		t.Errorf("%d connections", tr.caught.Load())
	}
}

func TestRobots_ASiteThatIsDownIsAskedOnce(t *testing.T) {
	net, tr := egresstest.New(), newTrap(t)
	net.Host("down.example", tr.address)
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	for range 3 {
		_, _, err := get(w, egress.Read, "http://down.example/a")
		complains(t, err, fault.Unavailable, nil)
	}
	if tr.caught.Load() != 1 {
		t.Errorf("asked %d times", tr.caught.Load())
	}
}
