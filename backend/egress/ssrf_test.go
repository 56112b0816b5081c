package egress_test

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fault"
)

// trap is a listener that nothing may connect to. It counts who does.
type trap struct {
	address string
	caught  atomic.Int64
}

func newTrap(t *testing.T) *trap {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	tr := &trap{address: listener.Addr().String()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			tr.caught.Add(1)
			conn.Close()
		}
	}()
	t.Cleanup(func() { listener.Close(); <-done })
	return tr
}

// hostile is an internet in which every name and every address but news.example leads into the trap, and news.example redirects to what
// its path says after /to/.
func hostile(t *testing.T) (*egresstest.Net, *trap) {
	t.Helper()
	net, tr := egresstest.New(), newTrap(t)
	net.Host("*", tr.address)
	net.Trap(tr.address)
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, r *http.Request) {
		if location, ok := strings.CutPrefix(r.URL.Path, "/to/"); ok {
			rw.Header()["Location"] = []string{location}
			rw.WriteHeader(http.StatusFound)
			return
		}
		http.NotFound(rw, r)
	}))
	return net, tr
}

// attack is one way to a place that must not be reached.
type attack struct {
	name    string
	address string
	resolve []netip.Addr // what evil.example resolves to
	names   string       // that may be looked up for it
}

func attacks() []attack {
	var all []attack
	redirect := func(to string) string { return "http://news.example/to/" + escapePath(to) }
	for _, a := range insideAddresses {
		addr := netip.MustParseAddr(a)
		host := a
		if addr.Is6() {
			host = "[" + strings.ReplaceAll(a, "%", "%25") + "]"
		}
		all = append(all,
			attack{"address " + a, "http://" + host + "/", nil, ""},
			attack{"address by https " + a, "https://" + host + "/", nil, ""},
			attack{"redirect to " + a, redirect("http://" + host + "/"), nil, "news.example"},
			attack{"name of " + a, "http://evil.example/", []netip.Addr{addr}, "evil.example"},
			attack{"redirect to a name of " + a, redirect("http://evil.example/"), []netip.Addr{addr}, "news.example evil.example"},
			attack{"name of it and of a public host " + a, "http://evil.example/", []netip.Addr{netip.MustParseAddr("93.184.0.9"), addr}, "evil.example"},
		)
	}
	for _, a := range oddAddresses {
		all = append(all, attack{"redirect to " + a, redirect(a), nil, "news.example"})
		if _, err := url.Parse(a); err == nil { // of what does not parse no request can be made
			all = append(all, attack{"direct " + a, a, nil, ""})
		}
	}
	return all
}

// escapePath keeps what a path would not: the server gets it back as it was.
func escapePath(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15])))
	}
	return b.String()
}

func TestSSRF_NothingIsReached(t *testing.T) {
	all := attacks()
	if len(all) < 120 {
		t.Fatalf("%d attacks", len(all))
	}
	net, tr := hostile(t)
	for _, a := range all {
		t.Run(a.name, func(t *testing.T) {
			net.Answer("evil.example", a.resolve)
			asked := len(net.Asked())
			w := newWeb(t, net, egress.Open(), egress.Limits{})
			status, _, err := get(w, egress.Read, a.address)
			if err == nil || fault.Hint(err) == "" || fault.KindOf(err) == fault.Unavailable {
				t.Errorf("answered %d, %v", status, err)
			}
			if n := tr.caught.Load(); n != 0 {
				t.Errorf("%d connections were made", n)
				tr.caught.Store(0)
			}
			for _, name := range net.Asked()[asked:] {
				if !strings.Contains(" "+a.names+" ", " "+name+" ") {
					t.Errorf("%q was looked up", name)
				}
			}
			last := w.Connections()[len(w.Connections())-1]
			if fault.KindOf(err) == fault.Denied && (last.Allowed || last.Error == "" || last.Address != "") {
				t.Errorf("log: %+v", last)
			}
		})
	}
	t.Logf("%d attacks", len(all))
}

// The trap is no dead end: what the guard lets through arrives in it.
func TestSSRF_TheTrapCatches(t *testing.T) {
	net, tr := hostile(t)
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	for _, address := range []string{"http://other.example/", "https://other.example/", "http://93.184.200.1/", "http://[2a00:1450:4001::1]/", "http://news.example/to/http:%2f%2fbücher.example%2f"} {
		tr.caught.Store(0)
		if _, _, err := get(w, egress.Read, address); err == nil || fault.KindOf(err) == fault.Denied || tr.caught.Load() == 0 {
			t.Errorf("%s: %v, caught %d", address, err, tr.caught.Load())
		}
	}
}
