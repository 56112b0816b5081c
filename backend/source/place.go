package source

// PassageIndexAt returns the index of the passage to read at a byte offset of a page: the one that covers it; where none does (a
// heading, a running header) the next one, or else the last. Passages are one document's, in order; -1 when there are none.
func PassageIndexAt(passages []Passage, page, offset int) int {
	next := -1
	for i, p := range passages {
		for _, s := range p.Spans {
			if s.Page == page && s.Start <= offset && offset < s.End {
				return i
			}
			if next < 0 && (s.Page > page || s.Page == page && s.Start > offset) {
				next = i
			}
		}
	}
	if next < 0 {
		return len(passages) - 1
	}
	return next
}
