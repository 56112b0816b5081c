package egress_test

import (
	"context"
	"errors"
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

// newWeb returns a way to a pretended internet that waits for nothing.
func newWeb(t *testing.T, net *egresstest.Net, policy egress.Policy, limits egress.Limits) *egress.Web {
	t.Helper()
	w := egress.NewWeb(policy, egress.WebOptions{
		Run: "run-1", Version: "1.2.3", Limits: limits, Wire: net.Wire(),
		Sleep: func(context.Context, time.Duration) error { return nil },
	})
	t.Cleanup(w.Close)
	return w
}

// listen serves handler on this computer and returns where.
func listen(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// get sends a GET for a purpose and returns status and body.
func get(w *egress.Web, purpose egress.Purpose, address string) (int, string, error) {
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return 0, "", err
	}
	resp, err := w.For(purpose).Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body), err
}

func TestWeb_ReadsAPublicPageAndSaysSo(t *testing.T) {
	net := egresstest.New()
	addr := net.Host("news.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(rw, r)
			return
		}
		io.WriteString(rw, "hello "+r.Host+" "+r.UserAgent())
	}))
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	status, body, err := get(w, egress.Read, "http://News.Example/page?key=secret")
	if err != nil || status != 200 || body != "hello news.example Rabbithole/1.2.3 (+local research tool)" {
		t.Fatalf("%d %q %v", status, body, err)
	}
	log := w.Connections()
	if len(log) != 2 || log[0].Purpose != egress.Robots || log[1].Purpose != egress.Read {
		t.Fatalf("log = %+v", log)
	}
	for _, c := range log {
		if !c.Allowed || c.Error != "" || c.Host != "news.example:80" || c.Address != addr.String()+":80" || c.Run != "run-1" || c.At.IsZero() ||
			c.In == 0 || c.Out == 0 || strings.Contains(c.Host+c.Error, "secret") {
			t.Errorf("log entry %+v", c)
		}
	}
}

func TestWeb_PoliciesDecide(t *testing.T) {
	net := egresstest.New()
	server := listen(t, func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, "") })
	for _, name := range []string{"news.example", "www.news.example", "evilnews.example", "other.example"} {
		net.Host(name, server)
	}
	for _, c := range []struct {
		policy  egress.Policy
		address string
		allowed bool
	}{
		{egress.Policy{}, "http://news.example/", false},
		{egress.Offline("news.example:80"), "http://news.example/", false},
		{egress.Listed(), "http://news.example/", false},
		{egress.Listed("news.example"), "http://news.example/", true},
		{egress.Listed("https://News.example/start"), "http://news.example/", true},
		{egress.Listed("news.example"), "http://www.news.example/", false},
		{egress.Listed("*.news.example"), "http://www.news.example/", true},
		{egress.Listed("*.news.example"), "http://news.example/", true},
		{egress.Listed("*.news.example"), "http://evilnews.example/", false},
		{egress.Listed("news.example"), "http://other.example/", false},
		{egress.Listed("*", "*.", "", "*.example", "localhost"), "http://other.example/", false},
		{egress.Open(), "http://other.example/", true},
	} {
		w := newWeb(t, net, c.policy, egress.Limits{})
		_, _, err := get(w, egress.Read, c.address)
		if c.allowed != (err == nil) || !c.allowed && (fault.KindOf(err) != fault.Denied || fault.Hint(err) == "") {
			t.Errorf("%+v %s: %v", c.policy, c.address, err)
		}
	}
}

func TestWeb_ALongPageIsCut(t *testing.T) {
	net := egresstest.New()
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, strings.Repeat("x", 1001)) }))
	w := newWeb(t, net, egress.Open(), egress.Limits{Bytes: 1000})
	_, body, err := get(w, egress.Read, "http://news.example/")
	if !errors.Is(err, egress.ErrTooLong) || len(body) != 1000 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
	w = newWeb(t, net, egress.Open(), egress.Limits{Bytes: 1001})
	if _, body, err = get(w, egress.Read, "http://news.example/"); err != nil || len(body) != 1001 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}
