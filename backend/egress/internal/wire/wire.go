// Package wire is what the guarded dialer stands on: how a name becomes addresses and where a connection to an address goes. The zero Wire is the
// real network. Any other can be made below backend/egress only, because the compiler keeps this package from everybody else; the one
// maker is egresstest, which no file of the program may import. So no setting, option or environment variable turns the guard off.
package wire

import (
	"context"
	"crypto/x509"
	"net"
	"net/netip"
)

// Wire is the network below the guard; the zero value is the real one.
type Wire struct {
	resolve func(ctx context.Context, host string) ([]netip.Addr, error)
	place   func(netip.AddrPort) netip.AddrPort
	roots   *x509.CertPool
}

// New returns a pretended network: names resolve by resolve, what the guard lets through to an address connects to place of it, and
// certificates are checked against roots.
func New(resolve func(context.Context, string) ([]netip.Addr, error), place func(netip.AddrPort) netip.AddrPort, roots *x509.CertPool) Wire {
	return Wire{resolve: resolve, place: place, roots: roots}
}

// Resolve returns the addresses of a name.
func (w Wire) Resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if w.resolve != nil {
		return w.resolve(ctx, host)
	}
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

// Place returns where a connection to an address goes: there, but for tests.
func (w Wire) Place(addr netip.AddrPort) netip.AddrPort {
	if w.place != nil {
		return w.place(addr)
	}
	return addr
}

// Roots returns the certificates to trust, nil for those of the system.
func (w Wire) Roots() *x509.CertPool { return w.roots }
