package refs

import (
	"rabbithole/backend/source"
)

// Stretch is a stretch of a document from one page and offset to another.
type Stretch struct{ page, start, endPage, end int }

// SilentSpans returns the parts of a document that list references without making any.
func SilentSpans(sections []Section) []Stretch {
	var out []Stretch
	for _, s := range sections {
		if s.Role == source.Contents || s.Role == source.Index {
			out = append(out, Stretch{s.Page, s.Start, s.EndPage, s.End})
		}
	}
	return out
}

// InSpans reports whether a place stands in one of the spans.
func InSpans(spans []Stretch, page, at int) bool {
	for _, s := range spans {
		after := page > s.page || page == s.page && at >= s.start
		before := page < s.endPage || page == s.endPage && at < s.end
		if after && before {
			return true
		}
	}
	return false
}
