package office

import (
	"github.com/gomutex/godocx/docx"
	"github.com/gomutex/godocx/wml/ctypes"
	"github.com/gomutex/godocx/wml/stypes"

	"rabbithole/backend/report/paper"
)

// textWidth is the width of the text on the template's page, in twentieths of a point.
const textWidth = 9026

func (w *writer) table(b paper.Block) {
	t := w.doc.AddTable()
	t.Style(map[bool]string{true: "DisputeTable", false: "ReportTable"}[b.Sides])
	t.Width(textWidth, stypes.TableWidthDxa)
	t.Layout(stypes.TableLayoutFixed)
	widths := columns(b)
	for _, width := range widths {
		t.Grid(uint64(width))
	}
	rows := b.Rows
	if !b.Headed() {
		rows = rows[1:]
	}
	for i, cells := range rows {
		head := i == 0 && b.Headed()
		row := t.AddRow()
		property := t.GetCT().RowContents[i].Row.Property
		property.CantSplit = ctypes.OnOffFromBool(!b.Sides)
		if head {
			property.Header = ctypes.OnOffFromBool(true)
		}
		for column, cell := range cells {
			c := row.AddCell()
			c.Width(widths[min(column, len(widths)-1)], stypes.TableWidthDxa)
			if head && !b.Sides {
				c.BackgroundColor("F3F0EA")
			}
			w.cell(c, cell, head && !b.Sides, column >= len(cells)-b.Figures)
		}
	}
	w.doc.AddEmptyParagraph().Style("TableText") // a table needs a paragraph behind it
}

// columns shares the width of the text out.
func columns(b paper.Block) []int {
	total := 0
	for _, share := range b.Shares {
		total += share
	}
	var out []int
	for _, share := range b.Shares {
		out = append(out, textWidth*share/total)
	}
	return out
}

func (w *writer) cell(c *docx.Cell, blocks paper.Cell, head, figure bool) {
	for _, b := range blocks {
		p := c.AddEmptyPara()
		p.Style(map[bool]string{true: "TableQuote", false: "TableText"}[b.Kind == paper.Quote])
		if figure {
			p.Justification(stypes.JustificationRight)
		}
		w.bookmark(p, b.ID)
		runs := b.Runs
		if head {
			runs = nil
			for _, r := range b.Runs {
				r.Bold = true
				runs = append(runs, r)
			}
		}
		w.runs(p, runs, false)
	}
}
