package ollama

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"rabbithole/backend/fault"
)

// DefaultHost is where Ollama listens unless told otherwise.
const DefaultHost = "127.0.0.1:11434"

// ParseHost reads a host the way Ollama reads OLLAMA_HOST: "", "box", "box:8080", ":8080", "0.0.0.0", "http://box/path", "https://box",
// "[::1]:11434". The URL it returns always has a port. An address that means "every interface" to a server means this computer to a
// client. A string that names no host is a fault of kind Usage.
func ParseHost(s string) (*url.URL, error) {
	text := strings.Trim(strings.TrimSpace(s), `"'`)
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		scheme, rest = "http", text
	}
	port := map[string]string{"http": "11434", "https": "443"}[scheme]
	if found && scheme == "http" {
		port = "80"
	}
	if port == "" {
		return nil, badHost(s, fmt.Errorf("unknown scheme %q", scheme))
	}
	hostport, path, _ := strings.Cut(rest, "/")
	host, given, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	} else if given != "" {
		port = given
	}
	u, err := url.Parse(scheme + "://" + net.JoinHostPort(here(host), port) + "/" + path)
	if err != nil {
		return nil, badHost(s, err)
	}
	return u, nil
}

// here replaces "no host" and the unspecified address by loopback.
func here(host string) string {
	if host == "" {
		return "127.0.0.1"
	}
	if addr, err := netip.ParseAddr(host); err == nil && addr.IsUnspecified() {
		if addr.Is6() {
			return "::1"
		}
		return "127.0.0.1"
	}
	return host
}

func badHost(s string, err error) error {
	return fault.New(fmt.Sprintf("read the Ollama host %q", s), fault.Usage,
		"OLLAMA_HOST must look like 127.0.0.1:11434 or http://box:11434.", err)
}

func local(host string) bool {
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}
