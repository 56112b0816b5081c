package source

import (
	"cmp"
	"sort"
)

// Places finds the passages of one document by where they stand. It takes a time that hardly grows with their number.
type Places struct {
	spans map[int][]placed // by page, in the order of the passages
	reach []Span           // by passage: the last place where it or one before it begins
}

type placed struct {
	Span
	passage int
}

// NewPlaces returns the places of a document's passages, which are in order.
func NewPlaces(passages []Passage) Places {
	p := Places{spans: map[int][]placed{}, reach: make([]Span, len(passages))}
	var last Span
	for i, passage := range passages {
		for _, s := range passage.Spans {
			p.spans[s.Page] = append(p.spans[s.Page], placed{s, i})
			if after(s, last.Page, last.Start) {
				last = s
			}
		}
		p.reach[i] = last
	}
	return p
}

// after reports whether a span begins after a byte offset of a page.
func after(s Span, page, offset int) bool {
	return cmp.Or(s.Page-page, s.Start-offset) > 0
}

// At returns the index of the passage to read at a byte offset of a page: the one that covers it; where none does (a heading, a running
// header) the next one, or else the last; -1 when there are none.
func (p Places) At(page, offset int) int {
	for _, s := range p.spans[page] {
		if s.Start <= offset && offset < s.End {
			return s.passage
		}
	}
	next := sort.Search(len(p.reach), func(i int) bool { return after(p.reach[i], page, offset) })
	return min(next, len(p.reach)-1)
}
