package main

import "strings"

// headingSizes by level, 1 first.
var headingSizes = []float64{14, 11.5, 10}

// heading sets a heading, keeps it with what follows and enters it into the outline.
func (s *setter) heading(b block) {
	if s.columns != s.doc.head.columns { // the columns begin below the title and the abstract
		s.columns, s.top = s.doc.head.columns, s.y
	}
	size := headingSizes[b.level-1]
	if s.columns > 1 {
		size -= 1.5
	}
	lines := s.fill(words(b.text, bold), size, s.width())
	height := float64(len(lines)) * size * 1.35
	if s.y > s.top {
		s.y += 14 - 3*float64(b.level)
	}
	s.need(height + 4 + s.reserve)
	title := strings.ReplaceAll(b.text, "~", " ")
	if b.level == 1 {
		s.section = b.text
	}
	s.enter(title, b.level)
	s.pdf.SetTextColor(28, 52, 84)
	s.lines(lines, size, size*1.35, 0)
	s.pdf.SetTextColor(0, 0, 0)
	s.y += 4
}

// enter adds a heading to the outline and to the marks.
func (s *setter) enter(title string, level int) {
	s.marks = append(s.marks, mark{title, level, s.page})
	s.pdf.SetXY(s.left(), s.y)
	s.pdf.SetAnchor(title)
	s.outline.Enter(title, level)
}

func (s *setter) paragraph(b block) {
	lines := s.fill(words(b.text, regular), s.size(), s.width())
	if len(lines) > 1 {
		s.need(2 * s.leading()) // no first line alone at the foot
	}
	for _, l := range lines {
		indent := 0.0
		if b.centred {
			indent = (s.width() - s.lineWidth(l, s.size())) / 2
		}
		s.lines([]line{l}, s.size(), s.leading(), indent)
	}
	s.y += s.leading() * 0.45
}

// hanging sets a list item or a bibliography entry: its label, and the text indented beside it.
func (s *setter) hanging(label, text string, indent float64) {
	lines := s.fill(words(text, regular), s.size(), s.width()-indent)
	s.need(s.leading())
	s.draw(s.left(), s.y+s.size(), face{regular, s.size()}, label+" ")
	s.lines(lines, s.size(), s.leading(), indent)
	s.y += s.leading() * 0.25
}

// note sets a paragraph in a shaded box.
func (s *setter) note(b block) {
	size := s.size() - 0.5
	leading := size * 1.4
	lines := s.fill(words(b.text, regular), size, s.width()-24)
	height := float64(len(lines))*leading + 14
	s.need(height + 6)
	s.pdf.SetFillColor(238, 242, 247)
	s.pdf.RectFromUpperLeftWithStyle(s.left(), s.y, s.width(), height, "F")
	s.pdf.SetFillColor(28, 52, 84)
	s.pdf.RectFromUpperLeftWithStyle(s.left(), s.y, 2.5, height, "F")
	s.pdf.SetFillColor(0, 0, 0)
	s.y += 6
	s.lines(lines, size, leading, 13)
	s.y += 16
}

// contents sets the table of contents: title, leader dots, page number, a link to the heading.
func (s *setter) contents() {
	leading := s.leading() * 1.08
	for _, m := range s.known {
		if m.level > 2 {
			continue
		}
		s.need(leading)
		font, indent := regular, float64(m.level-1)*14
		if m.level == 1 {
			font = bold
			s.y += 3
		}
		label := s.label(m.page)
		right := marginX + s.width()
		x := s.left() + indent
		s.draw(x, s.y+s.size(), face{font, s.size()}, m.title+" ")
		end := x + s.measure(font, s.size(), m.title+" ")
		room := right - s.measure(regular, s.size(), label) - end - 4
		dots := strings.Repeat(". ", max(0, int(room/s.measure(regular, s.size(), ". "))))
		s.draw(end, s.y+s.size(), face{regular, s.size()}, dots)
		s.draw(right-s.measure(regular, s.size(), label), s.y+s.size(), face{regular, s.size()}, label)
		s.pdf.AddInternalLink(m.title, x, s.y, right-x, leading)
		s.y += leading
	}
	s.y += 8
}
