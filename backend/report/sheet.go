package report

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/cite/grid"
	"rabbithole/backend/report/paper"
)

// Sheet is a quoted table as it is printed: a head and rows, all of the same length.
type Sheet struct {
	Lead  string     `json:"lead"` // what stands above it and is too long for its head
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
	After string     `json:"after"`
	// Figures says that the cells behind the labels are numbers, which stand at the right.
	Figures bool `json:"figures"`
	named   bool // the head of the first column is its name, and no caption

	evidence string // that its rows are quoted from
	joint    bool   // its head is a quoted row
}

// Headed reports whether anything stands above the columns.
func (s Sheet) Headed() bool { return strings.Join(s.Head, "") != "" }

// joined puts rows below those of s that were quoted from the same place, where nothing names the columns of either. A first row without
// figures above one with figures is their head.
func (s *Sheet) joined(other Sheet) bool {
	bare := func(o Sheet) bool { return o.Lead == "" && !o.Headed() }
	if s.evidence != other.evidence || len(s.Head) != len(other.Head) || s.After != "" || !bare(other) || !bare(*s) && !s.joint {
		return false
	}
	figures := func(row []string) bool { return strings.ContainsAny(strings.Join(row, ""), "0123456789") }
	if !s.joint && len(s.Rows) == 1 && !figures(s.Rows[0]) && slices.ContainsFunc(other.Rows, figures) {
		s.Head, s.Rows, s.joint, s.named = s.Rows[0], nil, true, true
	}
	s.Rows, s.After = append(s.Rows, other.Rows...), other.After
	s.Figures = !slices.ContainsFunc(s.Rows, func(row []string) bool { return slices.ContainsFunc(row[1:], wordy.MatchString) })
	return true
}

const (
	widest  = 8  // columns of figures that a page has room for
	inHead  = 70 // bytes of a caption that the head of the first column holds
	between = " · "
)

// sheetOf lays a quoted table out. Where rows are of unequal length nobody knows which cell belongs to which column: then a row's cells
// stand side by side in one.
func sheetOf(t grid.Table) Sheet {
	width := len(t.Columns)
	even := true
	for _, row := range t.Rows {
		if n := len(row) - 1; n > 0 {
			even = even && (width == 0 || n == width)
			width = max(width, n)
		}
	}
	even = even && width <= widest
	lay := func(label string, cells []string) []string {
		switch {
		case !even:
			return []string{clean(label), clean(strings.Join(cells, between))}
		case len(cells) == 0:
			cells = make([]string, width)
		}
		out := []string{clean(label)}
		for _, c := range cells {
			out = append(out, clean(c))
		}
		return out
	}
	first := t.Label
	if first == "" {
		first = t.Caption
	}
	s := Sheet{Head: lay(first, t.Columns), After: clean(t.After)}
	switch {
	case t.Label != "":
		s.Lead, s.named = clean(t.Caption), true
	case len(t.Caption) > inHead:
		s.Lead, s.Head[0] = s.Head[0], ""
	}
	for _, row := range t.Rows {
		s.Rows = append(s.Rows, lay(row[0], row[1:]))
	}
	s.Figures = !slices.ContainsFunc(s.Rows, func(row []string) bool { return slices.ContainsFunc(row[1:], wordy.MatchString) })
	return s
}

// wordy matches a cell that holds a word, and no number with its unit alone.
var wordy = regexp.MustCompile(`\pL{4,}`)

// sheet adds a quoted table to a paper.
func (c *composer) sheet(s Sheet) {
	if s.Lead != "" {
		c.add(paper.Block{Kind: paper.Quote, Runs: plainly(s.Lead)})
	}
	b := paper.Block{Kind: paper.Table, Shares: s.shares()}
	if s.Figures {
		b.Figures = len(s.Head) - 1
	}
	for _, row := range slices.Concat([][]string{s.Head}, s.Rows) {
		var cells []paper.Cell
		for _, text := range row {
			cells = append(cells, cell(paper.Run{Text: text}))
		}
		b.Rows = append(b.Rows, cells)
	}
	c.add(b)
	if s.After != "" {
		c.add(paper.Block{Kind: paper.Quote, Runs: plainly(s.After)})
	}
}

// shares are the widths of the columns by what is longest in them; a label and words may take several lines, a figure not.
func (s Sheet) shares() []int {
	out := make([]int, len(s.Head))
	for _, row := range slices.Concat([][]string{s.Head}, s.Rows) {
		for i, text := range row {
			out[i] = max(out[i], utf8.RuneCountInString(text)+figureMargin)
		}
	}
	if s.Figures {
		out[0] = max(leastLabel, min(out[0], mostLabel))
		return out
	}
	for i := range out {
		out[i] = max(leastWords, min(out[i], mostLabel))
	}
	return out
}

// The width of columns in characters: what a figure needs besides its own, a label at least and at most, and words at least.
const (
	figureMargin = 3
	leastLabel   = 16
	mostLabel    = 40
	leastWords   = 10
)

// lines prints a sheet for a terminal, a line for each row, each cell behind the name of its column.
func (s Sheet) lines() string {
	var b strings.Builder
	above := s.Lead + " " + s.Head[0]
	if s.named {
		above = s.Lead
	}
	if above = strings.TrimSpace(above); above != "" {
		b.WriteString("\n    " + above)
	}
	if len(s.Head) == 2 && s.Head[1] != "" && len(s.Rows[0]) == 2 {
		b.WriteString("\n    " + s.Head[1])
	}
	for _, row := range s.told() {
		b.WriteString("\n    " + row)
	}
	if s.After != "" {
		b.WriteString("\n    " + s.After)
	}
	return b.String()
}

// told are the rows in words, each cell behind the name of its column.
func (s Sheet) told() (out []string) {
	name := ""
	if s.named {
		name = s.Head[0] + " "
	}
	for _, row := range s.Rows {
		var cells []string
		for i, c := range row[1:] {
			if len(row) > 2 && c != "" {
				c = strings.TrimSpace(s.Head[i+1] + " " + c)
			}
			if c != "" {
				cells = append(cells, c)
			}
		}
		out = append(out, strings.TrimSuffix(name+row[0]+": "+strings.Join(cells, between), ": "))
	}
	return out
}
