// Package outline finds the sections of a document: headings from the file's outline, the typography and the numbering; tables, figures,
// recitals, and the entries of reference lists.
//
// It promises the same sections for the same pages, and never makes one of the entries of a table of contents.
package outline

import (
	"cmp"
	"slices"
	"strconv"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/source"
)

// Sections finds the parts of a document that can be pointed to, in reading order: headings from the outline, the typography and
// the numbering; tables, figures, recitals and bibliography entries. IDs are "s1", "s2", ... and stay the same for the same pages.
func Sections(doc source.Document, meta source.Meta, pages []source.Page) []refs.Section {
	lines := layout.Body(pages)
	if len(lines) == 0 {
		return nil
	}
	o := newOutliner(lines, meta, pages)
	heads := o.headings()
	heads = append(heads, o.clauses(heads)...)
	sortHeadings(heads)
	heads = ruled(heads)
	heads = append(heads, o.recitals(heads)...)
	heads = append(heads, o.captions(heads)...)
	sortHeadings(heads)
	heads = append(heads, o.bibliography(heads)...)
	sortHeadings(heads)
	return o.sections(doc.Hash, heads, pages)
}

func sortHeadings(heads []heading) {
	slices.SortStableFunc(heads, func(a, b heading) int { return cmp.Or(a.first-b.first, a.Rank-b.Rank) })
}

// sections turns headings in reading order into a tree.
func (o *outliner) sections(document string, heads []heading, pages []source.Page) []refs.Section {
	out := make([]refs.Section, 0, len(heads))
	var open []int // indexes into out (and heads) of the sections that are still running
	for i, h := range heads {
		start := o.lines[h.first]
		for len(open) > 0 && heads[open[len(open)-1]].Rank >= h.Rank {
			above := &out[open[len(open)-1]]
			above.EndPage, above.End = pages[start.Page].Number, start.Start
			open = open[:len(open)-1]
		}
		s := refs.Section{ID: "s" + strconv.Itoa(i+1), Document: document, Kind: h.Kind, Number: h.Number, Label: h.label, Title: h.title,
			Level: len(open) + 1, Page: pages[start.Page].Number, Start: start.Start, Role: o.role(h)}
		if len(open) > 0 {
			parent := out[open[len(open)-1]]
			s.Parent = parent.ID
			s.Role = cmp.Or(s.Role, parent.Role)
		}
		end := o.lines[h.last]
		s.EndPage, s.End = pages[end.Page].Number, end.End
		out = append(out, s)
		if !h.leaf {
			open = append(open, i)
		}
	}
	last := pages[len(pages)-1]
	for _, i := range open {
		out[i].EndPage, out[i].End = last.Number, len(last.Text)
	}
	return out
}

// role returns the role of the section a heading begins.
func (o *outliner) role(h heading) source.Role {
	if r := roleOf(o.regions, h.first); r != "" {
		return r
	}
	if h.Kind == refs.KindBibliography || h.Number == "" && bibliographyTitle(h.title) || h.Kind == refs.KindSection && bibliographyTitle(h.title) {
		return source.Bibliography
	}
	return ""
}
