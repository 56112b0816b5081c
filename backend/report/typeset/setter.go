package typeset

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/signintech/gopdf"

	"rabbithole/backend/report/paper"
)

// Measures of the page (A4) in points.
const (
	pageWidth, pageHeight = 595.28, 841.89
	marginX               = 72.0
	bodyTop, bodyBottom   = 68.0, 772.0
	footerY               = 804.0
	bodyWidth             = pageWidth - 2*marginX
)

// Options are what a PDF needs besides the paper. The zero value sets Latin, Greek and Cyrillic text.
type Options struct {
	Fonts  func() ([][]byte, error) // TrueType fonts for letters that the Go fonts lack, asked for when there is one; in order
	Notice func([]Missing) string   // the last paragraph where letters are missing
}

// PDF sets a paper. It returns what no font could show, which the notice on the last page tells the reader too. A font that breaks
// the library it is set with costs its letters, not the paper.
func PDF(p paper.Paper, o Options) ([]byte, []Missing, error) {
	data, missing, err := attempt(p, o)
	if errors.Is(err, errBrokenFont) && o.Fonts != nil {
		o.Fonts = nil
		return attempt(p, o)
	}
	return data, missing, err
}

// errBrokenFont is what a panic of the library is taken for: it checks no bound of the fonts it reads.
var errBrokenFont = errors.New("a font is broken")

func attempt(p paper.Paper, o Options) (data []byte, missing []Missing, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("typeset %q: %w: %v", p.Title, errBrokenFont, cause)
		}
	}()
	s := &setter{pdf: &gopdf.GoPdf{}, paper: p}
	s.pdf.Start(gopdf.Config{PageSize: gopdf.Rect{W: pageWidth, H: pageHeight}})
	s.outline = &outline{pdf: s.pdf}
	if s.fonts, err = newFonts(s.pdf, o.Fonts); err != nil {
		return nil, nil, fmt.Errorf("typeset %q: %w", p.Title, err)
	}
	s.newPage()
	s.opening()
	for i, b := range p.Blocks {
		s.block(b, p.Blocks[i+1:])
	}
	missing = s.fonts.unshown()
	if len(missing) > 0 && o.Notice != nil {
		s.gap(6)
		s.paragraph([]paper.Run{{Text: o.Notice(missing), Bold: true, Tone: paper.Alarm}}, measure{size: smallSize, leading: smallLeading})
	}
	s.outline.link()
	s.footers()
	if s.fonts.err != nil {
		return nil, nil, fmt.Errorf("typeset %q: %w", p.Title, s.fonts.err)
	}
	var out bytes.Buffer
	if _, err := s.pdf.WriteTo(&out); err != nil {
		return nil, nil, fmt.Errorf("write the PDF of %q: %w", p.Title, err)
	}
	data, err = finish(out.Bytes(), p)
	return data, missing, err
}

// setter puts blocks onto pages from top to bottom.
type setter struct {
	pdf     *gopdf.GoPdf
	paper   paper.Paper
	fonts   *fonts
	outline *outline
	page    int
	y       float64 // top of the free space
}

func (s *setter) newPage() {
	s.pdf.AddPage()
	s.page++
	s.y = bodyTop
}

// need moves on to the next page when less than height is left.
func (s *setter) need(height float64) {
	if s.y+height > bodyBottom && s.y > bodyTop {
		s.newPage()
	}
}

// gap leaves room, but none at the top of a page.
func (s *setter) gap(height float64) {
	if s.y > bodyTop {
		s.y += height
	}
}

// opening sets title and subtitle.
func (s *setter) opening() {
	size := 19.0
	if utf8.RuneCountInString(s.paper.Title) > 90 { // a long question is no headline
		size = 15.5
	}
	s.paragraph([]paper.Run{{Text: s.paper.Title, Bold: true}}, measure{size: size, leading: size * 1.29})
	s.y += 4
	s.paragraph([]paper.Run{{Text: s.paper.Subtitle, Tone: paper.Soft}}, measure{size: smallSize, leading: smallLeading})
	s.y += 6
	s.rule(s.y, 0.6, 190)
	s.y += 4
}

// rule draws a grey line.
func (s *setter) rule(y, weight float64, grey uint8) {
	s.pdf.SetStrokeColor(grey, grey, grey)
	s.pdf.SetLineWidth(weight)
	s.pdf.Line(marginX, y, marginX+bodyWidth, y)
}

// footers prints the title and the page numbers, when their number is known.
func (s *setter) footers() {
	for page := 1; page <= s.page; page++ {
		if err := s.pdf.SetPage(page); err != nil {
			s.fail(fmt.Errorf("number page %d: %w", page, err))
			return
		}
		number := s.atoms([]paper.Run{{Text: fmt.Sprintf("%d / %d", page, s.page), Tone: paper.Soft}}, 8, regular, false)
		width := lineWidth(number)
		s.rule(footerY-14, 0.4, 210)
		s.draw(number, marginX+bodyWidth-width, footerY)
		title := s.fill(s.atoms([]paper.Run{{Text: s.paper.Title, Tone: paper.Soft}}, 8, regular, false), bodyWidth-width-24)
		if len(title) > 1 {
			title[0] = append(title[0], s.atoms([]paper.Run{{Text: "…", Tone: paper.Soft}}, 8, regular, false)...)
		}
		if len(title) > 0 {
			s.draw(title[0], marginX, footerY)
		}
	}
}

func (s *setter) fail(err error) {
	if s.fonts.err == nil {
		s.fonts.err = err
	}
}
