package egress_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fault"
)

func withEndpoint(t *testing.T, p egress.Policy, address string) egress.Policy {
	t.Helper()
	p, err := p.WithEndpoint(address)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEndpoint_IsReachedWhereverItIs(t *testing.T) {
	server := listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(rw, r, "/search", http.StatusFound)
			return
		}
		io.WriteString(rw, "hits for "+r.URL.Query().Get("q"))
	})
	_, port, _ := strings.Cut(server, ":")
	net := egresstest.New()
	net.Answer("searx", addrs("10.9.9.9"))
	net.Place(addrs("10.9.9.9")[0], server)
	for _, c := range []struct{ endpoint, asked string }{
		{"http://localhost:" + port, "http://localhost:" + port + "/search?q=x"},
		{"http://127.0.0.1:" + port + "/", "http://127.0.0.1:" + port + "/search?q=x"},
		{"http://searx:8888", "http://SEARX:8888/search?q=x"},
		{"http://searx", "http://searx:80/search?q=x"},
		{"http://10.9.9.9:8888", "http://10.9.9.9:8888/search?q=x"},
	} {
		for _, policy := range []egress.Policy{egress.Open(), egress.Listed("news.example")} {
			w := newWeb(t, net, withEndpoint(t, policy, c.endpoint), egress.Limits{})
			if _, body, err := get(w, egress.Search, c.asked); err != nil || body != "hits for x" {
				t.Errorf("%s: %q %v", c.asked, body, err)
			}
			if _, body, err := get(w, egress.Search, c.endpoint); err != nil || body != "hits for " {
				t.Errorf("redirect inside %s: %q %v", c.endpoint, body, err)
			}
			if _, _, err := get(w, egress.Read, c.asked); fault.KindOf(err) != fault.Denied {
				t.Errorf("%s was read as a page: %v", c.asked, err)
			}
		}
	}
}

func TestEndpoint_OddOnesAreNotTaken(t *testing.T) {
	for _, address := range []string{"", "localhost:8888", "ftp://localhost", "http://", "http://u:p@localhost:8888", "http://[fe80::1%25eth0]:80", "http:localhost", "http://a b"} {
		if _, err := egress.Open().WithEndpoint(address); fault.KindOf(err) != fault.Usage || fault.Hint(err) == "" {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// The exception is for the endpoint, for searches that begin there, and for nothing that looks like it.
func TestSSRF_TheEndpointIsNoDoor(t *testing.T) {
	const endpoint = "http://searx.example:8888"
	net, tr := hostile(t)
	private := addrs("10.9.9.9")
	net.Answer("searx.example", private)
	own := listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(rw, r, to, http.StatusFound)
		}
	})
	news := func(to string) string { return "http://news.example/to/" + escapePath(to) }
	leads := func(to string) string { return endpoint + "/?to=" + url.QueryEscape(to) }
	for _, c := range []struct {
		name    string
		purpose egress.Purpose
		address string
	}{
		{"read it", egress.Read, endpoint + "/"},
		{"page redirects to it", egress.Read, news(endpoint + "/")},
		{"search elsewhere redirects to it", egress.Search, news(endpoint + "/")},
		{"another port", egress.Search, "http://searx.example:8889/"},
		{"the port of the web", egress.Search, "http://searx.example/"},
		{"the port of the web, read", egress.Read, "http://searx.example/"},
		{"another scheme", egress.Search, "https://searx.example:8888/"},
		{"by its address", egress.Search, "http://10.9.9.9:8888/"},
		{"a neighbour", egress.Search, "http://10.9.9.10:8888/"},
		{"a name below it", egress.Search, "http://a.searx.example:8888/"},
		{"with a password", egress.Search, "http://u:p@searx.example:8888/"},
		{"another host with its port", egress.Search, "http://localhost:8888/"},
		{"it redirects to another port", egress.Search, leads("http://searx.example:22/")},
		{"it redirects to metadata", egress.Search, leads("http://169.254.169.254/")},
		{"it redirects to this computer", egress.Search, leads("http://127.0.0.1:8888/")},
		{"it redirects to its https", egress.Search, leads("https://searx.example:8888/")},
		{"it redirects to its own host on the port of the web", egress.Search, leads("http://searx.example/")},
		{"it redirects away and back", egress.Search, leads(news(endpoint + "/"))},
	} {
		t.Run(c.name, func(t *testing.T) {
			net.Place(private[0], tr.address)
			if strings.HasPrefix(c.name, "it redirects") {
				net.Place(private[0], own)
			}
			tr.caught.Store(0)
			w := newWeb(t, net, withEndpoint(t, egress.Open(), endpoint), egress.Limits{})
			if _, _, err := get(w, c.purpose, c.address); fault.KindOf(err) != fault.Denied || tr.caught.Load() != 0 {
				t.Errorf("%v, %d connections", err, tr.caught.Load())
			}
			if last := w.Connections()[len(w.Connections())-1]; last.Allowed || last.Address != "" {
				t.Errorf("log: %+v", last)
			}
		})
	}
}

