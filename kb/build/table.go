package main

const (
	cellPadding = 4.0
	cellSize    = 8.6
	cellLeading = 11.6
)

// table sets a caption and the rows below it. A short table is kept together; a long one may break between rows, never within
// one, and its header is set again.
func (s *setter) table(b block) {
	caption := s.fill(words(b.text, italic), s.size()-0.8, s.width())
	header := s.row(b.rows[0], b.shares, bold)
	together := header.height
	for i, cells := range b.rows[1:] {
		if i < 8 {
			together += s.row(cells, b.shares, regular).height
		}
	}
	s.y += 3
	s.need(float64(len(caption))*s.leading() + together + 8)
	s.lines(caption, s.size()-0.8, s.leading(), 0)
	s.y += 2
	s.drawRow(header, true)
	for _, cells := range b.rows[1:] {
		r := s.row(cells, b.shares, regular)
		page, column := s.page, s.column
		s.need(r.height)
		if page != s.page || column != s.column {
			s.drawRow(header, true)
		}
		s.drawRow(r, false)
	}
	s.y += 12
}

// row is a table row, its cells broken into lines.
type row struct {
	cells  [][]line
	widths []float64
	height float64
}

func (s *setter) row(cells []string, shares []float64, font string) row {
	total := 0.0
	for _, share := range shares {
		total += share
	}
	var r row
	for i, cell := range cells {
		width := s.width() * shares[i] / total
		lines := s.fill(words(cell, font), cellSize, width-2*cellPadding)
		r.cells = append(r.cells, lines)
		r.widths = append(r.widths, width)
		r.height = max(r.height, float64(len(lines))*cellLeading+5)
	}
	return r
}

// drawRow draws a row at the current height and moves below it.
func (s *setter) drawRow(r row, header bool) {
	if header {
		s.pdf.SetFillColor(226, 232, 240)
		s.pdf.RectFromUpperLeftWithStyle(s.left(), s.y, s.width(), r.height, "F")
		s.pdf.SetFillColor(0, 0, 0)
	}
	x := s.left()
	for i, lines := range r.cells {
		for n, l := range lines {
			s.drawLine(l, x+cellPadding, s.y+1.5+cellSize+float64(n)*cellLeading, cellSize)
		}
		x += r.widths[i]
	}
	s.y += r.height
	s.pdf.SetStrokeColor(170, 170, 170)
	s.pdf.SetLineWidth(0.4)
	s.pdf.Line(s.left(), s.y, s.left()+s.width(), s.y)
}
