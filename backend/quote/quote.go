// Package quote cuts a passage into what can be quoted of it: sentences, entries of lists with what leads into them, rows of tables with
// their head.
//
// Every span has a number within its passage, by which a model names it and code finds it again on its pages, so that nobody has to copy
// words. The package promises that spans follow one another in the order of the text, that no word of it is in two of them or in none
// (headings and marks alone excepted, which state nothing), and that the same passage always has the same spans. It refuses to know what a span is worth.
package quote

import (
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/source"
)

// Kind says what a span is.
type Kind int

// The kinds.
const (
	Sentence Kind = iota
	Item          // an entry of a list
	Row           // of a table
	Head          // lines above the rows of a table, which name its columns and its unit
	Heading       // of the section, or a mark without its entry: it is no span that can be named
)

// Span is a stretch [Start, End) of a passage's text, in bytes.
type Span struct {
	Start, End int
	Kind       Kind
	// Leads are the positions of the spans that this one is not understood without: the sentences that lead into its list, the head of its table.
	Leads []int
}

// Split returns the spans of a passage in the order of its text. Language is an ISO 639-1 code.
func Split(p source.Passage, language string) []Span {
	s := splitter{text: p.Text, language: language}
	from := chunk.HeadingsEnd(p)
	s.add(0, from, Heading)
	for _, b := range s.blocks(from) {
		if b.Table {
			s.rows(b)
		} else {
			s.prose(b.start, b.end)
		}
	}
	return s.out
}

type splitter struct {
	text, language string
	out            []Span
	open           []level // lists that are open where it reads
}

// level is a list that is open: the span that leads into it, and the mark of its entries.
type level struct {
	lead int
	mark chunk.Mark
}

// add appends a stretch without the white space at its ends; an empty one is left out.
func (s *splitter) add(start, end int, kind Kind, leads ...int) {
	text := s.text[start:end]
	start += len(text) - len(strings.TrimLeft(text, " \t\n"))
	if text = strings.TrimSpace(text); text != "" {
		s.out = append(s.out, Span{start, start + len(text), kind, leads})
	}
}

// block is a stretch [start, end) of the text that is prose or a table.
type block struct {
	grid.Block
	start, end int
}

// blocks cuts what stands behind a byte of the text into prose and tables.
func (s *splitter) blocks(from int) (out []block) {
	for _, b := range grid.Split(strings.Split(s.text[from:], "\n")) {
		end := from + len(strings.Join(b.Lines, "\n"))
		out = append(out, block{b, from, end})
		from = end + 1
	}
	return out
}

// rows makes a span of each line of a table. The rows have what names their columns as their head, and the sentence that leads into them.
func (s *splitter) rows(b block) {
	told := 0 // lines of prose above the names of the columns
	for i, line := range b.Lines[:b.Head] {
		if line = strings.TrimSpace(line); !grid.Tabbed(line) && (strings.HasSuffix(line, ".") || strings.HasSuffix(line, ":") || len(line) > fullLine) {
			told = i + 1
		}
	}
	prose := strings.Join(b.Lines[:told], "\n")
	s.prose(b.start, b.start+len(prose))
	var leads []int
	if n := len(s.out); n > 0 && (told > 0 || s.out[n-1].Kind == Heading) {
		leads = append(leads, n-1)
	}
	s.open = nil
	at := b.start
	for i, line := range b.Lines {
		before := len(s.out)
		switch {
		case i < told:
		case i < b.Head:
			s.add(at, at+len(line), Head)
		default:
			s.add(at, at+len(line), Row, leads...)
		}
		if i < b.Head && len(s.out) > before {
			leads = append(leads, before)
		}
		at += len(line) + 1
	}
}

// fullLine is how many bytes a line has at least that is no name of a column.
const fullLine = 90

