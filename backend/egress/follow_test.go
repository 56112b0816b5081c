package egress_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fault"
)

// told is what a server was told.
type told struct {
	header http.Header
	cookie string
	method string
}

// keyed serves two hosts: first.example redirects to where its query says, both remember what they are told and set a cookie.
func keyed(t *testing.T) (net *egresstest.Net, seen map[string]told) {
	t.Helper()
	seen = map[string]told{}
	net = egresstest.New()
	server := listen(t, func(rw http.ResponseWriter, r *http.Request) {
		seen[r.Host+r.URL.Path] = told{r.Header.Clone(), r.Header.Get("Cookie"), r.Method}
		http.SetCookie(rw, &http.Cookie{Name: "id", Value: "1"})
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(rw, r, to, http.StatusTemporaryRedirect)
		}
	})
	net.Host("first.example", server)
	net.Host("www.first.example", server)
	net.Host("second.example", server)
	return net, seen
}

func TestRedirect_KeysStayWithTheirOrigin(t *testing.T) {
	net, seen := keyed(t)
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	for to, kept := range map[string]bool{"http://first.example/b": true, "/b": true, "http://FIRST.example:80/b": true, "http://second.example/b": false, "http://www.first.example/b": false} {
		clear(seen)
		req, _ := http.NewRequest(http.MethodGet, "http://first.example/a?to="+to, nil)
		for name, value := range map[string]string{"Authorization": "Bearer k", "X-Subscription-Token": "k", "Accept": "text/html", "Accept-Language": "de",
			"Cookie": "a=b", "Referer": "http://first.example/secret", "X-Forwarded-For": "10.0.0.1", "User-Agent": "other"} {
			req.Header.Set(name, value)
		}
		req.Host = "127.0.0.1"
		resp, err := w.For(egress.Read).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		host := resp.Request.URL.Host
		got, ok := seen[host+"/b"]
		if !ok {
			t.Fatalf("%s: seen %v", to, seen)
		}
		for _, name := range []string{"Authorization", "X-Subscription-Token"} {
			if (got.header.Get(name) != "") != kept {
				t.Errorf("%s: %s is %q", to, name, got.header.Get(name))
			}
		}
		if got.header.Get("Accept") != "text/html" || got.header.Get("Accept-Language") != "de" || !strings.HasPrefix(got.header.Get("User-Agent"), "Rabbithole/") {
			t.Errorf("%s: %v", to, got.header)
		}
		for _, name := range []string{"Cookie", "Referer", "X-Forwarded-For"} {
			if got.header.Get(name) != "" || seen["first.example/a"].header.Get(name) != "" {
				t.Errorf("%s: %s was sent", to, name)
			}
		}
	}
}

// What is searched for goes to the host that the person agreed to, and to no other that this one names.
func TestRedirect_AQueryStaysWithItsHost(t *testing.T) {
	net, seen := keyed(t)
	net.Answer("searx.example", addrs("10.9.9.9"))
	net.Place(addrs("10.9.9.9")[0], listen(t, func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://second.example/b?"+r.URL.RawQuery, http.StatusFound)
	}))
	w := newWeb(t, net, withEndpoint(t, egress.Open(), "http://searx.example:8888"), egress.Limits{})
	for _, from := range []string{"http://first.example/a?q=secret&to=http://second.example/b", "http://first.example/a?q=secret&to=http://www.first.example/b", "http://searx.example:8888/?q=secret"} {
		clear(seen)
		_, _, err := get(w, egress.Search, from)
		complains(t, err, fault.Denied, nil)
		if _, sent := seen["second.example/b"]; sent || seen["www.first.example/b"].method != "" {
			t.Errorf("%s: the query went on to %v", from, seen)
		}
	}
	if _, _, err := get(w, egress.Search, "http://first.example/a?q=secret&to=/b"); err != nil || seen["first.example/b"].method == "" {
		t.Errorf("on its own host: %v", err)
	}
}

func TestRedirect_APostIsNotSentElsewhere(t *testing.T) {
	net, seen := keyed(t)
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	req, _ := http.NewRequest(http.MethodPost, "http://first.example/a?to=http://second.example/b", strings.NewReader(`{"api_key":"k"}`))
	_, err := w.For(egress.Search).Do(req)
	if _, sent := seen["second.example/b"]; fault.KindOf(err) != fault.Denied || sent {
		t.Errorf("%v, sent: %t", err, sent)
	}
	req, _ = http.NewRequest(http.MethodPost, "http://first.example/a", strings.NewReader(`{}`))
	if resp, err := w.For(egress.Search).Do(req); err != nil || resp.Body.Close() != nil {
		t.Error(err)
	}
	req, _ = http.NewRequest(http.MethodPut, "http://first.example/a", nil)
	if _, err := w.For(egress.Search).Do(req); fault.KindOf(err) != fault.Usage {
		t.Error(err)
	}
}

func TestRedirect_AtMostFive(t *testing.T) {
	hops := 0
	net := egresstest.New()
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		hops++
		http.Redirect(rw, r, "/again", http.StatusFound)
	}))
	_, _, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Search, "http://news.example/")
	if fault.KindOf(err) != fault.Unreadable || fault.Hint(err) == "" || hops != 6 {
		t.Errorf("%v after %d requests", err, hops)
	}
}

func TestRedirect_FromEncryptedToUnencryptedIsRefused(t *testing.T) {
	net, tr := egresstest.New(), newTrap(t)
	server := httptest.NewTLSServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://other.example/", http.StatusFound)
	}))
	t.Cleanup(server.Close)
	net.Host("example.com", server.Listener.Addr().String())
	net.Host("other.example", tr.address)
	net.Trust(server.Certificate())
	if _, _, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Search, "https://example.com/"); fault.KindOf(err) != fault.Denied || tr.caught.Load() != 0 {
		t.Errorf("%v, %d connections", err, tr.caught.Load())
	}
}

func TestFetcher_ACertificateForAnotherNameIsRefused(t *testing.T) {
	net := egresstest.New()
	server := httptest.NewTLSServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, "x") }))
	t.Cleanup(server.Close)
	net.Host("wrong.example", server.Listener.Addr().String())
	net.Trust(server.Certificate())
	if _, body, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Search, "https://wrong.example/"); fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "certificate") || body != "" {
		t.Errorf("%q %v", body, err)
	}
}

func TestFetcher_TheCallersEndIsItsOwn(t *testing.T) {
	net := egresstest.New()
	release := make(chan struct{})
	net.Host("news.example", listen(t, func(http.ResponseWriter, *http.Request) { <-release }))
	defer close(release)
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://news.example/", nil)
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := newWeb(t, net, egress.Open(), egress.Limits{}).For(egress.Search).Do(req); err != context.Canceled {
		t.Errorf("%v", err)
	}
}
