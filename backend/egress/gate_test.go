package egress_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"rabbithole/backend/egress"
	"rabbithole/backend/fault"
)

func serve(t *testing.T, h http.HandlerFunc) *url.URL {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestClient_LoopbackIsAllowedAndLogged(t *testing.T) {
	u := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") })
	gate := egress.New(egress.Offline(), egress.Options{})
	defer gate.Close()
	for _, host := range []string{u.Host, "localhost:" + u.Port()} {
		resp, err := gate.Client().Get("http://" + host)
		if err != nil {
			t.Fatalf("%s: %v", host, err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(body) != "hello" {
			t.Errorf("%s answered %q", host, body)
		}
	}
	log := gate.Connections()
	if len(log) != 2 {
		t.Fatalf("%d connections logged, want 2: %+v", len(log), log)
	}
	for _, c := range log {
		if !c.Allowed || c.In == 0 || c.Out == 0 || c.At.IsZero() || !strings.HasSuffix(c.Address, ":"+u.Port()) {
			t.Errorf("log entry is incomplete: %+v", c)
		}
	}
}

func TestClient_OtherHostsAreDenied(t *testing.T) {
	for _, target := range []string{
		"http://example.invalid/", "https://ollama.com/api", "http://192.0.2.1:11434/", "http://[2001:db8::1]/",
		"http://0.0.0.0:11434/", "http://169.254.169.254/", "http://127.0.0.1.example.invalid/", "http://localhost.example.invalid/",
	} {
		gate := egress.New(egress.Offline("10.0.0.5:11434"), egress.Options{})
		_, err := gate.Client().Get(target)
		if fault.KindOf(err) != fault.Denied || fault.Hint(err) == "" {
			t.Errorf("%s: %v (kind %q), want Denied with a hint", target, err, fault.KindOf(err))
		}
		log := gate.Connections()
		if len(log) != 1 || log[0].Allowed || log[0].Address != "" || log[0].Error == "" {
			t.Errorf("%s: log %+v", target, log)
		}
	}
}

func TestClient_IgnoresProxiesOfTheEnvironment(t *testing.T) {
	asked := false
	proxy := serve(t, func(http.ResponseWriter, *http.Request) { asked = true })
	t.Setenv("HTTP_PROXY", proxy.String())
	t.Setenv("http_proxy", proxy.String())
	_, err := egress.New(egress.Offline(), egress.Options{}).Client().Get("http://example.invalid/")
	if fault.KindOf(err) != fault.Denied || asked {
		t.Errorf("err = %v, proxy asked: %t", err, asked)
	}
}

func TestClient_RedirectToAnotherHostIsNotFollowed(t *testing.T) {
	reached := false
	other := serve(t, func(http.ResponseWriter, *http.Request) { reached = true })
	first := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.String(), http.StatusFound) })
	_, err := egress.New(egress.Offline(), egress.Options{}).Client().Get(first.String())
	if fault.KindOf(err) != fault.Denied || reached {
		t.Errorf("err = %v, other host reached: %t", err, reached)
	}
}

func TestConnections_AreBounded(t *testing.T) {
	gate := egress.New(egress.Offline(), egress.Options{LogSize: 3})
	for _, host := range []string{"a.invalid", "b.invalid", "c.invalid", "d.invalid"} {
		gate.Client().Get("http://" + host)
	}
	log := gate.Connections()
	if len(log) != 3 || log[0].Host != "b.invalid:80" || log[2].Host != "d.invalid:80" {
		t.Errorf("log = %+v", log)
	}
}
