package pdfium

import (
	"slices"
	"strings"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// columnGap is the least gap between two cells in sizes of their letters; one between words is a third, in justified text half.
const columnGap = 0.8

// tabulate puts each row of a table on a line of its own, its cells divided by tabs; false where the page has no such table.
func (p *page) tabulate(text pagetext.Text, lines []source.Line) (pagetext.Text, bool) {
	var placed []pagetext.Placed
	offs := text.Offsets()
	for _, l := range lines {
		if l.Size > 0 {
			from, _ := slices.BinarySearch(offs, l.Start)
			to, _ := slices.BinarySearch(offs, l.End)
			placed = append(placed, pagetext.Placed{From: from, To: to, X: l.X, Y: l.Y, Size: l.Size})
		}
	}
	return pagetext.Tabulate(text, placed, func(l pagetext.Placed) []pagetext.Cell {
		return p.cells(text[l.From:l.To], l)
	})
}

// cells parts a line where a gap is as wide as one between columns. A sign belongs to the number beside it.
func (p *page) cells(t pagetext.Text, l pagetext.Placed) []pagetext.Cell {
	out := []pagetext.Cell{{From: l.From, X: l.X}}
	last, before := 0.0, ' '
	for i, b := range p.boxesOf(t) {
		if t[i].R <= ' ' || b.X0 == b.X1 {
			continue
		}
		box := p.toTop.rect(b.X0, b.Y0, b.X1, b.Y1)
		if before != ' ' && box.x0-last > columnGap*l.Size && t[i-1].R == ' ' && !strings.ContainsRune("$€£¥", before) && !strings.ContainsRune(")%", t[i].R) {
			out = append(out, pagetext.Cell{From: l.From + i, X: round(box.x0)})
		}
		last, before = box.x1, t[i].R
	}
	return out
}
