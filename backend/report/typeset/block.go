package typeset

import "rabbithole/backend/report/paper"

const (
	textSize, textLeading   = 10.2, 15.2
	smallSize, smallLeading = 8.8, 12.8
	fineSize, fineLeading   = 8.0, 10.6
)

// measure is how a paragraph is set.
type measure struct {
	size, leading float64
	x, width      float64 // from the left margin; width 0 for what is left of the line
	label         string  // hangs in front of the first line
	bar           bool    // a line at its left, as quotes have
	prose         bool
}

func (m measure) room() float64 {
	if m.width > 0 {
		return m.width
	}
	return bodyWidth - m.x
}

// block sets a block; rest follows it, and a heading needs the first lines of that below itself.
func (s *setter) block(b paper.Block, rest []paper.Block) {
	switch b.Kind {
	case paper.Heading:
		s.heading(b, rest)
	case paper.Table:
		s.gap(3)
		s.table(b)
		s.y += 10
	case paper.Item:
		s.item(b)
		if len(rest) > 0 && rest[0].Kind != paper.Item {
			s.y += 4
		}
	case paper.Quote:
		s.paragraph(b.Runs, measure{size: smallSize, leading: smallLeading, x: 10, bar: true})
		s.y += 4
	case paper.Remark:
		s.paragraph(b.Runs, measure{size: smallSize, leading: smallLeading})
		s.y += 5
	case paper.Fine:
		s.anchor(b.ID)
		s.paragraph(b.Runs, measure{size: fineSize, leading: fineLeading})
		s.y += 2.4
	case paper.Closing:
		s.gap(4)
		s.need(2*fineLeading + 4)
		s.rule(s.y, 0.6, 190)
		s.y += 4
		s.paragraph(b.Runs, measure{size: fineSize, leading: fineLeading})
	default:
		s.anchor(b.ID)
		s.paragraph(b.Runs, measure{size: textSize, leading: textLeading, prose: true})
		s.y += 6
	}
}

func (s *setter) heading(b paper.Block, rest []paper.Block) {
	size, before := 13.5, 17.0
	if b.Level > 1 {
		size, before = 10.5, 9
	}
	s.gap(before)
	lines := s.fill(s.atoms(b.Runs, size, bold, false), bodyWidth)
	s.need(float64(len(lines))*size*1.3 + 9 + s.beginning(rest)) // with the gaps below it
	s.pdf.SetXY(marginX, s.y)
	s.outline.enter(paper.Plainly(b.Runs), b.Level)
	s.anchor(b.ID)
	s.set(lines, measure{size: size, leading: size * 1.3})
	s.y += 5
}

// beginning is the height of what must not part from a heading: the first lines of a text, the head and first row of a table.
func (s *setter) beginning(rest []paper.Block) float64 {
	if len(rest) == 0 {
		return 0
	}
	switch b := rest[0]; b.Kind {
	case paper.Heading:
		return 30 + s.beginning(rest[1:])
	case paper.Remark, paper.Fine:
		return 2 * smallLeading
	case paper.Table:
		height := 0.0
		for _, cells := range b.Rows[:min(2, len(b.Rows))] {
			height += s.row(b, cells, false).height
		}
		return min(height, 220)
	case paper.Item:
		return 4 * textLeading
	}
	return 2 * textLeading
}

// anchor makes a place that inner links lead to.
func (s *setter) anchor(id string) {
	if id != "" {
		s.pdf.SetXY(marginX, max(0, s.y-8))
		s.pdf.SetAnchor(id)
	}
}

func (s *setter) item(b paper.Block) {
	s.paragraph(b.Runs, measure{size: textSize, leading: textLeading, x: 14, label: "•", prose: true})
	s.y += 3
}

// paragraph breaks runs into lines and sets them.
func (s *setter) paragraph(runs []paper.Run, m measure) {
	s.set(s.fill(s.atoms(runs, m.size, regular, m.prose), m.room()), m)
}

// set puts lines one below the other. Neither the first nor the last line of a paragraph stands alone on a page.
func (s *setter) set(lines []line, m measure) {
	for i, l := range lines {
		height := m.leading
		if left := len(lines) - i; left == 2 || i == 0 && left > 1 {
			height *= 2
		}
		s.need(height)
		if i == 0 && m.label != "" {
			s.draw(s.atoms([]paper.Run{{Text: m.label, Tone: paper.Soft}}, m.size, regular, false), marginX+m.x-12, s.y+m.size)
		}
		if m.bar {
			s.pdf.SetStrokeColor(200, 196, 188)
			s.pdf.SetLineWidth(1.2)
			s.pdf.Line(marginX+m.x-8, s.y, marginX+m.x-8, s.y+m.leading)
		}
		s.draw(l, marginX+m.x, s.y+m.size)
		s.y += m.leading
	}
}
