package pagetext

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Word is a word of a line: its glyphs [From, To) and where it stands, in points from the left.
type Word struct {
	From, To int
	X0, X1   float64
}

// columnGap is the least gap between two cells in sizes of their letters; one between words is a third, in justified text half.
const columnGap = 0.8

const (
	wider   = 2.0  // least gap between two cells in spaces between the words of their line
	narrow  = 0.45 // and where other rows show the columns
	strip   = 0.3  // least width of the white strip between two columns in sizes of their letters: what the gaps of all rows have in common
	aligned = 0.25 // by how much edges of a column may differ in sizes of its letters
	shared  = 3    // rows that a column has at least
	window  = 5    // cells among which the most are aligned: charts have cells aligned by chance
	stack   = 5    // by how much a name of several lines may be higher than one of one line, in sizes of its letters
	half    = 0.6  // by how much the last lines of names may be higher than one another: half a line
	amid    = 9.0  // most height between two rows in sizes of their letters: there are headings of groups and parts of long labels
)

// Divide puts a tab before each cell of rows that take one line each. A cell begins behind a gap clearly wider than the spaces between words, where
// rows above or below have one too, so that a white strip runs down between the columns, and where what stands right of the strip is aligned. A
// figure has a tab for each column left of it that its row leaves empty. Apart from those it changes blanks and line ends only, like Tabulate.
func Divide(t Text, lines []Placed, words func(Placed) []Word) (divided Text, ok bool) {
	rows := rowsOf(t, lines, words)
	out := slices.Clone(t)
	empty := map[int]int{} // cells left of a glyph
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && rows[to].follows(rows[to-1]) {
			to++
		}
		lanes := lanesOf(rows[from:to])
		columns := make([][]gap, to-from)
		for i, r := range rows[from:to] {
			if !r.tabbed {
				columns[i] = r.columns(t, lanes)
			}
		}
		for i, r := range rows[from+1 : to] {
			if above := rows[from+i]; !above.tabbed && !r.tabbed && len(columns[i]) < len(above.gaps) && len(columns[i+1]) < len(r.gaps) && above.pairs(r) {
				columns[i], columns[i+1] = above.gaps, r.gaps
			}
		}
		for i := to - from - 2; i >= 0; i-- {
			if r := rows[from+i]; !r.tabbed && len(columns[i]) < len(r.gaps) && r.names(columns[i+1]) {
				columns[i] = r.gaps
			}
		}
		free := 0
		for i, r := range rows[from:to] {
			gaps, above := columns[i], free
			free = r.end
			if len(gaps) == 0 || r.end-r.line > 1 && len(gaps) < len(r.gaps) {
				continue
			}
			start, end := r.line, r.end+r.goesOn(t, gaps, lines, words)
			if from+i+1 < to {
				start = r.begins(gaps, rows[from+i+1], above, lines, words)
			}
			free = end
			for _, l := range lines[start : end-1] {
				for i := l.To; out[i].R == '\n'; i++ {
					out[i].R = ' '
				}
			}
			r.spread(gaps, rows[from+i+1:to], columns[i+1:], lines[start].From, lines[end-1].To, empty)
			skipped := skips(rows[from:to], columns, i)
			for k, g := range gaps {
				if i := g.before - 1; t[i].R == ' ' || t[i].R == '\n' {
					out[i].R, ok = '\t', true
					for _, column := range skipped[k] {
						if at := r.amountIn(t, column, gaps, g.before); at > 0 && out[at-1].R == ' ' {
							out[at-1].R = '\t'
							continue
						}
						empty[g.before]++
					}
				}
			}
		}
		from = to
	}
	for _, at := range slices.Backward(slices.Sorted(maps.Keys(empty))) {
		out = slices.Insert(out, at, slices.Repeat(Text{{'\t', -1}}, empty[at])...)
	}
	return out, ok
}

// lineRow is a line that gaps as wide as those between columns divide.
type lineRow struct {
	line, end int // the lines it takes: figures may stand on one of their own, and so may names of columns
	y, size   float64
	gaps      []gap
	narrow    []gap // wider than between words, not so wide as the others
	words     []Word
	dotted    bool // dots lead to its only cell: it may be a page's number
	tabbed    bool // its cells are known, and may take several lines
}

// tabbed returns a line whose cells are known as a row.
func tabbed(t Text, l Placed, at int, words []Word) lineRow {
	r := lineRow{line: at, end: at + 1, y: l.Y, size: l.Size, tabbed: true}
	right, from := 0.0, 0
	for i, w := range words {
		if i > 0 && t[words[i-1].To:w.From].has('\t') {
			r.gaps, from = append(r.gaps, gap{x0: right, x1: w.X0, before: w.From, tells: true}), i
		}
		if right = max(right, w.X1); from > 0 {
			last := &r.gaps[len(r.gaps)-1]
			last.x1 = min(last.x1, w.X0)
			*last = last.over(t, words[from:i+1])
		}
	}
	return r
}

