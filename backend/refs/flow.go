package refs

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
func newFlow(pages []source.Page, lines []line, sections []Section) *flow {
	b := &flowBuilder{stops: headingStops(pages, sections)}
	silent := silentSpans(sections)
	for _, l := range lines {
		number := pages[l.page].Number
		if inSpans(silent, number, l.start) {
			continue
		}
		b.line(number, l)
	}
	return &flow{text: string(b.text), cuts: b.cuts}
}

// line appends one line, behind a space, a line feed or nothing.
func (b *flowBuilder) line(page int, l line) {
	if len(b.text) > 0 {
		switch {
		case b.stops[[2]int{page, l.start}]:
			b.separate('\n', page, l.start)
		case b.broken && unicode.IsLower(firstRune(l.text)): // the hyphen went with the furniture
		case joins(b.text, l.text):
			_, size := utf8.DecodeLastRune(b.text)
			b.text = b.text[:len(b.text)-size]
		default:
			b.separate(' ', page, l.start)
		}
	}
	b.broken = l.cut
	b.words(page, l)
	if b.stops[[2]int{page, l.end}] {
		b.separate('\n', page, l.end)
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
func (b *flowBuilder) words(page int, l line) {
	fresh, space := true, false
	for i, r := range l.text {
		switch {
		case r == '\u00ad' && i+2 < len(l.text):
			fresh = true
			continue
		case unicode.IsSpace(r) || r == '\u200b':
			if !space {
				b.separate(' ', page, l.start+i)
			}
			space, fresh = true, true
			continue
		}
		if fresh {
			b.cut(page, l.start+i)
			fresh = false
		}
		space = false
		_, size := utf8.DecodeRuneInString(l.text[i:])
		b.text = append(b.text, l.text[i:i+size]...)
	}
}

// joins reports whether the text so far ends in a hyphen that only broke a word at the line end.
func joins(before []byte, after string) bool {
	hyphen, size := utf8.DecodeLastRune(before)
	if hyphen != '-' && hyphen != '\u2010' && hyphen != '\u00ad' {
		return false
	}
	last, _ := utf8.DecodeLastRune(before[:len(before)-size])
	if !unicode.IsLower(last) || !unicode.IsLower(firstRune(after)) {
		return false
	}
	word, _ := cutWord(after)
	return !isConjunction(word) // "Melde- und Informationspflichten"
}

// headingStops returns where sections begin and where their titles end.
func headingStops(pages []source.Page, sections []Section) map[[2]int]bool {
	stops := make(map[[2]int]bool, 2*len(sections))
	byNumber := make(map[int]string, len(pages))
	for _, p := range pages {
		byNumber[p.Number] = p.Text
	}
	for _, s := range sections {
		stops[[2]int{s.Page, s.Start}] = true
		if s.Title != "" && s.Kind != KindBibliography {
			stops[[2]int{s.Page, titleEnd(byNumber[s.Page], s)}] = true
		}
	}
	return stops
}

// titleEnd returns where the title of s ends in its page's text: where its letters and digits are used up.
func titleEnd(text string, s Section) int {
	if s.Start > len(text) {
		return s.Start
	}
	want := Squeeze(s.Title)
	window := text[s.Start:min(len(text), s.Start+2*len(s.Title)+200)]
	var seen strings.Builder
	for i, r := range window {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '§' {
			seen.WriteRune(unicode.ToLower(r))
			if strings.HasSuffix(seen.String(), want) {
				end := i + utf8.RuneLen(r)
				return s.Start + end + closing(window[end:])
			}
		}
	}
	return s.Start
}

// closing counts the bytes of punctuation at the front of s that still belong to a title.
func closing(s string) int {
	return len(s) - len(strings.TrimLeft(s, ")].\"'”’»"))
}

// stretch is a stretch of a document from one page and offset to another.
type stretch struct{ page, start, endPage, end int }

// silentSpans returns the parts of a document that list references without making any.
func silentSpans(sections []Section) []stretch {
	var out []stretch
	for _, s := range sections {
		if s.Role == source.Contents || s.Role == source.Index {
			out = append(out, stretch{s.Page, s.Start, s.EndPage, s.End})
		}
	}
	return out
}

func inSpans(spans []stretch, page, at int) bool {
	for _, s := range spans {
		after := page > s.page || page == s.page && at >= s.start
		before := page < s.endPage || page == s.endPage && at < s.end
		if after && before {
			return true
		}
	}
	return false
}
