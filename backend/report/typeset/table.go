package typeset

import (
	"slices"

	"rabbithole/backend/report/paper"
)

const (
	cellSize, cellLeading = 8.6, 11.8
	cellPadding           = 5.0
)

// row is a table row, its cells broken into lines.
type row struct {
	cells  [][]cellLine
	widths []float64
	height float64
}

// cellLine is a line within a cell.
type cellLine struct {
	line   line
	indent float64
	size   float64
	height float64
	bar    bool
	anchor string
}

// table sets rows one below the other. A row that fits a page is kept together; the head is set again on each page.
func (s *setter) table(b paper.Block) {
	if len(b.Rows) == 0 {
		return
	}
	head := s.row(b, b.Rows[0], true)
	begin := head.height
	if len(b.Rows) > 1 {
		begin += min(s.row(b, b.Rows[1], false).height, 200)
	}
	s.need(begin)
	s.head(b, head)
	for _, cells := range b.Rows[1:] {
		r := s.row(b, cells, false)
		if r.height <= bodyBottom-bodyTop-head.height && s.y+r.height > bodyBottom {
			s.newPage()
			s.head(b, head)
		}
		for !s.part(b, &r) {
			s.newPage()
			s.head(b, head)
		}
	}
}

func (s *setter) row(b paper.Block, cells []paper.Cell, head bool) row {
	total := 0
	for _, share := range b.Shares {
		total += share
	}
	var r row
	for i, cell := range cells {
		share := 1.0 / float64(len(cells))
		if i < len(b.Shares) {
			share = float64(b.Shares[i]) / float64(total)
		}
		width := bodyWidth * share
		lines := s.cell(cell, width-2*cellPadding, head && !b.Sides)
		height := 2 * cellPadding
		for _, l := range lines {
			height += l.height
		}
		r.cells = append(r.cells, lines)
		r.widths = append(r.widths, width)
		r.height = max(r.height, height)
	}
	return r
}

// cell breaks the paragraphs of a cell into lines.
func (s *setter) cell(c paper.Cell, width float64, head bool) []cellLine {
	var out []cellLine
	for i, b := range c {
		size, indent, font := cellSize, 0.0, regular
		if head {
			font = bold
		}
		if b.Kind == paper.Quote {
			indent = 9
		}
		anchor := b.ID
		for n, l := range s.fill(s.atoms(b.Runs, size, font, false), width-indent) {
			cl := cellLine{line: l, indent: indent, size: size, height: cellLeading, bar: b.Kind == paper.Quote, anchor: anchor}
			if n == 0 && i > 0 {
				cl.height += 4
			}
			out = append(out, cl)
			anchor = ""
		}
	}
	return out
}

// head draws the head of a table.
func (s *setter) head(b paper.Block, r row) {
	if !b.Headed() {
		return
	}
	if b.Sides {
		s.pdf.SetStrokeColor(168, 40, 30)
		s.pdf.SetLineWidth(1.6)
		s.pdf.Line(marginX, s.y, marginX+bodyWidth, s.y)
	} else {
		s.pdf.SetFillColor(243, 240, 234)
		s.pdf.RectFromUpperLeftWithStyle(marginX, s.y, bodyWidth, r.height, "F")
	}
	r.cells = slices.Clone(r.cells) // part takes lines away, and the head is drawn again on the next page
	s.part(b, &r)
}

// part draws as much of a row as the page has room for and reports whether that was all of it.
func (s *setter) part(b paper.Block, r *row) bool {
	top, x, tallest := s.y, marginX, 0.0
	done := true
	for i := range r.cells {
		y := top + cellPadding
		for len(r.cells[i]) > 0 && y+r.cells[i][0].height <= bodyBottom {
			l := r.cells[i][0]
			s.cellLine(l, x+cellPadding, y, r.widths[i]-2*cellPadding, i >= len(r.cells)-b.Figures)
			y += l.height
			r.cells[i] = r.cells[i][1:]
		}
		done = done && len(r.cells[i]) == 0
		tallest = max(tallest, y+cellPadding-top)
		x += r.widths[i]
	}
	s.y = top + tallest
	if b.Sides && len(r.widths) == 2 {
		s.pdf.SetStrokeColor(215, 211, 203)
		s.pdf.SetLineWidth(0.6)
		s.pdf.Line(marginX+r.widths[0], top+2, marginX+r.widths[0], s.y)
	}
	if !b.Sides || len(r.cells) > 0 && done {
		s.rule(s.y, 0.4, 205)
	}
	return done
}

func (s *setter) cellLine(l cellLine, x, y, width float64, figure bool) {
	extra := l.height - cellLeading
	if l.anchor != "" {
		s.pdf.SetXY(x, max(0, y-8))
		s.pdf.SetAnchor(l.anchor)
	}
	if l.bar {
		s.pdf.SetStrokeColor(200, 196, 188)
		s.pdf.SetLineWidth(1)
		s.pdf.Line(x+2, y+extra, x+2, y+l.height)
	}
	if figure {
		x += width - lineWidth(l.line)
	}
	s.draw(l.line, x+l.indent, y+extra+l.size+0.8)
}
