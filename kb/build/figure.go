package main

import "strconv"

// figure sets a bar chart: one bar for each row of label and value, and the caption below.
func (s *setter) figure(b block) {
	const bar, gap = 11.0, 5.0
	caption := s.fill(words(b.text, italic), s.size()-0.8, s.width())
	s.need(float64(len(b.rows))*(bar+gap) + float64(len(caption))*s.leading() + 14)
	s.y += 6
	labels, largest := 0.0, 0.0
	for _, row := range b.rows {
		labels = max(labels, s.measure(regular, cellSize, row[0]))
		largest = max(largest, s.number(row[1]))
	}
	room := s.width() - labels - 50
	for _, row := range b.rows {
		s.draw(s.left(), s.y+bar-2, face{regular, cellSize}, row[0])
		width := max(1, room*s.number(row[1])/largest)
		s.pdf.SetFillColor(94, 129, 172)
		s.pdf.RectFromUpperLeftWithStyle(s.left()+labels+8, s.y, width, bar, "F")
		s.pdf.SetFillColor(0, 0, 0)
		s.draw(s.left()+labels+width+13, s.y+bar-2, face{regular, cellSize}, row[1])
		s.y += bar + gap
	}
	s.y += 2
	s.lines(caption, s.size()-0.8, s.leading(), 0)
	s.y += 10
}

// number reads the value of a bar.
func (s *setter) number(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n
}
