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

// Cell is the part of a line that stands in one column: its first glyph and its left edge in points.
type Cell struct {
	From int
	X    float64
}

// Tabulate puts each row of a table whose cells take several lines on one line, with a tab between its cells. Only blanks and line ends
// change, and none is added or taken out, so that every offset stays as it was. cells parts a line where a gap wide enough for a column is.
// ok is false where the text has no such table and is returned as it is.
//
// Extracted text keeps such a table cell by cell: down the lines of one, then up again to the top of the next. That way up to the height at
// which the row began is what it is known by; columns of running text go up once a page, rows of a table do so again at the same edges.
func Tabulate(t Text, lines []Placed, cells func(Placed) []Cell) (tabled Text, ok bool) {
	f := folder{lines: lines, cells: cells, known: map[int][]Cell{}}
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
	lines []Placed
	cells func(Placed) []Cell
	known map[int][]Cell
}

// gridRow is a row: lines [from, to), where in them a cell begins, and whether it goes back up to its top.
type gridRow struct {
	from, to int
	starts   []Cell
	climbs   bool
	bottom   float64
}

func (f *folder) of(line int) []Cell {
	if _, ok := f.known[line]; !ok {
		f.known[line] = f.cells(f.lines[line])
	}
	return f.known[line]
}

// row returns the row that begins at a line.
func (f *folder) row(from int) gridRow {
	top := f.lines[from]
	r := gridRow{from: from, to: from + 1, starts: slices.Clone(f.of(from)), bottom: top.Y}
	for j := from + 1; j < len(f.lines) && j-from < tallest; j++ {
		l, above := f.lines[j], f.lines[j-1]
		current := r.starts[len(r.starts)-1].X
		switch {
		case l.Size == 0:
			return r
		case beside(top, l) && l.X > current+l.Size: // the next cell
			r.climbs = r.climbs || above.Y > l.Y+level(l)
			r.starts = append(r.starts, f.of(j)...)
		case l.Y > above.Y+level(l) && l.Y-above.Y <= spacing*l.Size && math.Abs(l.X-current) <= max(edge, l.Size) && len(f.of(j)) == 1:
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
		first := f.row(start)
		if !first.climbs || len(first.starts) < 2 {
			continue
		}
		table := []gridRow{first}
		edges := first.edges(nil)
		for s := first.from - 1; s >= free; s-- { // the names of the columns and rows of one line each above it
			r := f.row(s)
			if r.to != table[0].from || !r.fits(edges) || table[0].top(f)-r.bottom > apart*f.lines[s].Size {
				break
			}
			table, edges = slices.Insert(table, 0, r), r.edges(edges)
		}
		for s := first.to; s < len(f.lines); {
			r := f.row(s)
			below := f.lines[s].Y - table[len(table)-1].bottom
			if !r.fits(edges) || below <= 0 || below > apart*f.lines[s].Size {
				break
			}
			table, edges, s = append(table, r), r.edges(edges), r.to
		}
		if len(table) > 1 {
			out = append(out, table)
			free = table[len(table)-1].to
		}
	}
	return out
}

func (r gridRow) top(f *folder) float64 { return f.lines[r.from].Y }

// edges adds the left edges of a row's cells to those known.
func (r gridRow) edges(known []float64) []float64 {
	for _, c := range r.starts {
		if !near(known, c.X) {
			known = append(known, c.X)
		}
	}
	return known
}

// fits reports whether a row has two cells or more, all but one at known edges, the first among them.
func (r gridRow) fits(edges []float64) bool {
	if len(r.starts) < 2 || !near(edges, r.starts[0].X) {
		return false
	}
	strange := 0
	for _, c := range r.starts {
		if !near(edges, c.X) {
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
		if i := c.From - 1; i >= 0 && (t[i].R == ' ' || t[i].R == '\n') {
			t[i].R = '\t'
		}
	}
}
