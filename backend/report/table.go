package report

import (
	"strings"
	"unicode/utf8"

	"rabbithole/backend/report/paper"
)

// table sets rows below a head; the last column holds numbers. The shares are what columns of ordinary words want.
func (c *composer) table(shares []int, head []string, rows [][]paper.Cell) {
	b := paper.Block{Kind: paper.Table, Figures: 1, Rows: [][]paper.Cell{{}}}
	for _, name := range head {
		b.Rows[0] = append(b.Rows[0], cell(paper.Run{Text: name}))
	}
	b.Rows = append(b.Rows, rows...)
	b.Shares = roomy(shares, b.Rows)
	c.add(b)
}

// The width of a table in characters of its type, the longest word that a column makes room for, and what a cell needs besides its text.
const (
	tableWidth = 92
	mostRoom   = 28
	cellMargin = 3
)

// roomy widens columns for their longest words at the cost of the others: a word that is cut anywhere cannot be read.
func roomy(shares []int, rows [][]paper.Cell) []int {
	total, wide := 0, 0
	for _, s := range shares {
		total += s
	}
	out, need := make([]int, len(shares)), make([]int, len(shares))
	for i := range shares {
		out[i] = tableWidth * shares[i] / total
		for _, row := range rows {
			need[i] = max(need[i], min(longestWord(row[i]), mostRoom)+cellMargin)
		}
		wide += max(out[i], need[i])
	}
	for over := wide - tableWidth; over > 0; over-- {
		widest := -1
		for i := range out {
			if spare := max(out[i], need[i]) - need[i]; spare > 0 && (widest < 0 || spare > out[widest]-need[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		out[widest]--
	}
	for i := range out {
		out[i] = max(out[i], need[i])
	}
	return out
}

func longestWord(c paper.Cell) int {
	most := 0
	for _, b := range c {
		for _, word := range strings.FieldsFunc(paper.Plainly(b.Runs), func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
			most = max(most, utf8.RuneCountInString(word))
		}
	}
	return most
}

func cell(runs ...paper.Run) paper.Cell { return paper.Cell{{Runs: runs}} }
