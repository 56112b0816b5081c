// Package layout cuts the pages of a document into lines with their typography, and tells its running text from its furniture: running
// headers, footers and page numbers.
//
// It knows nothing of what the lines say beyond how they repeat.
package layout

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// Line is one line of a document with its typography; furniture is left out where a document's lines are collected.
type Line struct {
	Page       int // index into the pages, not the page number
	Start, End int // bytes of the page's text, white space at both ends left out
	Text       string
	Size       float64 // 0 when unknown
	Bold       bool
	X, Y       float64
	Cut        bool // furniture stood right behind it, in the middle of a word
}

// pageLines cuts a page into its lines, by Page.Lines where they fit the text, by line ends where not. Blank lines are left out.
func pageLines(index int, p source.Page) []Line {
	if fits(p) {
		lines := make([]Line, 0, len(p.Lines))
		for _, l := range p.Lines {
			lines = appendLine(lines, Line{Page: index, Start: l.Start, End: l.End, Size: l.Size, Bold: l.Bold, X: l.X, Y: l.Y}, p.Text)
		}
		return lines
	}
	var lines []Line
	for start := 0; start < len(p.Text); {
		end := start + strings.IndexByte(p.Text[start:], '\n')
		if end < start {
			end = len(p.Text)
		}
		lines = appendLine(lines, Line{Page: index, Start: start, End: end}, p.Text)
		start = end + 1
	}
	return lines
}

// fits reports whether the typography covers the text: spans in order, inside the text, with nothing but white space between.
func fits(p source.Page) bool {
	last := 0
	for _, l := range p.Lines {
		if l.Start < last || l.End < l.Start || l.End > len(p.Text) || strings.TrimSpace(p.Text[last:l.Start]) != "" {
			return false
		}
		last = l.End
	}
	return len(p.Lines) > 0 && strings.TrimSpace(p.Text[last:]) == ""
}

func appendLine(lines []Line, l Line, text string) []Line {
	s := text[l.Start:l.End]
	l.Start += len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	s = strings.TrimSpace(s)
	if s == "" {
		return lines
	}
	l.End, l.Text = l.Start+len(s), s
	return append(lines, l)
}

// Body returns the lines of all pages without furniture, in reading order.
func Body(pages []source.Page) []Line {
	furniture := Furniture(pages)
	var lines []Line
	for i, p := range pages {
		for _, l := range pageLines(i, p) {
			if l, ok := uncovered(l, furniture[i]); ok {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

// uncovered returns what is left of a line outside the spans: all, its beginning, or nothing.
func uncovered(l Line, spans []source.Span) (Line, bool) {
	for _, s := range spans {
		if s.Start <= l.Start && l.Start < s.End {
			return l, false
		}
		if l.Start < s.Start && s.Start < l.End {
			l.Text, l.End, l.Cut = l.Text[:s.Start-l.Start], s.Start, true
		}
	}
	return l, true
}

// BodySize returns the font size most characters are set in, 0 when sizes are unknown.
func BodySize(lines []Line) float64 {
	count := map[float64]int{}
	for _, l := range lines {
		count[RoundSize(l.Size)] += len(l.Text)
	}
	best, n := 0.0, 0
	for size, c := range count {
		if size > 0 && (c > n || c == n && size < best) {
			best, n = size, c
		}
	}
	return best
}

// RoundSize folds sizes that differ by rounding only: to a fifth of a point.
func RoundSize(size float64) float64 { return float64(int(size*5+0.5)) / 5 }

// BodyLines returns the lines of all pages in reading order, blank lines and furniture left out.
func BodyLines(pages []source.Page) []refs.TextLine {
	lines := Body(pages)
	out := make([]refs.TextLine, len(lines))
	for i, l := range lines {
		out[i] = refs.TextLine{Page: pages[l.Page].Number, Start: l.Start, End: l.End, Text: l.Text, Size: l.Size, Bold: l.Bold, X: l.X, Y: l.Y}
	}
	return out
}
