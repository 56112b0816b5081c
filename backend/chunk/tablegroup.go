package chunk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// groups are the headings of groups that rows of a table are in, the outer ones first.
type groups []group

type group struct {
	line     refs.TextLine
	indented bool // rows of it stand further right
}

// heads opens a group where line i of a table is its heading, no label that goes on in the next line. One as far left ends the groups before.
func (g *groups) heads(lines []refs.TextLine, i int, t table) {
	l := lines[i]
	first, _ := utf8.DecodeRuneInString(lines[min(i+1, t.last)].Text)
	row := lines[t.last]
	if t.words && l.Size > 0 && l.Size == row.Size && l.Bold == row.Bold && l.X >= row.X && !strings.HasSuffix(l.Text, ":") {
		return // a row whose cells nothing divides, or the rest of one
	}
	if i < t.first+t.header || len(l.Text) >= fullLine || !strings.HasSuffix(l.Text, ":") && !unicode.IsUpper(first) {
		return
	}
	*g = append(slices.DeleteFunc(*g, func(o group) bool { return o.line.X >= l.X }), group{line: l})
}

// holds ends the groups that a row does not stand in: it stands left of their headings, or below them where rows before stood further right.
func (g *groups) holds(row refs.TextLine) {
	*g = slices.DeleteFunc(*g, func(o group) bool { return row.X < o.line.X || row.X == o.line.X && o.indented })
	for i := range *g {
		(*g)[i].indented = (*g)[i].indented || row.X > (*g)[i].line.X
	}
}

// above returns the headings that stand above the first line of a block.
func (g groups) above(first source.Span) (out []source.Span) {
	for _, o := range g {
		if s := span(o.line); s.Page < first.Page || s.Page == first.Page && s.Start < first.Start {
			out = append(out, s)
		}
	}
	return out
}
