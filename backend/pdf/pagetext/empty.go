package pagetext

import (
	"fmt"
	"math"
	"slices"
	"unicode"
)

// nearby is how many rows above and below may show that a row leaves columns empty.
const nearby = 12

// skips returns the columns that a row leaves out before each of its cells: its figures stand under or over those of two rows of its table that have
// more. Names of columns begin another table.
func skips(rows []lineRow, columns [][]gap, at int) [][]gap {
	best, most, votes := make([][]gap, len(columns[at])), 0, map[string]int{}
	if slices.ContainsFunc(columns[at], func(g gap) bool { return !g.figure || g.two }) {
		return best
	}
	vote := func(i int) {
		if len(columns[i]) == 0 || rows[at].words[0].X0 > columns[i][0].x0 { // its label is missing too
			return
		}
		skipped, counts, next, all := make([][]gap, len(best)), make([]int, len(best)), 0, 0
		for k, g := range columns[at] {
			n := slices.IndexFunc(columns[i][next:], func(o gap) bool { return g.under(o, rows[at].size) })
			if n < 0 {
				return
			}
			skipped[k], counts[k], next, all = columns[i][next:next+n], n, next+n+1, all+n
		}
		key := fmt.Sprint(counts)
		if votes[key]++; all > most && votes[key] == shared-1 {
			best, most = skipped, all
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

// amountIn returns where an amount begins that stands in a column, within the cell before a glyph and no first word of it; -1 where none does. No
// words follow it there, and it is no part of a date.
func (r lineRow) amountIn(t Text, column gap, cells []gap, before int) int {
	for i, w := range r.words {
		if i == 0 || w.From >= before || w.X1 <= column.left || w.X0 >= column.right || !amount(t, w) || t[w.To-1].R == ',' ||
			t[r.words[i-1].To-1].R == ',' {
			continue
		}
		if i > 1 && binds(t, r.words, i, r.size) {
			w = r.words[i-1]
		}
		starts := slices.ContainsFunc(cells, func(g gap) bool { return g.before == w.From })
		if words := slices.ContainsFunc(t[w.From:before], func(g Glyph) bool { return unicode.IsLetter(g.R) }); !starts && !words {
			return w.From
		}
	}
	return -1
}
