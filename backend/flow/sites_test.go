package flow

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
		if got := KindOf(address, "How bright is a Lanterna lamp?"); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
}