// A connection to the endpoint that is still open serves no request that is not for it, even on the same host and port.
func TestSSRF_TheEndpointsConnectionIsNotShared(t *testing.T) {
	requests := 0
	server := listen(t, func(http.ResponseWriter, *http.Request) { requests++ })
	net := egresstest.New()
	net.Answer("searx.example", addrs("10.9.9.9"))
	net.Place(addrs("10.9.9.9")[0], server)
	w := newWeb(t, net, withEndpoint(t, egress.Open(), "http://searx.example"), egress.Limits{})
	if _, _, err := get(w, egress.Search, "http://searx.example/"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := get(w, egress.Read, "http://searx.example/admin"); fault.KindOf(err) != fault.Denied || requests != 1 {
		t.Errorf("%v, %d requests", err, requests)
	}
}

func TestEndpoint_OpensNothingOffline(t *testing.T) {
	net, tr := egresstest.New(), newTrap(t)
	net.Trap(tr.address)
	for _, policy := range []egress.Policy{{}, egress.Offline(), egress.Listed()} {
		w := newWeb(t, net, withEndpoint(t, policy, "http://localhost:8888"), egress.Limits{})
		if _, _, err := get(w, egress.Search, "http://localhost:8888/"); fault.KindOf(err) != fault.Denied || tr.caught.Load() != 0 {
			t.Errorf("%v", err)
		}
	}
}

// A list of hosts none of which can be on the web still allows the person's own search service, and nothing else.
func TestEndpoint_MayBeAllThatIsListed(t *testing.T) {
	server := listen(t, func(http.ResponseWriter, *http.Request) {})
	net := egresstest.New()
	net.Place(addrs("127.0.0.1")[0], server)
	net.Host("news.example", server)
	w := newWeb(t, net, withEndpoint(t, egress.Listed("localhost:8888"), "http://localhost:8888"), egress.Limits{})
	if _, _, err := get(w, egress.Search, "http://localhost:8888/"); err != nil {
		t.Error(err)
	}
	for _, address := range []string{"http://news.example/", "http://localhost:8888/"} {
		if _, _, err := get(w, egress.Read, address); fault.KindOf(err) != fault.Denied {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A name that means this computer has to resolve to it.
func TestSSRF_ALocalEndpointThatResolvesElsewhereIsRefused(t *testing.T) {
	net, tr := egresstest.New(), newTrap(t)
	net.Trap(tr.address)
	net.Answer("localhost", addrs("93.184.7.7"))
	w := newWeb(t, net, withEndpoint(t, egress.Open(), "http://localhost:8888"), egress.Limits{})
	if _, _, err := get(w, egress.Search, "http://localhost:8888/"); fault.KindOf(err) != fault.Denied || tr.caught.Load() != 0 {
		t.Errorf("%v", err)
	}
}
