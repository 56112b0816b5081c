package egress_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fault"
)

func addrs(list ...string) []netip.Addr {
	var out []netip.Addr
	for _, a := range list {
		out = append(out, netip.MustParseAddr(a))
	}
	return out
}

// A name that means a public host when it is first looked up and something else a moment later gains nothing: each connection is judged.
func TestSSRF_RebindingIsRefused(t *testing.T) {
	for _, second := range [][]netip.Addr{
		addrs("127.0.0.1"), addrs("169.254.169.254"), addrs("10.0.0.1"), addrs("::1"), addrs("fd00:ec2::254"), addrs("::ffff:127.0.0.1"), addrs("0.0.0.0"),
		addrs("93.184.9.9", "127.0.0.1"), addrs("127.0.0.1", "93.184.9.9"), addrs("2a00:1450:4001::1", "::1"), addrs("93.184.9.9", "64:ff9b::7f00:1"),
	} {
		net, tr := egresstest.New(), newTrap(t)
		net.Trap(tr.address)
		server := listen(t, func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Connection", "close")
			io.WriteString(rw, "User-agent: *\nAllow: /\n")
		})
		net.Place(netip.MustParseAddr("93.184.9.9"), server)
		net.Answer("rebound.example", addrs("93.184.9.9"), addrs("93.184.9.9"), second)
		w := newWeb(t, net, egress.Open(), egress.Limits{})
		if _, _, err := get(w, egress.Read, "http://rebound.example/"); err != nil { // robots.txt and page: two connections
			t.Fatal(err)
		}
		if _, _, err := get(w, egress.Read, "http://rebound.example/"); fault.KindOf(err) != fault.Denied || tr.caught.Load() != 0 {
			t.Errorf("%v: %v, %d connections", second, err, tr.caught.Load())
		}
	}
}

// What a resolver makes up from a public address is no reason to refuse the host: an IPv4 address in the form of an IPv6 address, or the
// translation of an address of the same answer (DNS64).
func TestWeb_AddressesInTwoFormsAreOneHost(t *testing.T) {
	for _, answer := range [][]netip.Addr{addrs("64:ff9b::5db8:1", "93.184.0.1"), addrs("::ffff:93.184.0.1")} {
		net := egresstest.New()
		net.Host("news.example", listen(t, func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, "hello") }))
		net.Answer("news.example", answer)
		if _, body, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Search, "http://news.example/"); err != nil || body != "hello" {
			t.Errorf("%v: %q %v", answer, body, err)
		}
	}
}

// An address that does not answer leaves time for the others of the name.
func TestWeb_TheNextAddressIsTried(t *testing.T) {
	net, closed := egresstest.New(), httptest.NewServer(nil)
	closed.Close()
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, "hello") }))
	net.Place(netip.MustParseAddr("93.184.7.7"), closed.Listener.Addr().String())
	net.Answer("news.example", addrs("93.184.7.7", "93.184.0.1"))
	if _, body, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Search, "http://news.example/"); err != nil || body != "hello" {
		t.Errorf("%q %v", body, err)
	}
}

// The guard holds for HTTP/2, over connections that are used again, and for what they redirect to.
func TestSSRF_GuardHoldsForHTTP2(t *testing.T) {
	net, tr := egresstest.New(), newTrap(t)
	net.Trap(tr.address)
	protocols, connections := map[int]int{}, map[string]bool{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		protocols[r.ProtoMajor]++
		connections[r.RemoteAddr] = true
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(rw, r, to, http.StatusFound)
		}
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	net.Host("example.com", server.Listener.Addr().String()) // the name in the server's certificate
	net.Trust(server.Certificate())
	net.Answer("evil.example", addrs("10.0.0.1"))
	w := newWeb(t, net, egress.Open(), egress.Limits{})
	if status, _, err := get(w, egress.Read, "https://example.com/"); err != nil || status != 200 {
		t.Fatal(status, err)
	}
	for _, to := range []string{"https://127.0.0.1/", "https://[::1]/", "https://evil.example/", "https://169.254.169.254/", "https://localhost/", "http://example.com/", "http://93.184.1.1/"} {
		if _, _, err := get(w, egress.Read, "https://example.com/?to="+to); fault.KindOf(err) != fault.Denied || tr.caught.Load() != 0 {
			t.Errorf("%s: %v, %d connections", to, err, tr.caught.Load())
		}
	}
	if protocols[2] != 9 || protocols[1] != 0 || len(connections) != 1 {
		t.Errorf("protocols %v over %d connections: the test does not show what it should", protocols, len(connections))
	}
	for _, c := range w.Connections() {
		if c.Host == "example.com:443" && c.Allowed && (c.In == 0 || c.Out == 0 || c.In > 20000) {
			t.Errorf("log: %+v", c)
		}
	}
}

func TestSSRF_ProxiesOfTheEnvironmentAreIgnored(t *testing.T) {
	net, tr := egresstest.New(), newTrap(t)
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"} {
		t.Setenv(name, "http://"+tr.address)
	}
	net.Host("news.example", listen(t, func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, "hello") }))
	if _, body, err := get(newWeb(t, net, egress.Open(), egress.Limits{}), egress.Search, "http://news.example/"); err != nil || body != "hello" || tr.caught.Load() != 0 {
		t.Errorf("%q %v, proxy asked %d times", body, err, tr.caught.Load())
	}
}