// gap is a wide gap in a line: from where to where it is, the glyph behind it, and the edges of the cell behind it.
type gap struct {
	x0, x1      float64
	before      int
	left, right float64 // a sign behind the last digit left out; neither is known of a narrow one until it divides its row
	figure      bool    // stands behind it
	sign        bool    // of a currency stands behind it, and a figure before: it ends that one's cell
	year, two   bool    // it is a year; there are two of them
	tells       bool    // it can be no other gap than one between columns: it is beside a figure or twice as wide, and no running text is on both sides
}

// columns returns the gaps of a row that lie between columns, from left to right, with the edges of the cells that they make.
func (r lineRow) columns(t Text, lanes []lane) []gap {
	if r.dotted && len(lanes) < 2 {
		return nil
	}
	out := r.between(lanes)
	slices.SortFunc(out, func(a, b gap) int { return a.before - b.before })
	for i := range out {
		var cell []Word
		for _, w := range r.words {
			if w.From >= out[i].before && (i+1 == len(out) || w.From < out[i+1].before) {
				cell = append(cell, w)
			}
		}
		out[i] = out[i].over(t, cell)
	}
	return out
}

// between returns the gaps of a row that lie between columns; where one does, narrow ones may, and the sign of a currency behind a figure begins another.
func (r lineRow) between(lanes []lane) []gap {
	over := func(least float64) func(gap) bool {
		return func(g gap) bool {
			return slices.ContainsFunc(lanes, func(c lane) bool { return c.overlap(g) >= least*r.size })
		}
	}
	wide, slim := over(strip), over(strip/3)
	if !slices.ContainsFunc(r.gaps, wide) {
		return nil
	}
	var out []gap
	for i, g := range slices.Concat(r.gaps, r.narrow) {
		if g.sign || i < len(r.gaps) && wide(g) || i >= len(r.gaps) && slim(g) {
			out = append(out, g)
		}
	}
	return out
}

func (r lineRow) follows(above lineRow) bool {
	return r.y > above.y-spacing*r.size && r.y-above.y <= amid*r.size
}

// rowsOf returns the lines that may be rows.
func rowsOf(t Text, lines []Placed, words func(Placed) []Word) []lineRow {
	var out []lineRow
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if l.Size == 0 || branch(t[l.From:l.To]) {
			continue
		}
		if t[l.From:l.To].has('\t') {
			out = append(out, tabbed(t, l, i, words(l)))
			continue
		}
		r := lineRow{line: i, y: l.Y, size: l.Size}
		ws := words(l)
		for i+1 < len(lines) && len(ws) > 0 && math.Abs(lines[i+1].Y-l.Y) <= 0.5*l.Size && lines[i+1].X > ws[len(ws)-1].X1 &&
			amounts(t[lines[i+1].From:lines[i+1].To]) {
			i++
			ws = append(ws, words(lines[i])...)
		}
		ws, i = stacked(ws, lines, i, words)
		r.end, r.words = i+1, slices.DeleteFunc(slices.Clone(ws), func(w Word) bool { return strings.Trim(w.of(t), ".…_") == "" })
		if r.gaps, r.narrow = gapsOf(t, r.words, l.Size); len(r.gaps) > 0 {
			r.dotted = len(r.gaps) == 1 && len(r.words) < len(ws)
			out = append(out, r)
		}
	}
	return out
}

// stacked adds to the words of a row those of names of columns that follow it: each takes several lines, the last of them at the row's height.
func stacked(ws []Word, lines []Placed, at int, words func(Placed) []Word) ([]Word, int) {
	row, all, end := lines[at], ws, at
	right, left := 0.0, 0.0
	for _, w := range ws {
		right = max(right, w.X1)
	}
	for j := at + 1; j < len(lines) && j-at < tallest; j++ {
		l := lines[j]
		cell := words(l)
		if len(cell) == 0 || l.Y > row.Y+half*row.Size || l.Y < row.Y-stack*row.Size {
			break
		}
		switch {
		case l.X > right && end == j-1:
			left = l.X
		case end == j-1 || l.Y <= lines[j-1].Y || l.X > right || cell[len(cell)-1].X1 < left:
			return ws, end
		}
		for _, w := range cell {
			right, left = max(right, w.X1), min(left, w.X0)
		}
		if all = append(all, cell...); math.Abs(l.Y-row.Y) <= half*row.Size {
			ws, end = all, j
		}
	}
	return ws, end
}

// branch reports whether a line is an entry of a tree of folders, whose branches are drawn in letters.
func branch(t Text) bool {
	return (t.has('├') || t.has('└')) && slices.ContainsFunc(t, func(g Glyph) bool { return unicode.IsLetter(g.R) })
}

// figures reports whether a text holds digits and no letter.
func figures(t Text) bool {
	return slices.ContainsFunc(t, func(g Glyph) bool { return unicode.IsDigit(g.R) }) && !slices.ContainsFunc(t,
		func(g Glyph) bool { return unicode.IsLetter(g.R) })
}

