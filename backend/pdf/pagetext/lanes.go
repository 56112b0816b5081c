package pagetext

import (
	"math"
	"slices"
)

// lane is a white strip left of a column, and the cells right of it.
type lane struct {
	x0, x1 float64
	cells  []gap
}

func (c lane) overlap(g gap) float64 { return min(c.x1, g.x1) - max(c.x0, g.x0) }

// lanesOf returns the columns of rows below one another but for the first: each has a strip that runs through enough rows, and cells that are
// aligned at their left, their right or their middle.
func lanesOf(rows []lineRow) []lane {
	var all []lane
	for _, r := range rows {
		if r.dotted {
			continue
		}
		for _, g := range r.gaps {
			best := -1
			for i, c := range all {
				if c.overlap(g) >= strip*r.size && (best < 0 || c.x0 > all[best].x0) {
					best = i
				}
			}
			if best < 0 {
				all = append(all, lane{g.x0, g.x1, []gap{g}})
				continue
			}
			c := &all[best]
			c.x0, c.x1, c.cells = max(c.x0, g.x0), min(c.x1, g.x1), append(c.cells, g)
		}
	}
	return slices.DeleteFunc(all, func(c lane) bool { return !c.holds(rows[0].size) })
}

// pairs reports whether two rows are a table by themselves: they have columns enough, and all are aligned.
func (r lineRow) pairs(below lineRow) bool {
	if len(r.gaps) < shared || len(r.gaps) != len(below.gaps) {
		return false
	}
	for i, a := range r.gaps {
		b := below.gaps[i]
		if !a.tells && !b.tells || min(a.x1, b.x1)-max(a.x0, b.x0) < strip*r.size ||
			math.Abs(a.left-b.left) > 2*aligned*r.size && math.Abs(a.right-b.right) > 2*aligned*r.size {
			return false
		}
	}
	return true
}

// names reports whether a row without figures has a cell over each of those of the row below, and a gap over each of its gaps.
func (r lineRow) names(below []gap) bool {
	if len(r.gaps) != len(below) || len(below) < 2 {
		return false
	}
	for i, a := range r.gaps {
		if b := below[i]; a.counts() || min(a.x1, b.x1)-max(a.x0, b.x0) < strip*r.size {
			return false
		}
	}
	return true
}

// holds reports whether a lane is a column. Years may be its name, which stands in the middle of it.
func (c lane) holds(size float64) bool {
	figures := slices.DeleteFunc(slices.Clone(c.cells), func(g gap) bool { return g.year })
	return len(c.cells) >= shared && (inLine(c.cells, size) || len(figures) >= shared-1 && inLine(figures, size))
}

// inLine reports whether of some cells below one another the most are aligned.
func inLine(all []gap, size float64) bool {
	for from := 0; from == 0 || from+shared <= len(all); from++ {
		cells := all[from:min(from+window, len(all))]
		for _, edge := range []func(gap) float64{
			func(g gap) float64 { return g.left }, func(g gap) float64 { return g.right }, func(g gap) float64 { return (g.left + g.right) / 2 },
		} {
			for _, at := range cells {
				n := 0
				for _, g := range cells {
					if d := edge(g) - edge(at); g.tells && d >= 0 && d <= 2*aligned*size {
						n++
					}
				}
				if 2*n > min(window, len(all)) {
					return true
				}
			}
		}
	}
	return false
}
