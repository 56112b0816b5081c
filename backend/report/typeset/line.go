package typeset

import (
	"rabbithole/backend/report/paper"
)

// colours by tone, as red, green and blue.
var colours = map[paper.Tone][3]uint8{
	paper.Plain: {29, 28, 26}, paper.Soft: {92, 89, 84}, paper.Doubt: {122, 88, 0}, paper.Alarm: {168, 40, 30}, paper.Cite: {31, 95, 153},
}

// lineWidth is the width of a line with its spaces.
func lineWidth(l line) float64 {
	width := 0.0
	for i, a := range l {
		if i > 0 {
			width += a.space
		}
		width += a.width
	}
	return width
}

// draw sets a line with its baseline at y, as few long runs, spaces included, so that its text can be read back as it stands.
func (s *setter) draw(l line, x, y float64) {
	var open piece
	begin := x
	flush := func() {
		s.piece(open, begin, y)
		begin += open.width
		open = piece{}
	}
	for i, a := range l {
		if i > 0 && a.space > 0 {
			if open.text == "" || open.rise > 0 {
				flush()
				open = piece{style: style{font: s.fonts.face(a.pieces[0].font, ' '), size: a.pieces[0].size}}
			}
			// The space takes the width of its font as it stands in the run, whatever the breaking counted.
			open.text += " "
			open.width += s.fonts.width(open.font, ' ') * open.size
		}
		for _, p := range a.pieces {
			if open.text != "" && open.style != p.style {
				flush()
			}
			open.style = p.style
			open.text += p.text
			open.width += p.width
		}
	}
	flush()
}

// piece draws text and lays its link over it.
func (s *setter) piece(p piece, x, y float64) {
	if p.text == "" || !s.fonts.use(p.font, p.size) {
		return
	}
	c := colours[p.tone]
	s.pdf.SetTextColor(c[0], c[1], c[2])
	s.pdf.SetXY(x, y-p.rise)
	if err := s.pdf.Text(p.text); err != nil {
		s.fail(err)
	}
	switch top := y - p.rise - p.size; {
	case p.url != "":
		s.pdf.AddExternalLink(p.url, x, top, p.width, p.size*1.3)
	case p.to != "":
		s.pdf.AddInternalLink(p.to, x, top, p.width, p.size*1.3)
	}
}