// prose cuts a stretch into sentences and the entries of lists.
func (s *splitter) prose(start, end int) {
	for _, r := range chunk.Sentences(s.text[start:end], s.language) {
		from, to := start+r[0], start+r[1]
		mark := chunk.MarkOf(s.text[from:to])
		fresh := strings.TrimRight(s.text[start:from], " \t") == "" || strings.HasSuffix(strings.TrimRight(s.text[start:from], " \t"), "\n")
		switch {
		case chunk.Bare(s.text[from:to]):
			s.add(from, to, Heading)
		case mark.Frame != "" && fresh:
			s.enter(from, mark)
			s.add(from, to, Item, s.leads()...)
		case fresh:
			s.open = nil
			s.add(from, to, Sentence)
		default: // it goes on in the entry, if it stands in one
			s.add(from, to, Sentence, s.leads()...)
		}
	}
}

// enter takes in an entry that begins at a byte with a mark: it goes on with a list that is open, or begins one behind what leads into it.
func (s *splitter) enter(at int, mark chunk.Mark) {
	for depth := len(s.open) - 1; depth >= 0; depth-- {
		if mark.Follows(s.open[depth].mark) || !mark.First() && mark.Alike(s.open[depth].mark) {
			s.open = s.open[:depth+1]
			s.open[depth].mark = mark
			return
		}
	}
	last := len(s.out) - 1
	if last >= 0 && mark.First() && s.leadsIn(last, at, mark) {
		s.open = append(s.open, level{last, mark})
		return
	}
	s.open = nil
}

// leadsIn reports whether the span before an entry that begins at a byte leads into its list: it is not finished, and is no entry of the same kind.
func (s *splitter) leadsIn(i, at int, mark chunk.Mark) bool {
	span := s.out[i]
	text := s.text[span.Start:span.End]
	if span.Kind == Row || span.Kind == Heading || strings.HasSuffix(text, ".") || strings.HasSuffix(text, ";") {
		return false
	}
	if strings.Count(s.text[span.End:at], "\n") > 1 && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, ",") {
		return false // a paragraph of its own, such as a letterhead
	}
	of := chunk.MarkOf(text)
	return !of.Alike(mark) || of.Frame == ""
}

func (s *splitter) leads() []int {
	var out []int
	for _, l := range s.open {
		out = append(out, l.lead)
	}
	return out
}

// Locate returns where on its pages the bytes [start, end) of a passage's text stand.
func Locate(p source.Passage, start, end int) []source.Span {
	var out []source.Span
	at := 0 // of a span of the passage in its text
	for _, s := range p.Spans {
		n := s.End - s.Start
		from, to := max(start, at), min(end, at+n)
		if from < to {
			out = append(out, source.Span{Page: s.Page, Start: s.Start + from - at, End: s.Start + to - at})
		}
		at += n + 1 // the line end between them
	}
	return out
}

// Places returns where on its pages span i of a passage stands, behind what leads into it.
func Places(p source.Passage, spans []Span, i int) []source.Span {
	var out []source.Span
	for _, lead := range append(append([]int{}, spans[i].Leads...), i) {
		for _, place := range Locate(p, spans[lead].Start, spans[lead].End) {
			out = join(out, place, p)
		}
	}
	return out
}

// join appends a place; one that begins where the last ended, but for white space, is one with it.
func join(list []source.Span, next source.Span, p source.Passage) []source.Span {
	if n := len(list); n > 0 && list[n-1].Page == next.Page && list[n-1].End <= next.Start && blank(p, list[n-1], next) {
		list[n-1].End = next.End
		return list
	}
	return append(list, next)
}

// blank reports whether nothing but white space stands between two places of a passage.
func blank(p source.Passage, a, b source.Span) bool {
	at := 0
	for _, s := range p.Spans {
		if s.Page == a.Page && s.Start <= a.End && b.Start <= s.End {
			return strings.TrimSpace(p.Text[at+a.End-s.Start:at+b.Start-s.Start]) == ""
		}
		at += s.End - s.Start + 1
	}
	return false
}
