package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/report/paper"
)

// Sheet is a quoted table as it is printed: a head and rows, all of the same length.
type Sheet struct {
	Lead  string     `json:"lead"` // what stands above it and is too long for its head
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
	After string     `json:"after"`
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
		s.Lead = clean(t.Caption)
	case len(t.Caption) > inHead:
		s.Lead, s.Head[0] = s.Head[0], ""
	}
	for _, row := range t.Rows {
		s.Rows = append(s.Rows, lay(row[0], row[1:]))
	}
	return s
}

// Tabled is a claim that quotes rows of a table word for word, as a person reads it: what leads into them, and the rows.
type Tabled struct {
	Claim  string  `json:"claim"` // ID
	Lead   string  `json:"lead"`
	Sheets []Sheet `json:"sheets"`
}

// Tables returns the claims of a report that quote rows of a table, as a person reads them.
func Tables(r Report) []Tabled {
	out := []Tabled{}
	for _, c := range r.Claims {
		if t, ok := tabled(c); ok {
			out = append(out, t)
		}
	}
	return out
}

// tabled parts a claim into its lead and the rows it quotes; false where it says anything besides.
func tabled(c cite.Claim) (Tabled, bool) {
	text := strings.Join(strings.Fields(c.Text), " ")
	out := Tabled{Claim: c.ID}
	lead, from, at := "", -1, 0
	for _, x := range c.Citations {
		if x.Table == nil {
			continue
		}
		t := *x.Table
		t.Rows = nil
		for _, row := range x.Table.Rows {
			words := strings.TrimSpace(strings.Join(row, " "))
			i := within(text[at:], words, len(row) == 1)
			if i < 0 || len(t.Rows) > 0 && strings.Trim(text[at:at+i], " …") != "" {
				continue
			}
			if len(t.Rows) == 0 {
				head := withoutHead(strings.Trim(text[at:at+i], " …"), t)
				if from >= 0 && head != "" {
					return Tabled{}, false
				}
				if from < 0 {
					lead, from = head, at+i
				}
			}
			t.Rows, at = append(t.Rows, row), at+i+len(words)
		}
		if rest := strings.TrimSpace(text[at:]); t.After == "" || !strings.HasPrefix(rest, t.After) {
			t.After = ""
		} else {
			at = len(text) - len(rest) + len(t.After)
		}
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return len(row) > 1 }) {
			out.Sheets = append(out.Sheets, sheetOf(t))
		}
	}
	if len(out.Sheets) == 0 || strings.Trim(text[at:], " .…") != "" {
		return Tabled{}, false
	}
	first := &out.Sheets[0]
	out.Lead = clean(strings.TrimRight(lead, " :"))
	if above := strings.TrimRight(out.Lead, "…"); first.Lead != "" && strings.HasPrefix(first.Lead, above) { // a heading that the table begins with
		out.Lead, first.Lead = first.Lead, ""
	}
	if out.Lead == "" {
		out.Lead, first.Head[0] = first.Head[0], ""
	}
	return out, true
}

// within returns where the words of a row stand in a text, -1 where they do not; a heading stands behind what was left out before it.
func within(text, words string, heading bool) int {
	if heading {
		if i := strings.Index(text, "… "+words+" "); i >= 0 {
			return i + len("… ")
		}
	}
	if i := strings.Index(text+" ", words+" "); i >= 0 {
		return i
	}
	return strings.Index(text+" ", words+". ")
}

// withoutHead drops from the text before a row what the table repeats above it, and keeps the heading of a group of rows.
func withoutHead(text string, t grid.Table) string {
	above := strings.Join(strings.Fields(t.Caption+" "+t.Label+" "+strings.Join(t.Columns, " ")), " ")
	head := strings.Fields(above)
	var kept []string
	for _, part := range strings.Split(text, " … ") {
		if before, behind, ok := strings.Cut(part, above); ok {
			part = before + behind
		}
		words := strings.Fields(part)
		for len(words) > 0 && slices.Contains(head, words[len(words)-1]) {
			words = words[:len(words)-1]
		}
		kept = append(kept, words...)
	}
	return strings.Join(kept, " ")
}

// sheet adds a quoted table to a paper.
func (c *composer) sheet(s Sheet) {
	if s.Lead != "" {
		c.add(paper.Block{Kind: paper.Quote, Level: 1, Runs: plainly(s.Lead)})
	}
	b := paper.Block{Kind: paper.Table, Figures: len(s.Head) - 1, Shares: s.shares()}
	for _, row := range slices.Concat([][]string{s.Head}, s.Rows) {
		var cells []paper.Cell
		for _, text := range row {
			cells = append(cells, cell(paper.Run{Text: text}))
		}
		b.Rows = append(b.Rows, cells)
	}
	c.add(b)
	if s.After != "" {
		c.add(paper.Block{Kind: paper.Quote, Level: 1, Runs: plainly(s.After)})
	}
}

// shares are the widths of the columns by what is longest in them; a label may take several lines, a figure not.
func (s Sheet) shares() []int {
	out := make([]int, len(s.Head))
	for _, row := range slices.Concat([][]string{s.Head}, s.Rows) {
		for i, text := range row {
			out[i] = max(out[i], utf8.RuneCountInString(text)+figureMargin)
		}
	}
	out[0] = max(leastLabel, min(out[0], mostLabel))
	return out
}

// The width of columns in characters: what a figure needs besides its own, and a label at least and at most.
const (
	figureMargin = 3
	leastLabel   = 16
	mostLabel    = 40
)

// lines prints a sheet for a terminal, a line for each row, each cell behind the name of its column.
func (s Sheet) lines() string {
	var b strings.Builder
	if above := strings.TrimSpace(s.Lead + " " + s.Head[0]); above != "" {
		b.WriteString("\n    " + above)
	}
	if len(s.Head) == 2 && s.Head[1] != "" && len(s.Rows[0]) == 2 {
		b.WriteString("\n    " + s.Head[1])
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
		b.WriteString("\n    " + strings.TrimSuffix(row[0]+": "+strings.Join(cells, between), ": "))
	}
	if s.After != "" {
		b.WriteString("\n    " + s.After)
	}
	return b.String()
}
