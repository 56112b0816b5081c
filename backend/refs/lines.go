package refs

import (
	"strings"
	"unicode"

	"rabbithole/backend/source"
)

// line is one line of a document with its typography; furniture is left out where a document's lines are collected.
type line struct {
	page       int // index into the pages, not the page number
	start, end int // bytes of the page's text, white space at both ends left out
	text       string
	size       float64 // 0 when unknown
	bold       bool
	x, y       float64
	cut        bool // furniture stood right behind it, in the middle of a word
}

// pageLines cuts a page into its lines, by Page.Lines where they fit the text, by line ends where not. Blank lines are left out.
func pageLines(index int, p source.Page) []line {
	if fits(p) {
		lines := make([]line, 0, len(p.Lines))
		for _, l := range p.Lines {
			lines = appendLine(lines, line{page: index, start: l.Start, end: l.End, size: l.Size, bold: l.Bold, x: l.X, y: l.Y}, p.Text)
		}
		return lines
	}
	var lines []line
	for start := 0; start < len(p.Text); {
		end := start + strings.IndexByte(p.Text[start:], '\n')
		if end < start {
			end = len(p.Text)
		}
		lines = appendLine(lines, line{page: index, start: start, end: end}, p.Text)
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

func appendLine(lines []line, l line, text string) []line {
	s := text[l.start:l.end]
	l.start += len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	s = strings.TrimSpace(s)
	if s == "" {
		return lines
	}
	l.end, l.text = l.start+len(s), s
	return append(lines, l)
}

// bodyLines returns the lines of all pages without furniture, in reading order.
func bodyLines(pages []source.Page) []line {
	furniture := Furniture(pages)
	var lines []line
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
func uncovered(l line, spans []source.Span) (line, bool) {
	for _, s := range spans {
		if s.Start <= l.start && l.start < s.End {
			return l, false
		}
		if l.start < s.Start && s.Start < l.end {
			l.text, l.end, l.cut = l.text[:s.Start-l.start], s.Start, true
		}
	}
	return l, true
}

// bodySize returns the font size most characters are set in, 0 when sizes are unknown.
func bodySize(lines []line) float64 {
	count := map[float64]int{}
	for _, l := range lines {
		count[roundSize(l.size)] += len(l.text)
	}
	best, n := 0.0, 0
	for size, c := range count {
		if size > 0 && (c > n || c == n && size < best) {
			best, n = size, c
		}
	}
	return best
}

// roundSize folds sizes that differ by rounding only: to a fifth of a point.
func roundSize(size float64) float64 { return float64(int(size*5+0.5)) / 5 }

// fold replaces every run of white space by one space and drops soft hyphens.
func fold(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\u00ad", "")), " ")
}

// Squeeze keeps the letters and digits of s in lower case: for comparing titles set with different spaces and dashes.
func Squeeze(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '§' {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// TextLine is a line of running text: what is left of a page without its furniture.
type TextLine struct {
	Page  int // page number
	Start int // bytes of the page's text, without white space at both ends
	End   int
	Text  string
	Size  float64 // font size in points, 0 when unknown
	X, Y  float64 // left edge and baseline in points from the top left, 0 when unknown
}

// BodyLines returns the lines of all pages in reading order, blank lines and furniture left out.
func BodyLines(pages []source.Page) []TextLine {
	lines := bodyLines(pages)
	out := make([]TextLine, len(lines))
	for i, l := range lines {
		out[i] = TextLine{Page: pages[l.page].Number, Start: l.start, End: l.end, Text: l.text, Size: l.size, X: l.x, Y: l.y}
	}
	return out
}
