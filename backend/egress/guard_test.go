package egress

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/fault"
)

// Control is the last word: even if resolving let an address through, connecting to it is refused.
func TestGuard_ControlJudgesWhatIsConnectedTo(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	at := netip.MustParseAddrPort(listener.Addr().String())
	g := guard{judge: func(_, _ string, addr netip.Addr) string { return public(addr) }}
	_, port, _ := net.SplitHostPort(at.String())
	if _, err := g.connect(t.Context(), "tcp", "news.example", port, at.Addr(), connectTimeout); fault.KindOf(err) != fault.Denied {
		t.Errorf("%v", err)
	}
	g.judge = func(string, string, netip.Addr) string { return "" }
	conn, err := g.connect(t.Context(), "tcp", "news.example", port, at.Addr(), connectTimeout)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

// The guard does not rely on the check of the address that came before it.
func TestGuard_DialRefusesAddressesAndPortsByItself(t *testing.T) {
	w := NewWeb(Open(), WebOptions{})
	defer w.Close()
	for _, address := range []string{"127.0.0.1:80", "[::1]:443", "10.0.0.1:80", "93.184.216.34:22", "93.184.216.34:8080", "169.254.169.254:80", "[fe80::1%lo]:80"} {
		for _, transport := range []*http.Transport{w.guarded, w.private} {
			if _, err := transport.DialContext(context.Background(), "tcp", address); fault.KindOf(err) != fault.Denied {
				t.Errorf("%s: %v", address, err)
			}
		}
	}
}

func TestWeb_TransportsHaveNoWayAroundTheGuard(t *testing.T) {
	w := NewWeb(Open(), WebOptions{})
	defer w.Close()
	for _, transport := range []*http.Transport{w.guarded, w.private} {
		if transport.Proxy != nil || transport.DialTLSContext != nil || transport.TLSClientConfig.InsecureSkipVerify || transport.DialContext == nil {
			t.Errorf("%+v", transport)
		}
	}
	if !reflect.ValueOf(w.wire).IsZero() || !reflect.ValueOf(WebOptions{}.Wire).IsZero() {
		t.Error("the wire of the program is not the real network")
	}
}

// The wire has no field that a program could set: what is not the real network is made by egresstest alone.
func TestWire_CannotBeMadeOutside(t *testing.T) {
	kind := reflect.TypeFor[Wire]()
	for i := range kind.NumField() {
		if kind.Field(i).IsExported() {
			t.Errorf("%s can be set", kind.Field(i).Name)
		}
	}
	if !strings.Contains(kind.PkgPath(), "backend/egress/internal/") {
		t.Errorf("%s can be imported", kind.PkgPath())
	}
}

func TestNearby_OwnNetworksAreNotTheWeb(t *testing.T) {
	var addrs []net.Addr
	for _, a := range []string{"2a02:8106:1:2::5/64", "93.184.216.34/24", "10.8.0.2/1", "2a00:dead::7/3", "127.0.0.1/8"} {
		ip, network, err := net.ParseCIDR(a)
		if err != nil {
			t.Fatal(err)
		}
		network.IP = ip
		addrs = append(addrs, network)
	}
	judge := publicOnly(ownNetworks(append(addrs, &net.UnixAddr{Name: "odd"})))
	for addr, refused := range map[string]bool{
		"2a02:8106:1:2::5": true, "2a02:8106:1:2:ffff::9": true, "2a02:8106:1:3::5": false, "93.184.216.77": true, "93.184.217.1": false,
		"8.8.8.8": false, "2a00:dead::7": true, "2a00:dead::8": false,
	} {
		if why := judge("news.example", "80", netip.MustParseAddr(addr)); (why != "") != refused {
			t.Errorf("%s: %q", addr, why)
		}
	}
}

func TestPublic_KnowsPublicHosts(t *testing.T) {
	for _, a := range []string{"1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "198.17.0.1", "198.20.0.1",
		"223.255.255.255", "2001:4860:4860::8888", "2606:4700::1111", "2a00:1450:4001::1", "2620:4f:7fff::1", "3ff0::1"} {
		if why := public(netip.MustParseAddr(a)); why != "" {
			t.Errorf("%s: %s", a, why)
		}
	}
	for addr, want := range map[netip.Addr]string{{}: "no address", netip.MustParseAddr("fe80::1%eth0"): "one network interface",
		netip.MustParseAddr("::ffff:8.8.8.8"): "inside an IPv6 address", netip.MustParseAddr("10.1.2.3"): "private network"} {
		if why := public(addr); !strings.Contains(why, want) {
			t.Errorf("%s: %q, want %q", addr, why, want)
		}
	}
}
