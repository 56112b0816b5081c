package pagetext

import (
	"math"
	"slices"
)

// goesOn returns how many lines below a row's last one belong to its last cell: they begin at its left edge, or a name stands in the middle over them.
// Figures there are those of another row.
func (r lineRow) goesOn(t Text, gaps []gap, lines []Placed, words func(Placed) []Word) int {
	cells := r.cells(gaps)
	last, before := cells[len(gaps)], gaps[len(gaps)-1]
	n := r.end
	for ; n < len(lines); n++ {
		l, above := lines[n], lines[n-1]
		lead := l.Y - above.Y
		if lead <= level(l) || lead > spacing*l.Size || figures(t[l.From:l.To]) || math.Abs(l.X-last.left) > aligned*l.Size &&
			(before.figure || l.X <= before.x0 || !last.under(lineExtent(words(l)), l.Size)) {
			break
		}
	}
	return n - r.end
}

// begins returns the line at which a row begins: lines behind a free one belong to its first cell where that is a name that stands in the middle under
// them, and not over the labels of the row below.
func (r lineRow) begins(gaps []gap, below lineRow, free int, lines []Placed, words func(Placed) []Word) int {
	at, first := r.line, r.cells(gaps)[0]
	if slices.ContainsFunc(gaps, gap.counts) || len(below.words) == 0 || first.left < below.words[0].X0+2*r.size {
		return at
	}
	for y := r.y; at > free; at-- {
		l := lines[at-1]
		above, lead := lineExtent(words(l)), y-l.Y
		if lead <= level(l) || lead > spacing*l.Size || above.right >= gaps[0].x1 || !first.under(above, l.Size) {
			break
		}
		y = l.Y
	}
	return at
}

// under reports whether of a cell and a line one stands within the breadth of the other.
func (e extent) under(line extent, size float64) bool {
	return (e.left-line.left+aligned*size)*(line.right-e.right+aligned*size) >= 0
}

func lineExtent(ws []Word) (e extent) {
	for i, w := range ws {
		if i == 0 {
			e = extent{w.X0, w.X1}
		}
		e.right = max(e.right, w.X1)
	}
	return e
}