// leastGap returns how wide a gap between cells of a line has to be.
func leastGap(ws []Word, size float64) float64 {
	least := columnGap * size
	space := least
	for i := 1; i < len(ws); i++ {
		if d := ws[i].X0 - ws[i-1].X1; d > 0 {
			space = min(space, d)
		}
	}
	if space < least {
		return max(least, wider*space)
	}
	return least
}

// gapsOf returns the wide gaps between words. A sign belongs to the number beside it, the mark of a list's entry to its text.
func gapsOf(t Text, ws []Word, size float64) (out, slim []gap) {
	least := leastGap(ws, size)
	cells := [][]Word{nil}
	for i, w := range ws {
		if i > 0 && !binds(t, ws, i, size) {
			d, sign := w.X0-ws[i-1].X1, currency(t, ws, i)
			switch {
			case d >= least:
				cells = append(cells, nil)
			case sign, d >= narrow*size, d >= strip/2*size && amount(t, ws[i-1]) && amount(t, w):
				slim = append(slim, gap{x0: ws[i-1].X1, x1: w.X0, before: w.From, sign: sign})
			}
		}
		cells[len(cells)-1] = append(cells[len(cells)-1], w)
	}
	if len(cells) == 2 && listMark(t, cells[0], cells[1]) {
		return nil, nil
	}
	for i, c := range cells[1:] {
		before := cells[i]
		g := gap{x0: before[len(before)-1].X1, x1: c[0].X0, before: c[0].From, sign: currency(t, []Word{before[len(before)-1], c[0]}, 1)}.over(t, c)
		beside := amount(t, c[0]) || figures(t[before[len(before)-1].From:before[len(before)-1].To])
		g.tells = (beside || g.x1-g.x0 >= 2*columnGap*size) && (len(before) < running || len(c) < running) &&
			(none(t[c[0].From:c[len(c)-1].To]) || slices.ContainsFunc(t[c[0].From:c[len(c)-1].To], alnum))
		out = append(out, g)
	}
	return out, slim
}

// over returns a gap with the edges of a cell behind it.
func (g gap) over(t Text, cell []Word) gap {
	g.left, g.right = cell[0].X0, 0
	for _, w := range cell {
		if g.right == 0 || strings.Trim(w.of(t), ")%") != "" {
			g.right = w.X1 - w.trailing(t)
		}
	}
	text := t[cell[0].From:cell[len(cell)-1].To]
	for i, w := range cell {
		g.two = g.two || i > 0 && amount(t, w) && (amount(t, cell[i-1]) || i > 1 && amount(t, cell[i-2]))
	}
	g.figure, g.year = amounts(text), year.MatchString(text.String())
	return g
}

// running is how many words make running text.
const running = 4

var year = regexp.MustCompile(`^(?:19|20)\d\d$`)

// none reports whether a text is the dash that stands for no figure.
func none(t Text) bool {
	return len(t) > 0 && !slices.ContainsFunc(t, func(g Glyph) bool { return !unicode.Is(unicode.Pd, g.R) })
}

func amount(t Text, w Word) bool { return amounts(t[w.From:w.To]) }

func amounts(t Text) bool { return none(t) || figures(t) }

func (w Word) of(t Text) string { return t[w.From:w.To].String() }

func alnum(g Glyph) bool { return unicode.IsLetter(g.R) || unicode.IsDigit(g.R) }

// trailing returns how far the signs behind the last digit of a word reach, all its characters taken as equally wide.
func (w Word) trailing(t Text) float64 {
	n := 0
	for i := w.To - 1; i > w.From && strings.ContainsRune(")%", t[i].R); i-- {
		n++
	}
	return float64(n) * 0.7 * (w.X1 - w.X0) / float64(w.To-w.From)
}

// binds reports whether word i belongs to the one before it, however wide the gap: but a sign stands near its figure.
func binds(t Text, ws []Word, i int, size float64) bool {
	before := ws[i-1].of(t)
	sign := strings.Trim(ws[i].of(t), ")%") == "" && amount(t, ws[i-1]) && ws[i].X0-ws[i-1].X1 < 2*columnGap*size
	return sign || strings.Trim(before, "$€£¥(") == "" || i == 1 &&
		!strings.ContainsFunc(before, func(r rune) bool { return alnum(Glyph{R: r}) })
}

// currency reports whether word i is the sign of a currency behind a figure: it belongs to the next.
func currency(t Text, ws []Word, i int) bool {
	return strings.Trim(ws[i].of(t), "$€£¥") == "" && amount(t, ws[i-1])
}

// listMark reports whether the first cell of two is the number of a list's entry: "1.", "1.1", "(a)".
func listMark(t Text, first, text []Word) bool {
	core := strings.Trim(first[0].of(t), "().:§")
	return len(first) == 1 && (len(core) <= 3 || strings.Trim(core, "0123456789.") == "" && strings.Contains(core, ".")) &&
		slices.ContainsFunc(t[text[0].From:text[0].To], func(g Glyph) bool { return unicode.IsLetter(g.R) })
}
