package egress

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// target is the address of a request after it was checked: lower case, in ASCII, without port where it is the scheme's own.
type target struct {
	url      *url.URL
	host     string // without port and brackets
	port     string
	endpoint bool // it is the search endpoint that the person configured
}

func (t target) hostport() string { return net.JoinHostPort(t.host, t.port) }

// origin is what keys belong to.
func (t target) origin() string { return t.url.Scheme + "://" + t.hostport() }

// ports are the only ones that the web is read from, by scheme.
var ports = map[string]string{"http": "80", "https": "443"}

// inside are the ends of names that never lead to a public host.
var inside = []string{
	"local", "localhost", "localdomain", "internal", "intranet", "private", "corp", "home", "lan", "onion", "i2p", "alt", "arpa", "test", "invalid",
}

// ordinary checks what can be said of an address before any name is looked up, and returns it in its canonical form. Why it is refused is
// the second result.
func ordinary(u *url.URL) (target, string) {
	scheme := strings.ToLower(u.Scheme)
	port, known := ports[scheme]
	switch {
	case !known:
		return target{}, "only http and https are opened"
	case u.Opaque != "":
		return target{}, "the address has no host"
	case u.User != nil:
		return target{}, "the address carries a name or a password"
	case u.Port() != "" && u.Port() != port:
		return target{}, "port " + u.Port() + " is not the standard port of " + scheme
	}
	host, why := hostName(u)
	if why != "" {
		return target{}, why
	}
	clean := *u
	clean.Scheme, clean.Host, clean.Fragment, clean.RawFragment, clean.RawQuery = scheme, host, "", "", PlainQuery(u.RawQuery)
	if strings.Contains(host, ":") {
		clean.Host = "[" + host + "]"
	}
	return target{url: &clean, host: host, port: port}, ""
}

// PlainQuery returns the query of an address with everything escaped that no address may hold: net/url leaves spaces, quotation marks and letters
// that turn or hide text as they are. What it means stays the same.
func PlainQuery(query string) string {
	var out strings.Builder
	for _, b := range []byte(query) {
		if b <= ' ' || b > '~' || strings.IndexByte("\"<>[]{}|\\^`", b) >= 0 {
			fmt.Fprintf(&out, "%%%02X", b)
			continue
		}
		out.WriteByte(b)
	}
	return out.String()
}

// hostName returns the host of u: a public address, or a name of at least two labels in ASCII.
func hostName(u *url.URL) (name, why string) {
	bracketed := strings.HasPrefix(u.Host, "[")
	host := u.Hostname()
	if bracketed {
		return literal(host)
	}
	ascii, err := asciiName(host)
	switch {
	case host == "":
		return "", "the address has no host"
	case err != nil || !letters(ascii):
		return "", "the host is not a valid name"
	}
	if numeric(ascii) {
		return literal(ascii)
	}
	labels := strings.Split(ascii, ".")
	if len(labels) < 2 || slices.Contains(labels, "") {
		return "", "the host is not a name of the internet"
	}
	if slices.Contains(inside, labels[len(labels)-1]) {
		return "", "names below ." + labels[len(labels)-1] + " are not of the internet"
	}
	return ascii, ""
}

// literal takes an address in its one canonical notation only: other notations of IPv4 (octal, hexadecimal, fewer than four parts, one
// number) are read differently by different programs, which is what they are used for.
func literal(host string) (string, string) {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return "", "the host is a number but not an address"
	}
	if why := public(addr); why != "" {
		return "", "it is " + why
	}
	return addr.String(), ""
}

// numeric reports whether a program could take the name for an IPv4 address: its last label is a number (as in the URL standard).
func numeric(host string) bool {
	last := host[strings.LastIndex(host, ".")+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	_, err := strconv.ParseUint(last, 10, 64)
	return err == nil || last != "" && strings.Trim(last, "0123456789") == ""
}

// asciiName maps a name as browsers do (wide digits, other full stops, upper case) before it is judged, so that no form of writing hides what
// it means. What it becomes has to mean the same when it is mapped again.
func asciiName(host string) (string, error) {
	profile := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(false), idna.StrictDomainName(false), idna.VerifyDNSLength(false), idna.Transitional(false))
	ascii, err := profile.ToASCII(host)
	if err != nil {
		return "", err
	}
	again, err := profile.ToASCII(ascii)
	if err == nil && again != ascii {
		err = errors.New("the name means two things")
	}
	return again, err
}

// letters reports whether a name has nothing but what names of hosts are made of, in labels and a length that DNS can carry.
func letters(ascii string) bool {
	other := func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_.", r) }
	if len(ascii) > 253 || strings.ContainsFunc(ascii, other) {
		return false
	}
	return !slices.ContainsFunc(strings.Split(ascii, "."), func(label string) bool { return len(label) > 63 })
}
