package egress

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"

	"rabbithole/backend/fault"
)

// guard dials for a Web. judge says why an address may not be reached for a host, or ""; it is asked about each address that the name resolved to,
// and again by the system's connect itself.
type guard struct {
	wire   Wire
	rooted string // "." keeps the resolver from trying a name below the domains of this computer
	judge  func(host, port string, addr netip.Addr) string
}

const connectTimeout = 10 * time.Second

func (g guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", address, err)
	}
	addrs, err := g.resolve(ctx, host, port)
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(connectTimeout)
	if d, ok := ctx.Deadline(); ok && d.Before(deadline) {
		deadline = d
	}
	for i, addr := range addrs {
		share := time.Until(deadline) / time.Duration(len(addrs)-i) // one address that is silent leaves time for the others
		var conn net.Conn
		if conn, err = g.connect(ctx, network, host, port, addr, share); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// resolve returns the addresses of host, IPv4 first. A name with one address that may not be reached is refused whole: it is either wrongly set up
// or made to slip through.
func (g guard) resolve(ctx context.Context, host, port string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, g.refuse(host, port, addr)
	}
	found, err := g.wire.Resolve(ctx, host+g.rooted)
	if err != nil {
		return nil, fault.New("find "+host, fault.Unavailable, "The name of the site could not be resolved. Check the address and the connection to the internet.", err)
	}
	for i := range found {
		found[i] = found[i].Unmap() // what is judged is what is dialled
	}
	addrs := withoutTranslations(found)
	if len(addrs) == 0 {
		return nil, fault.New("find "+host, fault.Unavailable, "The name of the site leads nowhere. Check the address.", nil)
	}
	for _, addr := range addrs {
		if err := g.refuse(host, port, addr); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(addrs, func(a, b netip.Addr) int { return cmp.Compare(a.BitLen(), b.BitLen()) })
	return addrs, nil
}

// connect opens a socket to addr. Control runs in the system's dialer, after everything that could change the address and before the connect: what
// it is shown is judged, whatever was judged before. In a test the wire puts a listener in addr's place; anything but that is judged as it is.
func (g guard) connect(ctx context.Context, network, host, port string, addr netip.Addr, limit time.Duration) (net.Conn, error) {
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, err
	}
	asked := netip.AddrPortFrom(addr, uint16(number))
	place := g.wire.Place(asked)
	dialer := net.Dialer{Timeout: limit, Control: func(_, resolved string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(resolved)
		if err != nil {
			return err
		}
		if at == place {
			at = asked
		}
		return g.refuse(host, port, at.Addr())
	}}
	conn, err := dialer.DialContext(ctx, network, place.String())
	if err != nil {
		return nil, err
	}
	return &countedConn{Conn: conn, entry: &entry{}, stands: asked}, nil
}

func (g guard) refuse(host, port string, addr netip.Addr) error {
	if why := g.judge(host, port, addr); why != "" {
		return refuseAddress(host, addr, why)
	}
	return nil
}

// publicOnly judges what pages of the web may lead to: public hosts outside of the networks that this computer is part of, on the ports of the
// web.
func publicOnly(own []netip.Prefix) func(host, port string, addr netip.Addr) string {
	return func(_, port string, addr netip.Addr) string {
		if port != ports["http"] && port != ports["https"] {
			return "on a port that is not of the web"
		}
		return cmp.Or(public(addr), nearby(addr, own))
	}
}

// endpointOnly judges the connection to the search endpoint: it may be anywhere, but is exactly it, and one on this computer has to be on
// this computer.
func endpointOnly(endpoint *target) func(host, port string, addr netip.Addr) string {
	return func(host, port string, addr netip.Addr) string {
		switch {
		case endpoint == nil || canonical(host) != endpoint.host || port != endpoint.port:
			return "which is not the search endpoint"
		case local(host) && !addr.Unmap().IsLoopback():
			return "which is not this computer"
		}
		return ""
	}
}
