package eval

import (
	"fmt"
	"maps"
	"slices"
)

// right reports whether exactly the wanted sections, or exactly the wanted pages, were predicted; of a unit that points outside the set,
// whether nothing inside it was.
func (u *unit) right(g *gold) bool {
	sections, pages := map[place]bool{}, map[place]bool{}
	for _, p := range u.got {
		if p.Target != nil && g.known[*p.Target] {
			sections[place{doc: *p.Target, section: p.TargetSection}] = true
			pages[place{doc: *p.Target, page: p.TargetPage}] = true
		}
	}
	wantSections, wantPages := map[place]bool{}, map[place]bool{}
	for t := range u.want {
		if g.known[t.doc] {
			wantSections[place{doc: t.doc, section: t.section}] = true
			wantPages[place{doc: t.doc, page: t.page}] = true
		}
	}
	return maps.Equal(sections, wantSections) || len(wantPages) > 0 && maps.Equal(pages, wantPages)
}

// misses lists what is not as the gold has it, in the order of the gold, then what it has not.
func (g *gold) misses(extra [][]Prediction) []Miss {
	var out []Miss
	for _, u := range g.units {
		m := Miss{Kind: "missed " + u.relation(), Document: u.key.doc, Page: u.key.page, Text: u.text}
		if len(u.got) > 0 {
			if u.right(g) {
				continue
			}
			m.Kind = "wrong " + u.relation()
		}
		for t := range u.want {
			m.Want = append(m.Want, t.doc+" "+t.section)
		}
		slices.Sort(m.Want)
		m.Got = targets(u.got)
		out = append(out, m)
	}
	for _, rows := range extra {
		out = append(out, Miss{Kind: "extra", Document: rows[0].Document, Page: rows[0].Page, Text: rows[0].Text, Got: targets(rows)})
	}
	return out
}

func targets(rows []Prediction) []string {
	var out []string
	for _, p := range rows {
		doc := "outside"
		if p.Target != nil {
			doc = *p.Target
		}
		out = append(out, fmt.Sprintf("%s %s", doc, p.TargetSection))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
