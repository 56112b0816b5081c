package pagetext

import (
	"math"
	"slices"
)

// Placed is a line of a text: its glyphs [From, To) and where its first letter stands, in points from the top left corner.
type Placed struct {
	From, To   int
	X, Y, Size float64
}

// cell is the part of a line that stands in one column: its first glyph and its edges in points.
type cell struct {
	from     int
	x, right float64
}

// Tabulate puts each row of a table whose cells take several lines on one line, with a tab between its cells. Only blanks and line ends
// change, and none is added or taken out, so that every offset stays as it was. ok is false where the text has no such table and is returned
// as it is.
//
// Extracted text keeps such a table cell by cell: down the lines of one, then up again to the top of the next. That way up to the height at
// which the row began is what it is known by; columns of running text go up once a page, rows of a table do so again at the same edges.
func Tabulate(t Text, lines []Placed, words func(Placed) []Word) (tabled Text, ok bool) {
	f := folder{text: t, lines: lines, words: words, known: map[int][]Word{}}
	tables := f.tables()
	if len(tables) == 0 {
		return t, false
	}
	out := slices.Clone(t)
	for _, table := range tables {
		for _, r := range table {
			r.write(out, lines)
		}
	}
	return out, true
}

// climbs returns for each line at which line the row began to whose height it goes back up, -1 where it does not.
func climbs(lines []Placed) []int {
	out := make([]int, len(lines))
	for j, l := range lines {
		out[j] = -1
		if j == 0 || l.Size == 0 || lines[j-1].Y < l.Y+level(l) {
			continue
		}
		for k := j - 1; k >= max(0, j-tallest) && lines[k].Y > l.Y-level(l); k-- {
			if beside(lines[k], l) && lines[k].X+l.Size < l.X {
				out[j] = k
			}
		}
	}
	return out
}

const (
	tallest = 32  // most lines of a row, all its cells together
	spacing = 2.2 // most leading within a cell, in sizes of its letters
	apart   = 5.0 // and between rows
	edge    = 4.0 // points by which the left edges of a column may differ
)

func level(l Placed) float64 { return 0.35 * l.Size }

func beside(a, b Placed) bool { return math.Abs(a.Y-b.Y) <= level(b) }

// folder finds the rows of a page's tables.
type folder struct {
	text  Text
	lines []Placed
	words func(Placed) []Word
	known map[int][]Word
}

// gridRow is a row: lines [from, to), its cells, and whether it goes back up to its top.
type gridRow struct {
	from, to int
	starts   []cell
	climbs   bool
	bottom   float64
}

// of parts a line where a gap is as wide as one between columns, where what stands behind a narrower one begins at a known edge, or the sign of a
// currency stands behind a figure. A sign belongs to the number beside it.
func (f *folder) of(line int, known edges) []cell {
	l := f.lines[line]
	if _, ok := f.known[line]; !ok {
		f.known[line] = f.words(l)
	}
	out, least := []cell{{l.From, l.X, l.X}}, leastGap(f.known[line], l.Size)
	for i, w := range f.known[line] {
		last := &out[len(out)-1]
		gap := w.X0 - last.right
		if i > 0 && (gap >= least || gap > strip*l.Size && known.begins(w.X0) || currency(f.text, f.known[line], i)) && !binds(f.text, f.known[line], i, l.Size) {
			out = append(out, cell{w.From, w.X0, w.X1})
			continue
		}
		last.right = max(last.right, w.X1)
	}
	return out
}

// row returns the row that begins at a line, whose cells may begin at known edges behind a narrow gap.
func (f *folder) row(from int, known edges) gridRow {
	top := f.lines[from]
	r := gridRow{from: from, to: from + 1, starts: f.of(from, known), bottom: top.Y}
	for j := from + 1; j < len(f.lines) && j-from < tallest; j++ {
		l, above := f.lines[j], f.lines[j-1]
		current := r.starts[len(r.starts)-1].x
		switch {
		case l.Size == 0:
			return r
		case beside(top, l) && l.X > current+l.Size: // the next cell
			r.climbs = r.climbs || above.Y > l.Y+level(l)
			r.starts = append(r.starts, f.of(j, known)...)
		case l.Y > above.Y+level(l) && l.Y-above.Y <= spacing*l.Size && math.Abs(l.X-current) <= max(edge, l.Size) && len(f.of(j, known)) == 1:
			if len(r.starts) == 1 && !f.returns(from, j) { // the next row, unless this one goes back up
				return r
			}
		default:
			return r
		}
		r.to, r.bottom = j+1, max(r.bottom, l.Y)
	}
	return r
}

