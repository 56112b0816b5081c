package egress

import (
	"encoding/binary"
	"net"
	"net/netip"
	"slices"
)

// globalUnicast is the only part of IPv6 that is given out for the internet (RFC 4291, IANA): what lies outside of it (loopback, link-local,
// site-local, unique local, multicast, mapped, compatible and NAT64 addresses, fd00:ec2::254) needs no line of its own.
var globalUnicast = netip.MustParsePrefix("2000::/3")

// special are the ranges of IPv4 and of the unicast part of IPv6 that do not lead to a public host (IANA special-purpose registries).
var special = []struct {
	prefix netip.Prefix
	what   string
}{
	{netip.MustParsePrefix("0.0.0.0/8"), "an address of this computer"},
	{netip.MustParsePrefix("10.0.0.0/8"), "an address of a private network"},
	{netip.MustParsePrefix("100.64.0.0/10"), "an address inside a provider's network"},
	{netip.MustParsePrefix("127.0.0.0/8"), "an address of this computer"},
	{netip.MustParsePrefix("168.63.129.16/32"), "the address of a cloud's own services"},
	{netip.MustParsePrefix("169.254.0.0/16"), "a link-local address"},
	{netip.MustParsePrefix("172.16.0.0/12"), "an address of a private network"},
	{netip.MustParsePrefix("192.0.0.0/24"), "a reserved address"},
	{netip.MustParsePrefix("192.0.2.0/24"), "an address for documentation"},
	{netip.MustParsePrefix("192.31.196.0/24"), "a reserved address"},
	{netip.MustParsePrefix("192.52.193.0/24"), "a reserved address"},
	{netip.MustParsePrefix("192.88.99.0/24"), "an address of a 6to4 relay"},
	{netip.MustParsePrefix("192.168.0.0/16"), "an address of a private network"},
	{netip.MustParsePrefix("192.175.48.0/24"), "a reserved address"},
	{netip.MustParsePrefix("198.18.0.0/15"), "an address for measurements"},
	{netip.MustParsePrefix("198.51.100.0/24"), "an address for documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "an address for documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), "a multicast address"},
	{netip.MustParsePrefix("240.0.0.0/4"), "a reserved address"},
	{netip.MustParsePrefix("2001::/23"), "a Teredo or reserved address"},
	{netip.MustParsePrefix("2001:db8::/32"), "an address for documentation"},
	{netip.MustParsePrefix("2002::/16"), "a 6to4 address"},
	{netip.MustParsePrefix("2620:4f:8000::/48"), "a reserved address"},
	{netip.MustParsePrefix("3ffe::/16"), "an address that is given out no more"},
	{netip.MustParsePrefix("3fff::/20"), "an address for documentation"},
}

// public says why addr is no public host, or "". It is a list of what is allowed: an address that nobody thought of is refused.
func public(addr netip.Addr) string {
	switch {
	case !addr.IsValid():
		return "no address"
	case addr.Zone() != "":
		return "an address of one network interface"
	case addr.Is4In6():
		return "an IPv4 address inside an IPv6 address"
	case addr.Is6() && !globalUnicast.Contains(addr):
		return "an IPv6 address that is not of the internet"
	case addr.Is6() && tunnelled(addr):
		return "an address of a tunnel into a private network"
	}
	for _, s := range special {
		if s.prefix.Contains(addr) {
			return s.what
		}
	}
	return ""
}

// tunnelled knows ISATAP (RFC 5214): the last half of the address is 0000:5efe or 0200:5efe and an IPv4 address.
func tunnelled(addr netip.Addr) bool {
	b := addr.As16()
	id := binary.BigEndian.Uint32(b[8:12])
	return id == 0x00005efe || id == 0x02005efe
}

// nearby says whether addr belongs to this computer or to a network that it is part of: public IPv6 addresses of devices at home are no
// part of the web either.
func nearby(addr netip.Addr, own []netip.Prefix) string {
	if slices.ContainsFunc(own, func(p netip.Prefix) bool { return p.Contains(addr) }) {
		return "an address of this computer's own network"
	}
	return ""
}

var translation = netip.MustParsePrefix("64:ff9b::/96")

// withoutTranslations drops the addresses that a resolver made up from an IPv4 address of the same answer (DNS64, RFC 6147): they are not
// dialled and say nothing new. Made up from anything else they stay, and are refused.
func withoutTranslations(addrs []netip.Addr) []netip.Addr {
	return slices.DeleteFunc(slices.Clone(addrs), func(a netip.Addr) bool {
		if !translation.Contains(a) {
			return false
		}
		b := a.As16()
		return slices.Contains(addrs, netip.AddrFrom4([4]byte(b[12:])))
	})
}

// ownNetworks returns the networks that the interfaces of this computer belong to, for addrs as the system lists them. Of a network that is
// too wide to be a neighbourhood (a tunnel that takes half of the internet) only the own address counts.
func ownNetworks(addrs []net.Addr) []netip.Prefix {
	var own []netip.Prefix
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue
		}
		addr := p.Addr().Unmap().WithZone("")
		if wide := addr.Is4() && p.Bits() < 16 || addr.Is6() && p.Bits() < 48; wide {
			p = netip.PrefixFrom(addr, addr.BitLen())
		}
		own = append(own, p.Masked())
	}
	return own
}
