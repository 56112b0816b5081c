package outline

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// termLists finds the lines that name what is defined or described below them: several in a section, set like the running text, but bold, with a colon behind each. Where headings
// have numbers such a term holds what is indented below it and no more: the text behind the last of them belongs to the section again.
func (o *outliner) termLists(styled map[refs.Kind]bool) map[int]heading {
	out := map[int]heading{}
	if !styled["decimal"] {
		return out
	}
	var list []int
	for i, l := range o.lines {
		if _, numbered := ParseHeading(l.Text); numbered && o.emphasised(l) {
			list = nil
		}
		shouts := l.Text == strings.ToUpper(l.Text) && strings.Contains(l.Text, " ")
		if _, marked := o.marked[i]; marked || shouts || !strings.HasSuffix(l.Text, ":") || l.Size > o.body*1.12 || !o.unnumbered(i) {
			continue
		}
		if list = append(list, i); len(list) == 2 {
			out[list[0]] = o.term(list[0])
		}
		if len(list) >= 2 {
			out[i] = o.term(i)
		}
	}
	return out
}

func (o *outliner) term(i int) heading {
	return heading{Kind: refs.KindSection, title: o.lines[i].Text, label: o.lines[i].Text, Rank: numbering.RankLeaf, first: i, last: o.indentedBelow(i), leaf: true}
}

// indentedBelow returns the last line of what is indented below line i, i itself where nothing is.
func (o *outliner) indentedBelow(i int) int {
	at := i
	for at+1 < len(o.lines) && o.lines[at+1].X > o.lines[i].X+1 && !o.emphasised(o.lines[at+1]) {
		at++
	}
	return at
}
