package detect

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// flow is the running text of a document as one string: furniture and tables of contents left out, white space folded to single
// spaces, words joined over line ends, so that a reference reads the same wherever the lines and pages break. A line feed stands
// before every section and after its title: references do not cross it.
type flow struct {
	text string
	cuts []cut
}

// cut maps a stretch of flow to its place: text[at:] of the flow is the page's text[off:], up to the next cut.
type cut struct {
	at, page, off int // page is the page number
}

// place returns the page number and byte offset of flow offset at.
func (f *flow) place(at int) (page, off int) {
	i, _ := slices.BinarySearchFunc(f.cuts, at, func(c cut, at int) int {
		if c.at <= at {
			return -1
		}
		return 1
	})
	if i == 0 {
		return 0, 0
	}
	c := f.cuts[i-1]
	return c.page, c.off + at - c.at
}

// locate returns the page, and the span on it, of text[start:end] of the flow; a reference that runs over a page break is cut at the end
// of its first page.
func (f *flow) locate(start, end int) (page, from, to int) {
	page, from = f.place(start)
	for e := end; e > start; e-- {
		if p, off := f.place(e - 1); p == page && off >= from {
			return page, from, off + 1
		}
	}
	return page, from, from
}

// flowBuilder writes a flow.
type flowBuilder struct {
	text   []byte
	cuts   []cut
	broken bool            // the line before ends in the middle of a word
	stops  map[[2]int]bool // page number and offset where a section begins or its title ends
}

// newFlow joins the body lines of the pages, lines. Lines inside a section whose role is Contents or Index are left out.
func newFlow(pages []source.Page, lines []layout.Line, sections []refs.Section) *flow {
	b := &flowBuilder{stops: headingStops(pages, sections)}
	silent := refs.SilentSpans(sections)
	for _, l := range lines {
		number := pages[l.Page].Number
		if refs.InSpans(silent, number, l.Start) {
			continue
		}
		b.line(number, l)
	}
	return &flow{text: string(b.text), cuts: b.cuts}
}

// line appends one line, behind a space, a line feed or nothing.
func (b *flowBuilder) line(page int, l layout.Line) {
	if len(b.text) > 0 {
		switch {
		case b.stops[[2]int{page, l.Start}]:
			b.separate('\n', page, l.Start)
		case b.broken && unicode.IsLower(numbering.FirstRune(l.Text)): // the hyphen went with the furniture
		case joins(b.text, l.Text):
			_, size := utf8.DecodeLastRune(b.text)
			b.text = b.text[:len(b.text)-size]
		default:
			b.separate(' ', page, l.Start)
		}
	}
	b.broken = l.Cut
	b.words(page, l)
	if b.stops[[2]int{page, l.End}] {
		b.separate('\n', page, l.End)
	}
}

func (b *flowBuilder) separate(with byte, page, off int) {
	b.cut(page, off)
	b.text = append(b.text, with)
}

// cut notes that what is appended next stands at off of a page, unless that follows from the cut before.
func (b *flowBuilder) cut(page, off int) {
	if n := len(b.cuts); n > 0 && b.cuts[n-1].page == page && len(b.text)-b.cuts[n-1].at == off-b.cuts[n-1].off {
		return
	}
	b.cuts = append(b.cuts, cut{len(b.text), page, off})
}

// words appends the text of a line with its white space folded and soft hyphens dropped.
func (b *flowBuilder) words(page int, l layout.Line) {
	fresh, space := true, false
	for i, r := range l.Text {
		switch {
		case r == '\u00ad' && i+2 < len(l.Text):
			fresh = true
			continue
		case unicode.IsSpace(r) || r == '\u200b':
			if !space {
				b.separate(' ', page, l.Start+i)
			}
			space, fresh = true, true
			continue
		}
		if fresh {
			b.cut(page, l.Start+i)
			fresh = false
		}
		space = false
		_, size := utf8.DecodeRuneInString(l.Text[i:])
		b.text = append(b.text, l.Text[i:i+size]...)
	}
}

// joins reports whether the text so far ends in a hyphen that only broke a word at the line end.
func joins(before []byte, after string) bool {
	hyphen, size := utf8.DecodeLastRune(before)
	if hyphen != '-' && hyphen != '\u2010' && hyphen != '\u00ad' {
		return false
	}
	last, _ := utf8.DecodeLastRune(before[:len(before)-size])
	if !unicode.IsLower(last) || !unicode.IsLower(numbering.FirstRune(after)) {
		return false
	}
	word, _ := numbering.CutWord(after)
	return !numbering.IsConjunction(word) // "Melde- und Informationspflichten"
}

// headingStops returns where sections begin and where their titles end.
func headingStops(pages []source.Page, sections []refs.Section) map[[2]int]bool {
	stops := make(map[[2]int]bool, 2*len(sections))
	byNumber := make(map[int]string, len(pages))
	for _, p := range pages {
		byNumber[p.Number] = p.Text
	}
	for _, s := range sections {
		stops[[2]int{s.Page, s.Start}] = true
		if s.Title != "" && s.Kind != refs.KindBibliography {
			stops[[2]int{s.Page, layout.TitleEnd(byNumber[s.Page], s)}] = true
		}
	}
	return stops
}
