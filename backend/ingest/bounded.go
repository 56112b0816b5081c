package ingest

import (
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// What is kept of a page beside its text, and of what a file says of itself: it is no part of the text, and a small file may repeat it on
// every page.
const (
	mostLinks = 500 // of a page
	mostLabel = 64  // bytes
	mostTitle = 300
)

// bounded returns a page without what nobody needs of it.
func bounded(p source.Page) source.Page {
	p.Label = atMost(p.Label, mostLabel)
	if len(p.Links) > mostLinks || slices.ContainsFunc(p.Links, tooLong) {
		p.Links = slices.DeleteFunc(slices.Clone(p.Links), tooLong)
		p.Links = p.Links[:min(mostLinks, len(p.Links))]
	}
	return p
}

func tooLong(l source.Link) bool { return len(l.URI) > source.MostURI }

// lengthOf counts the bytes of the addresses that links lead to.
func lengthOf(links []source.Link) (n int) {
	for _, l := range links {
		n += len(l.URI)
	}
	return n
}

// atMost returns a text of at most so many bytes.
func atMost(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[:most], ""))
}
