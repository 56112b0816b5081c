package main

import (
	"strings"
)

// line is a row of words that fits its width.
type line []word

// fill breaks words into lines of at most width points. A word that does not fit is hyphenated at the last of its points that
// does, where it has any.
func (s *setter) fill(words []word, size, width float64) []line {
	var out []line
	var current line
	used := 0.0
	space := s.measure(regular, size, " ")
	for len(words) > 0 {
		w := words[0]
		need := s.wordWidth(w, size)
		if len(current) > 0 {
			need += space
		}
		if used+need <= width {
			current, used, words = append(current, w), used+need, words[1:]
			continue
		}
		if left, right, ok := s.hyphenate(w, size, width-used-space); ok {
			current = append(current, left)
			words = append([]word{right}, words[1:]...)
		} else if len(current) == 0 { // wider than the column: let it stick out rather than loop
			current, words = append(current, w), words[1:]
		}
		out = append(out, current)
		current, used = nil, 0
	}
	if len(current) > 0 {
		out = append(out, current)
	}
	return out
}

// hyphenate cuts a word at the last point at which its first part fits.
func (s *setter) hyphenate(w word, size, room float64) (word, word, bool) {
	for i := len(w.points) - 1; i >= 0; i-- {
		left, right := w.cut(w.points[i])
		if s.wordWidth(left, size) > room {
			continue
		}
		for _, p := range w.points[i+1:] {
			right.points = append(right.points, p-w.points[i])
		}
		return left, right, true
	}
	return word{}, word{}, false
}

// lines sets lines one below the other, indented from the column's left edge.
func (s *setter) lines(lines []line, size, leading, indent float64) {
	for _, l := range lines {
		s.need(leading)
		s.drawLine(l, s.left()+indent, s.y+size, size)
		s.y += leading
	}
}

// drawLine draws a line as few long runs, spaces included, so that its text can be read back as it stands.
func (s *setter) drawLine(l line, x, baseline, size float64) {
	s.drawLinks(l, x, baseline, size)
	var open run
	flush := func() {
		if open.text != "" {
			s.draw(x, baseline, face{open.font, size}, open.text)
			x += s.measure(open.font, size, open.text)
		}
		open = run{}
	}
	for i, w := range l {
		if i > 0 {
			open.text += " "
		}
		for _, r := range w.runs {
			if r.font != open.font {
				flush()
				open.font = r.font
			}
			open.text += r.text
		}
	}
	flush()
}

// drawLinks puts a link annotation over each web address of a line.
func (s *setter) drawLinks(l line, x, baseline, size float64) {
	space := s.measure(regular, size, " ")
	for _, w := range l {
		width := s.wordWidth(w, size)
		if url := strings.Trim(w.text(), "().,;"); strings.HasPrefix(url, "https://") {
			s.pdf.AddExternalLink(url, x, baseline-size, width, size*1.25)
		}
		x += width + space
	}
}

// lineWidth is the width of a line with single spaces.
func (s *setter) lineWidth(l line, size float64) float64 {
	width := 0.0
	for i, w := range l {
		if i > 0 {
			width += s.measure(regular, size, " ")
		}
		width += s.wordWidth(w, size)
	}
	return width
}

func (s *setter) wordWidth(w word, size float64) float64 {
	width := 0.0
	for _, r := range w.runs {
		width += s.measure(r.font, size, r.text)
	}
	return width
}

// measure is the width of text in points.
func (s *setter) measure(font string, size float64, text string) float64 {
	if s.err != nil {
		return 0
	}
	if s.err = s.pdf.SetFont(font, "", size); s.err != nil {
		return 0
	}
	width, err := s.pdf.MeasureTextWidth(text)
	s.err = err
	return width
}

// draw puts text with its baseline at y.
func (s *setter) draw(x, y float64, f face, text string) {
	if s.err != nil {
		return
	}
	if s.err = s.pdf.SetFont(f.name, "", f.size); s.err != nil {
		return
	}
	s.pdf.SetXY(x, y)
	s.err = s.pdf.Text(text)
}
