package outline

import (
	"strings"

	"rabbithole/backend/refs"
)

// termLists finds the lines that name what is described below them: several in a section, set like the running text, but bold, with a colon behind each.
// Where most headings have numbers, or the file's outline names them, such a term is none: what it describes belongs to the section.
func (o *outliner) termLists(styled map[refs.Kind]bool) map[int]bool {
	out := map[int]bool{}
	if !styled["decimal"] {
		return out
	}
	var list []int
	numbered, others := 0, 0
	for i, l := range o.lines {
		if h, ok := ParseHeading(l.Text); ok && o.emphasised(l) {
			list = nil
			if family(h) == "decimal" && h.Kind == refs.KindSection {
				numbered++
			}
		} else if !strings.HasSuffix(l.Text, ":") && o.unnumbered(i) {
			others++
		}
		shouts := l.Text == strings.ToUpper(l.Text) && strings.Contains(l.Text, " ")
		if _, marked := o.marked[i]; marked || shouts || !strings.HasSuffix(l.Text, ":") || l.Size > o.body*1.12 || !o.unnumbered(i) {
			continue
		}
		if list = append(list, i); len(list) >= 2 {
			out[list[0]], out[i] = true, true
		}
	}
	if numbered <= others && len(o.marked) == 0 {
		return nil
	}
	return out
}

// indentedBelow returns the last line of what is indented below line i, i itself where nothing is.
func (o *outliner) indentedBelow(i int) int {
	at := i
	for at+1 < len(o.lines) && o.lines[at+1].X > o.lines[i].X+1 && !o.emphasised(o.lines[at+1]) {
		at++
	}
	return at
}
