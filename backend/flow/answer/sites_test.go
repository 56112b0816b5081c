package answer

import "testing"

func TestKindOf_TellsSourcesByTheirAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://www.cdc.gov/x": KindOfficial, "https://www.gov.uk/x": KindOfficial, "https://bmuv.bund.de/x": KindOfficial, "https://ec.europa.eu/x": KindOfficial, "https://www.bag.admin.ch/": KindOfficial,
		"https://who.int/radon": KindOfficial, "https://www.iso.org/standard/1": KindStandards, "https://datatracker.ietf.org/doc": KindStandards, "https://csrc.nist.gov/": KindStandards,
		"https://physics.mit.edu/": KindEducation, "https://www.ox.ac.uk/": KindEducation, "https://www.uni-bonn.de/": KindEducation, "https://de.wikipedia.org/wiki/Radon": KindEncyclopedia,
		"https://docs.python.org/3/": KindDocs, "https://pkg.go.dev/net/http": KindDocs, "https://example.com/docs/start": KindDocs, "https://www.reuters.com/x": KindNews, "https://news.example/x": KindNews,
		"https://www.reddit.com/r/x": KindForum, "https://blog.example/": KindForum, "https://shop.example/": KindWeb, "https://notgov.example": KindWeb, "https://gov.evil.example": KindWeb, "https://cdc.gov.evil.example/": KindWeb,
		"https://lanterna.example/": KindOfficial, // what the question names
	} {
		if got := kindOf(address, "How bright is a Lanterna lamp?"); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
}

func TestCanonical_OneAddressPerPage(t *testing.T) {
	for address, want := range map[string]string{
		"http://www.Example.com/a/": "https://example.com/a", "https://example.com:443/a#top": "https://example.com/a", "https://example.com/a?utm_source=x&b=2&a=1": "https://example.com/a?a=1&b=2",
		"https://example.com/index.html": "https://example.com", "https://example.com:8443/a": "https://example.com:8443/a", "https://example.com/ä?q=ü": "https://example.com/%C3%A4?q=%C3%BC",
		"ftp://example.com/a": "", "javascript:alert(1)": "", "https://u:p@example.com/": "", "not an address": "", "": "", "https://": "",
	} {
		if got := canonical(address); got != want {
			t.Errorf("%q is %q, want %q", address, got, want)
		}
		if want != "" && canonical(want) != want {
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
		if got := clipped(c.text, c.n); got != c.want || len(got) > c.n {
			t.Errorf("%q at %d is %q", c.text, c.n, got)
		}
	}
}
