package flow

import "testing"

func TestCanonical_OneAddressPerPage(t *testing.T) {
	for address, want := range map[string]string{
		"http://www.Example.com/a/": "https://example.com/a", "https://example.com:443/a#top": "https://example.com/a", "https://example.com/a?utm_source=x&b=2&a=1": "https://example.com/a?a=1&b=2",
		"https://example.com/index.html": "https://example.com", "https://example.com:8443/a": "https://example.com:8443/a", "https://example.com/ä?q=ü": "https://example.com/%C3%A4?q=%C3%BC",
		"ftp://example.com/a": "", "javascript:alert(1)": "", "https://u:p@example.com/": "", "not an address": "", "": "", "https://": "",
	} {
		if got := Canonical(address); got != want {
			t.Errorf("%q is %q, want %q", address, got, want)
		}
		if want != "" && Canonical(want) != want {
			t.Errorf("%q is not its own canonical address", want)
		}
	}
}

func TestClipped_OnRunes(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"short", 10, "short"}, {"äääää", 8, "ää…"}, {"abcdefgh", 6, "abc…"}} {
		if got := Clipped(c.text, c.n); got != c.want || len(got) > c.n {
			t.Errorf("%q at %d is %q", c.text, c.n, got)
		}
	}
	for text, want := range map[string]string{"short": "short", "one two three four": "one two …", "one, two, three four": "one, two …", "Äußerungsrechtlich": "Äußerung …"} {
		if got := ClippedWords(text, 14); got != want || len(got) > 14 {
			t.Errorf("%q in whole words is %q", text, got)
		}
	}
}
