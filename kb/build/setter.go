package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/signintech/gopdf"

	"rabbithole/backend/report/typeset"
)

// Measures of the page in points.
const (
	pageWidth, pageHeight = 595.28, 841.89
	marginX, gutter       = 66.0, 20.0
	headerY, bodyTop      = 44.0, 72.0
	bodyBottom            = 776.0
	footerY               = 806.0
)

// mark is a heading and where it came to stand; a pass prints the table of contents from the marks of the pass before.
type mark struct {
	title string
	level int
	page  int // 1-based
}

// setter puts blocks onto pages from top to bottom, column by column.
type setter struct {
	doc     source
	pdf     *gopdf.GoPdf
	page    int
	columns int // 1 until the first heading, then the head's number
	column  int
	top     float64 // where the columns of this page begin
	y       float64 // top of the free space
	section string  // current heading of level 1, for the running header
	marks   []mark  // of this pass
	known   []mark  // of the pass before
	outline *typeset.Outline
	reserve float64 // room a heading needs below itself, so that it does not stand alone at the foot of a page
	err     error   // the first failure; everything after it does nothing
}

// setInType lays a source out again and again until the table of contents, which takes room itself, prints the pages on which the
// headings really stand.
func setInType(doc source) ([]byte, error) {
	var known []mark
	for range 5 {
		s, err := layOut(doc, known)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(s.marks, known) {
			known = s.marks
			continue
		}
		var out bytes.Buffer
		if _, err := s.pdf.WriteTo(&out); err != nil {
			return nil, err
		}
		return typeset.Finish(out.Bytes(), doc.head.info(s.page))
	}
	return nil, fmt.Errorf("the table of contents does not settle")
}

// info is what the PDF says about itself.
func (h head) info(pages int) typeset.Info {
	author, _, _ := strings.Cut(h.author, " · ") // the rest of the line under the title is not a name
	return typeset.Info{Title: h.title, Author: author, Creator: "kb/build", Language: h.lang, Made: h.date.Add(12 * time.Hour), Labels: labels(h, pages)}
}

// labels is the number tree of the printed page numbers: roman front matter, then arabic from the head's first.
func labels(h head, pages int) string {
	tree := fmt.Sprintf("%d << /S /D /St %d >>", h.front, h.first)
	if h.front > 0 && h.front < pages {
		tree = "0 << /S /r >> " + tree
	}
	return tree
}

func layOut(doc source, known []mark) (*setter, error) {
	s := &setter{doc: doc, pdf: &gopdf.GoPdf{}, columns: 1, known: known}
	s.outline = typeset.NewOutline(s.pdf)
	s.pdf.Start(gopdf.Config{PageSize: gopdf.Rect{W: pageWidth, H: pageHeight}})
	if err := addFonts(s.pdf); err != nil {
		return nil, err
	}
	s.newPage()
	s.titleBlock()
	for i, b := range doc.blocks {
		s.reserve = follow(doc.blocks[i+1:], s.leading())
		s.put(b)
		if s.err != nil {
			return nil, fmt.Errorf("near %q: %w", b.text, s.err)
		}
	}
	s.outline.Link()
	return s, nil
}

// follow is the height of what must stay with a heading: further headings, a short table, or the first lines of a text.
func follow(rest []block, leading float64) float64 {
	height := 0.0
	for _, b := range rest {
		switch b.kind {
		case heading:
			height += 2.2 * leading
		case table:
			return height + min(180, float64(len(b.rows)+2)*2*cellLeading)
		default:
			return height + 3*leading
		}
	}
	return height
}

// put sets one block.
func (s *setter) put(b block) {
	switch b.kind {
	case heading:
		s.heading(b)
	case paragraph:
		s.paragraph(b)
	case bullet:
		s.hanging("•", b.text, 14)
	case entry:
		label, rest, _ := strings.Cut(b.text, " ")
		s.hanging(label, rest, 24)
	case table:
		s.table(b)
	case figure:
		s.figure(b)
	case note:
		s.note(b)
	case contents:
		s.contents()
	case newPage:
		s.newPage()
	case scan:
		s.scan(b)
	}
}

// size is the size of body text; narrow columns take a smaller one.
func (s *setter) size() float64 {
	if s.doc.head.columns > 1 {
		return 10
	}
	return 10.4
}

func (s *setter) leading() float64 { return s.size() * 1.46 }

// width is the width of the current column.
func (s *setter) width() float64 {
	all := pageWidth - 2*marginX
	return (all - gutter*float64(s.columns-1)) / float64(s.columns)
}

// left is the left edge of the current column.
func (s *setter) left() float64 { return marginX + float64(s.column)*(s.width()+gutter) }

// need moves on to the next column or page when less than height is left.
func (s *setter) need(height float64) {
	if s.y+height <= bodyBottom {
		return
	}
	if s.column+1 < s.columns {
		s.column++
		s.y = s.top
		return
	}
	s.newPage()
}

// newPage begins a page with its running header and its printed number.
func (s *setter) newPage() {
	s.pdf.AddPage()
	s.page++
	s.column, s.top, s.y = 0, bodyTop, bodyTop
	label := s.label(s.page)
	s.draw(pageWidth/2-s.measure(regular, 9, label)/2, footerY, face{regular, 9}, label)
	if s.page == 1 {
		return
	}
	s.draw(marginX, headerY, face{italic, 8}, s.doc.head.running)
	section := strings.ReplaceAll(s.section, "~", " ")
	s.draw(pageWidth-marginX-s.measure(italic, 8, section), headerY, face{italic, 8}, section)
	s.rule(headerY+5, 0.4)
}

// label is the number printed on a page.
func (s *setter) label(page int) string {
	if page <= s.doc.head.front {
		return []string{"i", "ii", "iii", "iv", "v", "vi"}[page-1]
	}
	return fmt.Sprint(page - s.doc.head.front + s.doc.head.first - 1)
}

// rule draws a grey line over the whole width.
func (s *setter) rule(y, width float64) {
	s.pdf.SetStrokeColor(140, 140, 140)
	s.pdf.SetLineWidth(width)
	s.pdf.Line(marginX, y, pageWidth-marginX, y)
}

// titleBlock sets the title, subtitle, author and date on top of page 1.
func (s *setter) titleBlock() {
	h := s.doc.head
	s.y = bodyTop + 8
	s.pdf.SetTextColor(28, 52, 84)
	s.lines(s.fill(words(h.title, bold), 19, s.width()), 19, 25, 0)
	s.pdf.SetTextColor(0, 0, 0)
	if h.subtitle != "" {
		s.y += 2
		s.lines(s.fill(words(h.subtitle, italic), 11.5, s.width()), 11.5, 16, 0)
	}
	s.y += 5
	s.lines(s.fill(words(h.author, regular), 9, s.width()), 9, 13, 0)
	s.y += 6
	s.rule(s.y, 0.8)
	s.y += 16
}
