package pagetext

import (
	"math"
	"slices"
)

// middle is by how much the middle of a name may stand beside that of the columns it names, in sizes of its letters: of a column only its figures are
// known, which are flush right.
const middle = 3.0

// extent is where a cell or a column stands.
type extent struct{ left, right float64 }

// spread adds the cells that a row of names leaves empty before a glyph, where it names more columns than it has cells: each stands in the middle over
// its own. The row starts and ends at a glyph; below are the rows that follow, with the gaps between their columns.
func (r lineRow) spread(gaps []gap, below []lineRow, columns [][]gap, start, end int, empty map[int]int) {
	across := acrossOf(below, columns)
	if len(gaps) == 0 || len(gaps) >= len(across) || slices.ContainsFunc(gaps, gap.counts) {
		return
	}
	cells, starts := r.cells(gaps), []int{start}
	for _, g := range gaps {
		starts = append(starts, g.before)
	}
	before := -1 // the column of labels
	if cells[0].right < across[0].left {
		cells, starts, before = cells[1:], starts[1:], 0
	}
	over := columnsOf(cells, across, middle*r.size)
	for i, column := range over {
		empty[starts[i]] += column - before
		before = column + 1
	}
	if over != nil {
		empty[end] += len(across) - before
	}
}

// cells returns where the cells of a row stand that gaps divide.
func (r lineRow) cells(gaps []gap) []extent {
	out := make([]extent, len(gaps)+1)
	for _, w := range r.words {
		i := 0
		for i < len(gaps) && w.From >= gaps[i].before {
			i++
		}
		if e := &out[i]; e.right == 0 {
			*e = extent{w.X0, w.X1}
		} else {
			e.left, e.right = min(e.left, w.X0), max(e.right, w.X1)
		}
	}
	return out
}

// acrossOf returns the columns of the rows below a row, down to the last with figures, those of the row that has the most.
func acrossOf(below []lineRow, columns [][]gap) (across []extent) {
	found := false
	for i, r := range below[:min(len(below), nearby)] {
		gaps := columns[i]
		if r.tabbed {
			gaps = r.gaps
		}
		counts := slices.ContainsFunc(gaps, gap.counts)
		if found && !counts {
			break
		}
		if found = counts; len(gaps) < len(across) {
			continue
		}
		if len(gaps) > len(across) {
			across = nil
		}
		for k, g := range gaps {
			if across == nil || k == len(across) {
				across = append(across, extent{g.left, g.right})
			} else {
				across[k] = extent{min(across[k].left, g.left), max(across[k].right, g.right)}
			}
		}
	}
	return across
}

// columnsOf returns for each name the first of the columns that it stands in the middle over, by at most so much beside it and all of them by as little as
// can be. All columns are named from the first such on; nil where they are not.
func columnsOf(names, across []extent, beside float64) []int {
	type way struct {
		off float64 // by how much the names from one on stand beside the middles of the columns from one on
		to  int     // the first column of the next name; 0 where there is no way
	}
	ways := make([][]way, len(names)+1)
	for i := range ways {
		ways[i] = make([]way, len(across)+1)
	}
	ways[len(names)][len(across)].to = len(across)
	for i, name := range slices.Backward(names) {
		for from := range across {
			for to := from + 1; to <= len(across); to++ {
				d := math.Abs(across[from].left+across[to-1].right-name.left-name.right) / 2
				if rest, best := ways[i+1][to], &ways[i][from]; rest.to > 0 && d <= beside && (best.to == 0 || rest.off+d < best.off) {
					*best = way{rest.off + d, to}
				}
			}
		}
	}
	from := slices.IndexFunc(ways[0], func(w way) bool { return w.to > 0 })
	if len(names) < 2 || from < 0 {
		return nil
	}
	var out []int
	for i := range names {
		out, from = append(out, from), ways[i][from].to
	}
	return out
}
