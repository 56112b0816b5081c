package outline

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
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
	if o.lines[i].Y == 0 {
		return false
	}
	from, to := o.alike(i)
	return o.amongRows(from, to) || o.overColumns(i) || o.besideHead(from, to)
}

// alike returns the lines around line i that are set like it, one below the other.
func (o *outliner) alike(i int) (from, to int) {
	next := func(a, b int) bool {
		x, y := o.lines[a], o.lines[b]
		return x.Page == y.Page && x.Size == y.Size && x.Bold == y.Bold && y.Y > x.Y && y.Y-x.Y < rowLead*y.Size && !cells(x.Text) && !cells(y.Text)
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
	if above.Page != first.Page || last.Page != below.Page || !cells(above.Text) || !cells(below.Text) || first.Size > rowSize*below.Size {
		return false
	}
	up, down := (first.Y-above.Y)/first.Size, (below.Y-last.Y)/first.Size
	return up < rowLead && down < rowLead || up > 0 && up < groupLead && down < labelLead && !below.Bold && endsInFigure(below.Text)
}

// endsInFigure reports whether the last cell of a row is a figure and no year.
func endsInFigure(row string) bool {
	cell := strings.TrimSpace(row[strings.LastIndexByte(row, '\t')+1:])
	return cell != "" && !numbering.IsYear(cell) && !strings.ContainsFunc(cell, unicode.IsLetter)
}

// overColumns reports whether line i, with those set like it below, stands above a row's columns, right of its label.
func (o *outliner) overColumns(i int) bool {
	_, to := o.alike(i)
	if to+1 == len(o.lines) || o.lines[i].Y == 0 {
		return false
	}
	first, below := o.lines[i], o.lines[to+1]
	width := o.pages[first.Page].Width
	if below.Page != first.Page || !cells(below.Text) || below.Y-o.lines[to].Y > groupLead*first.Size {
		return false
	}
	for _, l := range o.lines[i : to+1] {
		middle := l.X + l.Size*float64(utf8.RuneCountInString(l.Text))/4 // a letter is about half as wide as high
		if l.X < below.X+atRight*width || middle < pastHalf*width {
			return false
		}
	}
	return true
}

// overRows reports whether line i stands right above a row, flush with it and not with the heading above.
func (o *outliner) overRows(i int, heading layout.Line) bool {
	l := o.lines[i]
	if i+1 == len(o.lines) || l.Y == 0 || math.Abs(l.X-heading.X) <= indent {
		return false
	}
	row := o.lines[i+1]
	return cells(row.Text) && row.Page == l.Page && math.Abs(row.X-l.X) <= 1 && row.Y > l.Y && row.Y-l.Y < rowLead*l.Size
}

// besideHead reports whether lines go back up beside others set like them, or those behind them do: heads of columns are read one by one.
func (o *outliner) besideHead(from, to int) bool {
	back := func(a, b int) bool { // b is the next cell after a
		x, y := o.lines[a], o.lines[b]
		return x.Page == y.Page && x.Size == y.Size && x.Bold == y.Bold && o.emphasised(y) &&
			y.Y < x.Y-y.Size/2 && y.Y > x.Y-headLines*y.Size && y.X > x.X
	}
	return from > 0 && back(from-1, from) || to+1 < len(o.lines) && back(to, to+1)
}

// bracketed reports whether all of a line stands in one pair of brackets: "(Dollars in millions)".
func bracketed(s string) bool {
	return strings.HasPrefix(s, "(") && strings.Index(s, ")") == len(s)-1
}
