package egress

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

func TestOrdinary_KeepsWhatIsAskedFor(t *testing.T) {
	for in, want := range map[string]string{
		"HTTPS://Example.ORG:443/A?b=C#d": "https://example.org/A?b=C", "http://example.org:/": "http://example.org/",
		"http://bücher.example/ä": "http://xn--bcher-kva.example/%C3%A4", "http://BÜCHER。example": "http://xn--bcher-kva.example",
		"http://8.8.8.8/": "http://8.8.8.8/", "http://[2606:4700:0:0::1111]:80/": "http://[2606:4700::1111]/", "http://a_b.example/": "http://a_b.example/",
		"http://r3---sn.example/": "http://r3---sn.example/", "http://1.example/": "http://1.example/",
	} {
		u, err := url.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if got, why := ordinary(u); why != "" || got.url.String() != want {
			t.Errorf("%s: %v %q, want %s", in, got.url, why, want)
		}
	}
}

// Whatever is let through is http or https on its own port, without a password, to a public address or a plain name of two labels or more, and
// says the same when it is read again.
func FuzzOrdinary(f *testing.F) {
	for _, seed := range []string{"http://example.org/", "https://user:pw@127.0.0.1:8080/x?y#z", "http://0x7f.1/", "http://[::ffff:127.0.0.1%25eth0]/", "http://１２７.０.０.１/",
		"http://bücher.example:80", "//x", "http:x", "http://localhost./", "http://a.local/", "http://[64:ff9b::1]:443/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		u, err := url.Parse(address)
		if err != nil {
			return
		}
		to, why := ordinary(u)
		if (why == "") != (to.url != nil) {
			t.Fatalf("%q: neither allowed nor refused", address)
		}
		if why != "" {
			return
		}
		if ports[to.url.Scheme] != to.port || to.url.User != nil || to.url.Port() != "" || to.url.Hostname() != to.host || to.url.Fragment != "" {
			t.Fatalf("%q became %v", address, to.url)
		}
		if addr, err := netip.ParseAddr(to.host); err == nil {
			if public(addr) != "" || addr.String() != to.host {
				t.Fatalf("%q leads to %v", address, addr)
			}
		} else if !letters(to.host) || numeric(to.host) || !strings.Contains(to.host, ".") || strings.HasSuffix(to.host, ".") {
			t.Fatalf("%q leads to %q", address, to.host)
		}
		again, err := url.Parse(to.url.String())
		if err != nil {
			t.Fatalf("%q became %q: %v", address, to.url, err)
		}
		if same, why := ordinary(again); why != "" || same.host != to.host || same.url.String() != to.url.String() {
			t.Fatalf("%q became %q, then %v %s", address, to.url, same.url, why)
		}
	})
}
