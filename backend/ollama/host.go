package ollama

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/fault"
)

// ParseHost reads a host the way Ollama reads OLLAMA_HOST: "", "box", "box:8080", ":8080", "0.0.0.0", "[::1]:11434",
// "http://box/path", "https://box". The URL it returns always has a port. An address that means "every interface" to a
// server means this computer to a client. Anything that cannot be the address of a server, and anything with a password,
// is a fault of kind Usage.
func ParseHost(s string) (*url.URL, error) {
	text := strings.Trim(strings.TrimSpace(s), ` "'`)
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		scheme, rest = "http", text
	}
	scheme = strings.ToLower(scheme)
	port := map[string]string{"http": "11434", "https": "443"}[scheme]
	if found && scheme == "http" {
		port = "80"
	}
	hostport, path, _ := strings.Cut(rest, "/")
	host, given := divide(hostport)
	switch n, err := strconv.ParseUint(given, 10, 16); {
	case strings.Contains(rest, "@"):
		return nil, badHost("it contains a user name or a password, which Ollama does not support")
	case port == "":
		return nil, badHost(fmt.Sprintf("its scheme is %.40q, not http or https", scheme))
	case given != "" && (err != nil || n == 0):
		return nil, badHost(fmt.Sprintf("%.40q is not a port from 1 to 65535", given))
	case text != "" && host+given == "" || host != "" && !isHost(host):
		return nil, badHost(fmt.Sprintf("%.80q is not the address of a server", text))
	}
	host = strings.ReplaceAll(here(host), "%", "%25") // the zone of an IPv6 address
	u, err := url.Parse(scheme + "://" + net.JoinHostPort(host, cmp.Or(given, port)) + "/" + path)
	if err != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, badHost(fmt.Sprintf("%.80q is not the address of a server", text))
	}
	return u, nil
}

// divide separates a host from its port, "" for none.
func divide(hostport string) (host, port string) {
	if host, port, err := net.SplitHostPort(hostport); err == nil {
		return host, port
	}
	if inside, ok := strings.CutPrefix(hostport, "["); ok && strings.HasSuffix(inside, "]") {
		return strings.TrimSuffix(inside, "]"), ""
	}
	return hostport, ""
}

// isHostLabel reports whether a text can stand between two dots of a host name. Underscores are common in local networks.
func isHostLabel(label string) bool {
	other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_' && r != '-' }
	n := utf8.RuneCountInString(label)
	return 0 < n && n <= 63 && strings.Trim(label, "-") == label && !strings.ContainsFunc(label, other)
}

// isHost reports whether a text is an IP address or can be a host name. The last label of a name is never a number.
func isHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	last := labels[len(labels)-1]
	return len(host) <= 253 && strings.Trim(last, "0123456789") != "" && !slices.ContainsFunc(labels,
		func(l string) bool { return !isHostLabel(l) })
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

// badHost returns the fault for an OLLAMA_HOST that cannot be used. why must not repeat a password.
func badHost(why string) error {
	return fault.New("use OLLAMA_HOST", fault.Usage,
		"Set it to where Ollama listens, such as 127.0.0.1:11434 or http://box:11434, or leave it empty.",
		errors.New(why))
}

func local(host string) bool {
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}
