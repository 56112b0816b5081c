package web

import (
	"net/url"
	"strings"
	"testing"
)

func TestCanonical(t *testing.T) {
	for address, want := range map[string]string{
		"HTTP://Example.ORG":                                 "http://example.org/",
		"https://example.org:443/a":                          "https://example.org/a",
		"http://example.org:80/a":                            "http://example.org/a",
		"http://example.org:8080/a":                          "http://example.org:8080/a",
		"https://example.org./a#top":                         "https://example.org/a",
		"https://example.org/a?utm_source=x&id=3&fbclid=9#f": "https://example.org/a?id=3",
		"https://example.org/a?UTM_Medium=x":                 "https://example.org/a",
		"https://example.org/a?b=2&a=1":                      "https://example.org/a?b=2&a=1",
		"https://example.org/a?q=a%20b+c":                    "https://example.org/a?q=a%20b+c",
		"https://example.org/A/b/":                           "https://example.org/A/b/",
		"https://bücher.example/ö":                           "https://xn--bcher-kva.example/%C3%B6",
		"  https://example.org/x ":                           "https://example.org/x",
		"https://example.org?":                               "https://example.org/",
		"https://[2001:DB8::1]/a":                            "https://[2001:db8::1]/a",
		"https://my_host.example/a":                          "https://my_host.example/a",
	} {
		if got, err := Canonical(address); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", address, got, err, want)
		}
		if again, err := Canonical(want); err != nil || again != want {
			t.Errorf("%s is not its own canonical form: %q, %v", want, again, err)
		}
	}
}

func TestCanonical_RefusesWhatIsNoPage(t *testing.T) {
	for _, address := range []string{"", "x", "/a", "mailto:a@b.example", "https:", "https:///a", "https://...", "https://a b.example/", "https://u:p@a.example/", "https://a.example/" + strings.Repeat("a", 2000), "http://a.example/%zz"} {
		if got, err := Canonical(address); err == nil {
			t.Errorf("%.40q became %q", address, got)
		}
	}
}

func TestPlainer(t *testing.T) {
	for _, c := range []struct {
		a, than string
		plainer bool
	}{
		{"https://example.org/a", "https://example.org/a?from=feed", true}, {"https://example.org/a/", "http://www.example.org/a", true},
		{"https://www.example.co.uk/a?id=1", "https://m.example.co.uk/a?id=1&x=2", true}, {"https://example.org/a?id=2", "https://example.org/a?id=1", false},
		{"https://example.org/official", "https://example.org/~mallory", false}, {"https://news.example.org/a", "https://example.org/a", false},
		{"https://example.org:8443/a", "https://example.org/a", false}, {"https://evil-example.org/a", "https://example.org/a", false},
	} {
		a, err1 := url.Parse(c.a)
		than, err2 := url.Parse(c.than)
		if err1 != nil || err2 != nil || plainer(a, than) != c.plainer {
			t.Errorf("%s and %s: %v", c.a, c.than, !c.plainer)
		}
	}
}
