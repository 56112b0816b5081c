package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names of columns and of groups of rows are set like headings and are none: they belong to their table.

// The distances are in sizes of the letters.
const (
	rowLead   = 2.0 // between the rows of a table
	groupLead = 3.0 // between a group of rows and the name of the next,
	labelLead = 1.6 // between that and its rows
	rowSize   = 1.05
	atRight   = 0.3  // how far right of a row's label a name of columns begins at least, in widths of the page,
	pastHalf  = 0.58 // and where its middle is at least
	headLines = 16   // by how many lines the heads of two columns may overlap
)

// ofTable reports whether a line that stands out names columns or a group of rows.
func (o *outliner) ofTable(i int) bool {
	if o.lines[i].y == 0 {
		return false
	}
	from, to := o.alike(i)
	return o.amongRows(from, to) || o.overColumns(i) || o.besideHead(from, to)
}

// alike returns the lines around line i that are set like it, one below the other.
func (o *outliner) alike(i int) (from, to int) {
	next := func(a, b int) bool {
		x, y := o.lines[a], o.lines[b]
		return x.page == y.page && x.size == y.size && x.bold == y.bold && y.y > x.y && y.y-x.y < rowLead*y.size && !cells(x.text) && !cells(y.text)
	}
	from = i
	for from > 0 && i-from < titleLines && next(from-1, from) {
		from--
	}
	for to = i; to+1 < len(o.lines) && to-i < titleLines && next(to, to+1); {
		to++
	}
	return from, to
}

// amongRows reports whether lines stand between two rows of a table like one of them, or below a row and close above one with figures.
func (o *outliner) amongRows(from, to int) bool {
	if from == 0 || to+1 == len(o.lines) {
		return false
	}
	above, first, last, below := o.lines[from-1], o.lines[from], o.lines[to], o.lines[to+1]
	if above.page != first.page || last.page != below.page || !cells(above.text) || !cells(below.text) || first.size > rowSize*below.size {
		return false
	}
	up, down := (first.y-above.y)/first.size, (below.y-last.y)/first.size
	return up < rowLead && down < rowLead || up > 0 && up < groupLead && down < labelLead && !below.bold && endsInFigure(below.text)
}

// endsInFigure reports whether the last cell of a row is a figure and no year.
func endsInFigure(row string) bool {
	cell := strings.TrimSpace(row[strings.LastIndexByte(row, '\t')+1:])
	return cell != "" && !isYear(cell) && !strings.ContainsFunc(cell, unicode.IsLetter)
}

// overColumns reports whether line i, with those set like it below, stands above a row's columns, right of its label.
func (o *outliner) overColumns(i int) bool {
	_, to := o.alike(i)
	if to+1 == len(o.lines) || o.lines[i].y == 0 {
		return false
	}
	first, below := o.lines[i], o.lines[to+1]
	width := o.pages[first.page].Width
	if below.page != first.page || !cells(below.text) || below.y-o.lines[to].y > groupLead*first.size {
		return false
	}
	for _, l := range o.lines[i : to+1] {
		middle := l.x + l.size*float64(utf8.RuneCountInString(l.text))/4 // a letter is about half as wide as high
		if l.x < below.x+atRight*width || middle < pastHalf*width {
			return false
		}
	}
	return true
}

// besideHead reports whether lines go back up beside others set like them, or those behind them do: heads of columns are read one by one.
func (o *outliner) besideHead(from, to int) bool {
	back := func(a, b int) bool { // b is the next cell after a
		x, y := o.lines[a], o.lines[b]
		return x.page == y.page && x.size == y.size && x.bold == y.bold && o.emphasised(y) &&
			y.y < x.y-y.size/2 && y.y > x.y-headLines*y.size && y.x > x.x
	}
	return from > 0 && back(from-1, from) || to+1 < len(o.lines) && back(to, to+1)
}

// bracketed reports whether all of a line stands in one pair of brackets: "(Dollars in millions)".
func bracketed(s string) bool {
	return strings.HasPrefix(s, "(") && strings.Index(s, ")") == len(s)-1
}
