package pagetext

import (
	"fmt"
	"math"
	"slices"
)

// nearby is how many rows above and below may show that a row leaves columns empty.
const nearby = 12

// skips returns how many columns a row leaves empty before each of its cells: its figures stand under or over those of two rows of its table that have
// more. Names of columns begin another table.
func skips(rows []lineRow, columns [][]gap, at int) []int {
	best, votes := make([]int, len(columns[at])), map[string]int{}
	if slices.ContainsFunc(columns[at], func(g gap) bool { return !g.figure || g.two }) {
		return best
	}
	vote := func(i int) {
		if len(columns[i]) == 0 || rows[at].words[0].X0 > columns[i][0].x0 { // its label is missing too
			return
		}
		skipped, next, all := make([]int, len(best)), 0, 0
		for k, g := range columns[at] {
			n := slices.IndexFunc(columns[i][next:], func(o gap) bool { return g.under(o, rows[at].size) })
			if n < 0 {
				return
			}
			skipped[k], next, all = n, next+n+1, all+n
		}
		key := fmt.Sprint(skipped)
		if votes[key]++; all > sum(best) && votes[key] == shared-1 {
			best = skipped
		}
	}
	for i := at - 1; i >= max(0, at-nearby); i-- {
		if vote(i); !slices.ContainsFunc(columns[i], gap.counts) {
			break
		}
	}
	for i := at + 1; i <= min(len(rows)-1, at+nearby) && slices.ContainsFunc(columns[i], gap.counts); i++ {
		vote(i)
	}
	return best
}

// counts reports whether a cell holds a figure that is no year.
func (g gap) counts() bool { return g.figure && !g.year }

// under reports whether two cells stand in one column.
func (g gap) under(o gap, size float64) bool {
	same := func(a, b float64) bool { return math.Abs(a-b) <= 2*aligned*size }
	return same(g.right, o.right) || same(g.left, o.left) || same(g.left+g.right, o.left+o.right)
}

func sum(ns []int) (n int) {
	for _, k := range ns {
		n += k
	}
	return n
}
