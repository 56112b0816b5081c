// Package provision finds the numbered places inside the sections of a document, and leads references inside their own section to them:
// paragraphs, sentences, numbers, letters.
//
// A reference whose place is not there keeps its name and gets no place.
package provision

import (
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// mark is a numbered place inside a section: "(2)", "3.", "b)". The zero mark of a section stands for the section itself.
type mark struct {
	page, start int // page number and offset, where it begins
	line        int // index into the lines
	parent      int // the mark it lies in, -1 for a section
	depth       int // 0 for a section
	section     int // index into the sections
	end         int // index behind the last mark inside it
	shape       shape
	label       string
}

// shape is what marks of one list have in common: how they are framed, and what they count with.
type shape struct {
	frame string // ".", ")", "()"
	count counting
}

// counting is what the marks of a list count with.
type counting byte

const (
	digits  counting = iota // 1, 2, 2a
	letter                  // a, b
	doubled                 // aa, bb
	romans                  // i, ii
	capital                 // A, B
)

// Places are the numbered places inside the sections of a document, in reading order.
type Places struct {
	pages    map[int]string // text by page number
	lines    []layout.Line
	numbers  []int // page numbers by index
	sections []refs.Section
	within   *refs.Locator
	marks    []mark
}

// NewPlaces finds the places that the lines of a document begin with.
func NewPlaces(pages []source.Page, lines []layout.Line, sections []refs.Section) *Places {
	p := &Places{pages: make(map[int]string, len(pages)), lines: lines, sections: sections, within: refs.NewLocator(sections)}
	for _, page := range pages {
		p.pages[page.Number] = page.Text
		p.numbers = append(p.numbers, page.Number)
	}
	last := -1 // section of the line before
	for i, l := range lines {
		page := p.numbers[l.Page]
		at := p.provision(p.within.Find(page, l.Start))
		if at != last {
			p.open(at, i, page, l.Start)
			last = at
		}
		if s := at; s < 0 || p.sections[s].Number != "" && p.sections[s].Page == page && p.sections[s].Start == l.Start {
			continue
		}
		for off := 0; ; {
			shapes, label, n := cutMark(l.Text[off:])
			if n == 0 || !p.take(shapes, label, i, page, l.Start+off) {
				break
			}
			off += n
		}
	}
	p.close(0)
	return p
}

// provision returns the section that marks at a place of section i belong to: not a table or a figure, but what that stands in. -1 for none.
func (p *Places) provision(i int) int {
	for n := 0; i >= 0 && n < 50; n++ {
		switch s := p.sections[i]; s.Kind {
		case refs.KindTable, refs.KindFigure, refs.KindEquation, refs.KindBibliography:
			i = p.within.Parent(i)
		default:
			if s.Role == source.Contents || s.Role == source.Index || s.Role == source.Bibliography {
				return -1
			}
			return i
		}
	}
	return -1
}

// open begins the places of a section.
func (p *Places) open(section, line, page, start int) {
	p.close(0)
	p.marks = append(p.marks, mark{page: page, start: start, line: line, parent: -1, section: section})
}

// close ends the marks that run and are at least as deep as depth.
func (p *Places) close(depth int) {
	for i := len(p.marks) - 1; i >= 0; {
		m := &p.marks[i]
		if m.depth >= depth && m.end == 0 {
			m.end = len(p.marks)
		}
		i = m.parent
	}
}

// take adds a mark where it follows another of its list, or begins one. What merely begins a line, such as the "2." of a date, does neither.
func (p *Places) take(shapes []shape, label string, line, page, start int) bool {
	last := len(p.marks) - 1
	if last < 0 {
		return false
	}
	for i := last; p.marks[i].depth > 0; i = p.marks[i].parent {
		for _, s := range shapes {
			if m := p.marks[i]; m.shape == s && (follows(s.count, m.label, label) || first(s.count, label)) {
				p.close(m.depth)
				p.marks = append(p.marks, mark{page: page, start: start, line: line, parent: m.parent, depth: m.depth, section: m.section, shape: s, label: label})
				return true
			}
		}
	}
	for _, s := range shapes {
		if first(s.count, label) && p.marks[last].depth < 8 {
			p.marks = append(p.marks, mark{page: page, start: start, line: line, parent: last, depth: p.marks[last].depth + 1, section: p.marks[last].section, shape: s, label: label})
			return true
		}
	}
	return false
}

// first reports whether a list begins with a label.
func first(c counting, label string) bool {
	switch c {
	case digits:
		return label == "1"
	case letter:
		return label == "a"
	case doubled:
		return label == "aa"
	case romans:
		return label == "i"
	}
	return label == "A"
}

// follows reports whether label b may come behind a in a list: the next, or one a few further where others were repealed.
func follows(c counting, a, b string) bool {
	const gap = 3
	switch c {
	case digits:
		na, la := numbering.SplitNumber(a)
		nb, lb := numbering.SplitNumber(b)
		return nb == na && lb > la || nb > na && nb <= na+gap
	case romans:
		n := numbering.RomanValue(strings.ToUpper(b)) - numbering.RomanValue(strings.ToUpper(a))
		return n > 0 && n <= gap
	}
	return b[0] > a[0] && b[0] <= a[0]+gap
}

// cutMark reads a mark off the front of a line: the shapes it may have, the likeliest first, its label and its length with the space behind; 0 for none.
func cutMark(s string) (shapes []shape, label string, n int) {
	open := strings.HasPrefix(s, "(")
	if open {
		n = 1
	}
	from := n
	for n < len(s) && n-from < 6 && (s[n] >= '0' && s[n] <= '9' || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
		n++
	}
	if label = s[from:n]; label == "" || n == len(s) {
		return nil, "", 0
	}
	frame := ""
	switch {
	case open && s[n] == ')':
		frame = "()"
	case !open && (s[n] == ')' || s[n] == '.'):
		frame = s[n : n+1]
	default:
		return nil, "", 0
	}
	n++
	if n < len(s) && s[n] == ' ' {
		n++
	} else if n < len(s) && (frame != "()" || s[n] != '(') {
		return nil, "", 0
	}
	for _, c := range countings(label) {
		if frame != "." || c == digits {
			shapes = append(shapes, shape{frame, c})
		}
	}
	if word, _ := numbering.CutWord(s[n:]); frame == "." && numbering.IsMonth(strings.ToLower(word)) {
		return nil, "", 0
	}
	return shapes, label, n
}

// countings returns what a label may count with, the likeliest first.
func countings(label string) (out []counting) {
	if number, rest := numbering.CutDigits(label); number != "" {
		if len(number) < 4 && (rest == "" || len(rest) == 1 && unicode.IsLower(rune(rest[0]))) {
			return []counting{digits}
		}
		return nil
	}
	if label != strings.ToLower(label) {
		if len(label) == 1 {
			return []counting{capital}
		}
		return nil
	}
	if len(label) == 1 {
		out = append(out, letter)
	}
	if len(label) == 2 && label[0] == label[1] && label != "ii" {
		out = append(out, doubled)
	}
	if numbering.RomanValue(strings.ToUpper(label)) > 0 {
		out = append(out, romans)
	}
	return out
}

// at returns the innermost mark that holds a place, -1 when it stands in no section.
func (p *Places) at(page, start int) int {
	i, _ := slices.BinarySearchFunc(p.marks, struct{}{}, func(m mark, _ struct{}) int {
		if m.page < page || m.page == page && m.start <= start {
			return -1
		}
		return 1
	})
	i--
	if i < 0 || p.marks[i].section < 0 {
		return -1
	}
	return i
}
