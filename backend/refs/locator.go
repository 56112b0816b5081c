package refs

import (
	"slices"
)

// Locator finds the section a place of a document stands in.
type Locator struct {
	sections []Section
	byID     map[string]int
}

// NewLocator indexes the sections of one document; they must be in reading order, as Sections returns them.
func NewLocator(sections []Section) *Locator {
	l := &Locator{sections: sections, byID: make(map[string]int, len(sections))}
	for i, s := range sections {
		l.byID[s.ID] = i
	}
	return l
}

// Section returns the innermost section that holds a byte offset of a page, false when the place stands before the first.
func (l *Locator) Section(page, at int) (Section, bool) {
	i := l.Find(page, at)
	if i < 0 {
		return Section{}, false
	}
	return l.sections[i], true
}

// Find returns the index of the innermost section that holds a byte offset of a page, -1 when the place stands before the first.
func (l *Locator) Find(page, at int) int {
	i, _ := slices.BinarySearchFunc(l.sections, struct{}{}, func(s Section, _ struct{}) int {
		if s.Page < page || s.Page == page && s.Start <= at {
			return -1
		}
		return 1
	})
	for i--; i >= 0; i = l.Parent(i) {
		s := l.sections[i]
		if page < s.EndPage || page == s.EndPage && at < s.End {
			return i
		}
		if s.Parent == "" { // siblings of a leaf at the top end before it
			return l.previous(i, page, at)
		}
	}
	return -1
}

// Parent returns the index of the section that encloses section i, -1 at the top.
func (l *Locator) Parent(i int) int {
	if p, ok := l.byID[l.sections[i].Parent]; ok && p < i {
		return p
	}
	return -1
}

// previous looks for an earlier section at the top that is still open: a leaf such as a table may stand between.
func (l *Locator) previous(i, page, at int) int {
	for i--; i >= 0; i-- {
		s := l.sections[i]
		if page < s.EndPage || page == s.EndPage && at < s.End {
			return i
		}
		if s.Parent == "" && s.Kind != KindTable && s.Kind != KindFigure {
			return -1
		}
	}
	return -1
}
