package pdfium

import (
	"slices"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// tabulate puts each row of a table on a line of its own, its cells divided by tabs; false where the page has no table.
func (p *page) tabulate(text pagetext.Text, lines []source.Line) (pagetext.Text, []source.Line) {
	tabled, folded := pagetext.Tabulate(text, placed(text, lines), func(l pagetext.Placed) []pagetext.Word { return p.words(text, l) })
	if folded {
		lines = p.lines(tabled)
	}
	divided, ok := pagetext.Divide(tabled, placed(tabled, lines), func(l pagetext.Placed) []pagetext.Word { return p.words(tabled, l) })
	if ok {
		lines = p.lines(divided)
	}
	return divided, lines
}

func placed(text pagetext.Text, lines []source.Line) []pagetext.Placed {
	var out []pagetext.Placed
	offs := text.Offsets()
	for _, l := range lines {
		if l.Size > 0 {
			from, _ := slices.BinarySearch(offs, l.Start)
			to, _ := slices.BinarySearch(offs, l.End)
			out = append(out, pagetext.Placed{From: from, To: to, X: l.X, Y: l.Y, Size: l.Size})
		}
	}
	return out
}

// words returns the words of a line with their places.
func (p *page) words(t pagetext.Text, l pagetext.Placed) []pagetext.Word {
	var out []pagetext.Word
	open := false
	for i, b := range p.boxesOf(t[l.From:l.To]) {
		at := l.From + i
		if t[at].R <= ' ' {
			open = false
			continue
		}
		if b.X0 == b.X1 {
			continue
		}
		box := p.toTop.rect(b.X0, b.Y0, b.X1, b.Y1)
		if !open {
			out = append(out, pagetext.Word{From: at, X0: box.x0, X1: box.x1})
		}
		w := &out[len(out)-1]
		w.To, w.X1, open = at+1, max(w.X1, box.x1), true
	}
	return out
}
