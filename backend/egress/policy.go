package egress

import (
	"fmt"
	"net"
	"net/netip"
	"strings"

	"rabbithole/backend/fault"
)

// Policy says where connections may go. The zero value allows this computer (loopback) and nothing else. A Gate follows what Offline lists;
// a Web follows what Listed, Open and WithEndpoint say, and reaches neither this computer nor a private network.
type Policy struct {
	allowed  map[string]bool // "host:port" or "host", lower case
	web      webPolicy
	endpoint *target
}

// Offline returns the policy of a program that works without the internet: loopback (127.0.0.0/8, ::1, localhost) and exactly the
// given hosts, each "host:port" ("host" alone: any port). A configured Ollama on another machine is such a host.
func Offline(allowed ...string) Policy {
	p := Policy{allowed: map[string]bool{}}
	for _, hostport := range allowed {
		host, port, err := net.SplitHostPort(hostport)
		if err != nil {
			p.allowed[canonical(strings.Trim(hostport, "[]"))] = true
			continue
		}
		p.allowed[net.JoinHostPort(canonical(host), port)] = true
	}
	return p
}

// admit decides on a name, before it is resolved.
func (p Policy) admit(host, port string) error {
	if local(host) || p.lists(host, port) {
		return nil
	}
	return denied(host, port, "the host is not on the list")
}

// connect decides on an address, after its name was resolved and before the socket connects. A name that is only trusted because
// it means this computer must have resolved to this computer.
func (p Policy) connect(host, port string, addr netip.Addr) error {
	if addr.Unmap().IsLoopback() || p.lists(host, port) {
		return nil
	}
	return denied(host, port, "it resolved to "+addr.String()+", which is not this computer")
}

func (p Policy) lists(host, port string) bool {
	host = canonical(host)
	return p.allowed[host] || p.allowed[net.JoinHostPort(host, port)]
}

func local(host string) bool {
	host = canonical(host)
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

func canonical(host string) string {
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

func denied(host, port, why string) error {
	target := net.JoinHostPort(host, port)
	return fault.New("connect to "+target, fault.Denied,
		"Rabbithole works offline: it only talks to this computer and to the Ollama host you configured. "+
			"If "+target+" is your Ollama, set OLLAMA_HOST to it.", fmt.Errorf("refused by the offline policy: %s", why))
}