// returns reports whether a line behind j goes back up to the height of the row that begins at from, before another begins.
func (f *folder) returns(from, j int) bool {
	for k := j + 1; k < min(len(f.lines), from+tallest); k++ {
		if beside(f.lines[from], f.lines[k]) && f.lines[k].X > f.lines[from].X+f.lines[from].Size {
			return true
		}
		if f.lines[k].Y < f.lines[k-1].Y {
			return false
		}
	}
	return false
}

// tables returns the tables of a page: rows below one another with edges in common, of which one at least goes back up to its top.
func (f *folder) tables() [][]gridRow {
	var out [][]gridRow
	free := 0
	for _, start := range climbs(f.lines) {
		if start < free {
			continue
		}
		first := f.row(start, edges{})
		if !first.climbs || len(first.starts) < 2 {
			continue
		}
		table, known, flush := []gridRow{first}, first.edges(edges{}), false
		add := func(at int, r gridRow) {
			flush = flush || r.fits(edges{left: known.left})
			table, known = slices.Insert(table, at, r), r.edges(known)
		}
		for s := first.to; s < len(f.lines); {
			r := f.row(s, edges{})
			below := f.lines[s].Y - table[len(table)-1].bottom
			if !r.fits(known) || below <= 0 || below > apart*f.lines[s].Size {
				break
			}
			add(len(table), r)
			s = r.to
		}
		above := func(r gridRow) bool { return r.to == table[0].from && r.bottom < table[0].top(f) && r.fits(known) }
		for s := first.from - 1; s >= free && table[0].top(f)-f.lines[s].Y <= apart*f.lines[s].Size; s-- { // the names of the columns, and rows above it
			if r := f.row(s, edges{}); above(r) {
				add(0, r)
			} else if r = f.row(s, known); len(r.starts) == len(table[0].starts) && above(r) {
				add(0, r)
			}
		}
		if flush || len(table) >= shared {
			out = append(out, table)
			free = table[len(table)-1].to
		}
	}
	return out
}

func (r gridRow) top(f *folder) float64 { return f.lines[r.from].Y }

// edges are where cells of a table begin and end.
type edges struct{ left, right []float64 }

// begins reports whether cells of two rows begin there.
func (e edges) begins(x float64) bool {
	i := slices.IndexFunc(e.left, func(l float64) bool { return math.Abs(l-x) <= edge/2 })
	return i >= 0 && slices.ContainsFunc(e.left[i+1:], func(l float64) bool { return math.Abs(l-x) <= edge/2 })
}

func (e edges) at(c cell) bool { return near(e.left, c.x) || near(e.right, c.right) }

// edges adds the edges of a row's cells to those known.
func (r gridRow) edges(known edges) edges {
	for _, c := range r.starts {
		known.left, known.right = append(known.left, c.x), append(known.right, c.right)
	}
	return known
}

// fits reports whether a row has two cells or more, all but one at known edges, the first among them. Of two the right edges tell nothing: that of
// prose is the table's.
func (r gridRow) fits(known edges) bool {
	if len(r.starts) == 2 {
		known.right = nil
	}
	if len(r.starts) < 2 || !known.at(r.starts[0]) {
		return false
	}
	strange := 0
	for _, c := range r.starts {
		if !known.at(c) {
			strange++
		}
	}
	return strange <= 1 && len(r.starts)-strange >= 2
}

func near(edges []float64, x float64) bool {
	return slices.ContainsFunc(edges, func(e float64) bool { return math.Abs(e-x) <= edge })
}

// write sets the row into a text: a tab before each cell but the first, blanks for the line ends within one.
func (r gridRow) write(t Text, lines []Placed) {
	for _, l := range lines[r.from : r.to-1] {
		for i := l.To; i < len(t) && t[i].R == '\n'; i++ {
			t[i].R = ' '
		}
	}
	for _, c := range r.starts[1:] {
		if i := c.from - 1; i >= 0 && (t[i].R == ' ' || t[i].R == '\n') {
			t[i].R = '\t'
		}
	}
}
