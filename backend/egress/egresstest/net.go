// Package egresstest pretends an internet for tests: names resolve to public addresses of its own and connections to them end at listeners of the
// test. The guard works as ever on what names resolve to. Only tests may import it (a test of package egress looks), and nothing it makes
// reaches beyond this computer.
package egresstest

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/netip"
	"strings"
	"sync"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/internal/wire"
)

// Net is a pretended internet. Its methods may be called concurrently.
type Net struct {
	mu      sync.Mutex
	hosts   int
	answers map[string][][]netip.Addr // per name, one set per lookup; the last stays
	places  map[netip.Addr]netip.AddrPort
	trap    netip.AddrPort
	roots   *x509.CertPool
	asked   []string
}

// New returns an internet without hosts.
func New() *Net {
	return &Net{answers: map[string][][]netip.Addr{}, places: map[netip.Addr]netip.AddrPort{}, roots: x509.NewCertPool()}
}

// Host makes name resolve to a public address that it returns; connections to it, on any port, end at listener ("127.0.0.1:34567"). The name "*"
// stands for every name that is not known.
func (n *Net) Host(name, listener string) netip.Addr {
	n.mu.Lock()
	n.hosts++
	addr := netip.AddrFrom4([4]byte{93, 184, byte(n.hosts >> 8), byte(n.hosts)})
	n.mu.Unlock()
	n.Answer(name, []netip.Addr{addr})
	n.Place(addr, listener)
	return addr
}

// Answer makes name resolve to the first set of addresses, when it is looked up again to the next, and so on; the last set stays.
func (n *Net) Answer(name string, sets ...[]netip.Addr) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.answers[name] = sets
}

// Place makes connections to addr, on any port, end at listener.
func (n *Net) Place(addr netip.Addr, listener string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.places[addr] = netip.MustParseAddrPort(listener)
}

// Trap makes connections to every address without a place end at listener, so that a test sees what a guard should have refused.
func (n *Net) Trap(listener string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.trap = netip.MustParseAddrPort(listener)
}

// Trust accepts a certificate for https.
func (n *Net) Trust(cert *x509.Certificate) { n.roots.AddCert(cert) }

// Asked returns the names that were looked up, in order.
func (n *Net) Asked() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.asked...)
}

// Wire returns the network for egress.WebOptions.
func (n *Net) Wire() egress.Wire { return wire.New(n.resolve, n.place, n.roots) }

func (n *Net) resolve(_ context.Context, host string) ([]netip.Addr, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	host = strings.TrimSuffix(host, ".")
	n.asked = append(n.asked, host)
	sets := n.answers[host]
	if len(sets) == 0 {
		sets = n.answers["*"]
	}
	switch {
	case host == "localhost" && len(sets) == 0:
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	case len(sets) == 0:
		return nil, fmt.Errorf("lookup %s: no such host", host)
	case len(sets) > 1:
		n.answers[host] = sets[1:]
	}
	return sets[0], nil
}

// place returns where a connection goes. An address of this computer that nobody placed is itself: the search endpoint of a test.
func (n *Net) place(addr netip.AddrPort) netip.AddrPort {
	n.mu.Lock()
	defer n.mu.Unlock()
	if at, ok := n.places[addr.Addr()]; ok {
		return at
	}
	if n.trap.IsValid() {
		return n.trap
	}
	if addr.Addr().IsLoopback() {
		return addr
	}
	return netip.AddrPort{} // nowhere: connecting to it fails
}
