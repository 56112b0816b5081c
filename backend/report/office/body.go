package office

import (
	"github.com/gomutex/godocx/docx"
	"github.com/gomutex/godocx/wml/stypes"

	"rabbithole/backend/report/paper"
)

// colours by tone; Plain has the style's own.
var colours = map[paper.Tone]string{paper.Soft: "5C5954", paper.Doubt: "7A5800", paper.Alarm: "A8281E", paper.Cite: "1F5F99", paper.Pointer: "5C5954"}

// block adds a block in the style it has in the template.
func (w *writer) block(b paper.Block) {
	switch b.Kind {
	case paper.Heading:
		w.marked(map[bool]string{true: "Heading1", false: "Heading2"}[b.Level <= 1], b)
	case paper.Table:
		w.table(b)
	case paper.Item:
		w.marked("ListBullet", b)
	case paper.Quote:
		w.marked("Quote", b)
	case paper.Remark:
		w.marked("Remark", b)
	case paper.Fine:
		w.marked("Fine", b)
	case paper.Closing:
		w.marked("Certificate", b)
	default:
		w.marked("Normal", b)
	}
}

func (w *writer) marked(style string, b paper.Block) {
	p := w.doc.AddEmptyParagraph()
	p.Style(style)
	w.bookmark(p, b.ID)
	w.runs(p, b.Runs, b.Kind == paper.Text || b.Kind == paper.Item)
}

func (w *writer) paragraph(style string, runs []paper.Run) {
	p := w.doc.AddEmptyParagraph()
	p.Style(style)
	w.runs(p, runs, false)
}

// bookmark leaves a mark that finish turns into a bookmark: the library has none.
func (w *writer) bookmark(p *docx.Paragraph, id string) {
	if id != "" {
		p.AddRun().Style(bookmarkStyle + w.mark(id))
	}
}

// runs adds text and links. In prose citations are small.
func (w *writer) runs(p *docx.Paragraph, runs []paper.Run, prose bool) {
	for _, r := range runs {
		if r.Text == "" {
			continue
		}
		target := r.URL
		if target == "" && r.To != "" {
			target = innerLink + w.mark(r.To)
		}
		if target == "" {
			run := p.AddText(r.Text)
			if colour := colours[r.Tone]; colour != "" {
				run.Color(colour)
			}
			if r.Bold {
				run.Bold(true)
			}
			continue
		}
		link := p.AddLink(r.Text, target)
		if colour := colours[r.Tone]; colour != "" {
			link.Color(colour)
		}
		if r.Bold {
			link.Bold(true)
		}
		switch {
		case r.Tone == paper.Pointer:
			link.VerticalAlign(stypes.VerticalAlignRunSuperscript)
		case r.Tone == paper.Cite && prose:
			link.Size(9)
		}
	}
}
