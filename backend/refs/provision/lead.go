package provision

import (
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// spot is a place in a document: page number and offset.
type spot struct{ page, at int }

func (a spot) before(b spot) bool { return a.page < b.page || a.page == b.page && a.at < b.at }

func (m mark) spot() spot { return spot{m.page, m.start} }

// led is where a path leads.
type led struct {
	spot
	mark     int
	counted  int // the mark whose sentence is meant, -1 for none
	sentence int
}

// Lead leads the references inside their own section to their places, and drops "this Article" outside of any.
func (p *Places) Lead(mentions []refs.Mention) []refs.Mention {
	out := mentions[:0]
	last := -1 // the mark that the reference before led to
	for _, m := range mentions {
		if Inside(m) {
			from := spot{m.Page, m.Start}
			here := p.at(m.Page, m.Start)
			if m.Pointers[0].Sub == "" {
				if here < 0 || !p.here(&m.Pointers[0], here) {
					continue
				}
			} else if here >= 0 {
				for i := range m.Pointers {
					last = p.point(&m.Pointers[i], here, last, from)
				}
			}
			if strings.HasPrefix(m.Text, "Nr") && m.Pointers[0].Page == 0 { // of a journal, or a series
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// point gives a pointer the place that its path names, seen from mark here, else from where the reference before led: "Paragraph 1 applies where
// point (b) of that paragraph ...". It returns the mark it led to.
func (p *Places) point(to *refs.Pointer, here, before int, from spot) int {
	route := parsePath(to.Sub)
	l, ok := p.follow(route, here, from)
	if !ok && before >= 0 && p.marks[before].section == p.marks[here].section {
		l, ok = p.follow(route, before, from)
	}
	if !ok {
		return before
	}
	to.Page, to.At = l.page, l.at
	german := Width(route[0].Unit) < 7 && route[0].Unit != "subsection"
	to.Label, to.Sub = p.label(l, german), p.name(l, german)
	return l.mark
}

// label names where a path led: "§ 5 Absatz 2 Satz 1", "Article 6(1)(a)".
func (p *Places) label(l led, german bool) string {
	section, rest := p.sections[p.marks[l.mark].section].Name(), p.name(l, german)
	if german && rest != "" {
		section += " "
	}
	return section + rest
}

// here gives the pointer of "this Article" the part of the document it stands in, false where there is none of the kind.
func (p *Places) here(to *refs.Pointer, here int) bool {
	words := strings.Fields(to.Label)
	kind, _ := numbering.HereUnit(strings.ToLower(words[len(words)-1]))
	section := p.marks[here].section
	if kind == refs.KindParagraph {
		at := here
		for p.marks[at].depth > 1 {
			at = p.marks[at].parent
		}
		to.Page, to.At, to.Label = p.marks[at].page, p.marks[at].start, p.label(led{mark: at, counted: -1}, !strings.EqualFold(words[0], "this"))
		return p.marks[at].depth > 0
	}
	noun := strings.ToLower(words[len(words)-1])
	for _, exact := range []bool{true, false} {
		for i := section; i >= 0; i = p.within.Parent(i) {
			s := p.sections[i]
			own, _ := numbering.CutWord(s.Label)
			if s.Number == "" || exact && (own == "" || !strings.HasPrefix(noun, strings.ToLower(own))) {
				continue
			}
			if exact || s.Kind == kind || kind == refs.KindSection && (s.Kind == refs.KindArticle || s.Kind == refs.KindAnnex) {
				to.Page, to.At, to.Label = s.Page, s.Start, s.Name()
				return true
			}
		}
	}
	return false
}

// follow leads a path to its place, as far as there is one: false when there is not even the first.
func (p *Places) follow(route Path, here int, from spot) (led, bool) {
	at := led{mark: -1, counted: -1}
	for i, s := range route {
		next, ok := p.step(at, s, here, from)
		if !ok {
			return at, i > 0
		}
		at = next
	}
	return at, true
}

// step takes one step of a path from where the steps before led, or from the mark the reference stands in.
func (p *Places) step(at led, s Step, here int, from spot) (led, bool) {
	m := at.mark
	if m < 0 {
		m = p.paragraph(here)
	}
	switch {
	case s.Unit == "Satz" || s.Unit == "Halbsatz":
		n, _ := numbering.SplitNumber(s.Value)
		starts := p.sentences(m)
		if n < 1 || n > len(starts) {
			return led{p.marks[m].spot(), m, -1, 0}, at.mark < 0 && len(starts) > 0 && n == 0
		}
		return led{starts[n-1], m, m, n}, true
	case s.Unit == "Unterabsatz" || s.Unit == "block": // has no mark of its own
		return led{p.marks[m].spot(), m, -1, 0}, true
	case at.mark >= 0:
		k := p.child(at.mark, s, at.spot, from, true)
		if k < 0 {
			k = p.child(at.mark, s, spot{}, from, false)
		}
		if k < 0 {
			return at, false
		}
		return p.to(k, at), true
	}
	var above []int
	for k := here; k >= 0; k = p.marks[k].parent {
		above = append(above, k)
	}
	if s.Unit == "Absatz" || s.Unit == "paragraph" || s.Unit == "subsection" {
		slices.Reverse(above)
	}
	if s.Unit == "Absatz" {
		above = above[:1]
	}
	for _, a := range above {
		if k := p.child(a, s, spot{}, from, true); k >= 0 {
			return p.to(k, at), true
		}
	}
	return led{}, false
}

func (p *Places) to(k int, from led) led {
	return led{p.marks[k].spot(), k, from.counted, from.sentence}
}

// paragraph returns what holds the sentences that are counted around mark i: the paragraph of a law, else the whole section of a law, else
// the numbered entry of an annex.
func (p *Places) paragraph(i int) int {
	for p.marks[i].depth > 1 {
		i = p.marks[i].parent
	}
	if m := p.marks[i]; m.depth == 1 && (m.shape.count != digits || m.shape.frame != "()" && strings.HasPrefix(p.sections[m.section].Label, "§")) {
		return m.parent
	}
	return i
}

// child returns the mark inside mark i that a step names, -1 for none: of several the last in front of the reference, else the first behind.
// With direct it lies right in i.
func (p *Places) child(i int, s Step, after, from spot, direct bool) int {
	found := -1
	for k := i + 1; k < p.marks[i].end; k++ {
		m := p.marks[k]
		law := strings.HasPrefix(p.sections[m.section].Label, "§")
		if m.label != s.Value || !counts(m.shape, s.Unit, law) || direct && m.parent != i || m.spot().before(after) {
			continue
		}
		if found < 0 || m.spot().before(from) && p.marks[found].parent == m.parent && after == (spot{}) {
			found = k
		}
	}
	return found
}

// counts reports whether a unit of the given name may be marked with a shape; in a section of a law "(2)" is a paragraph and no number.
func counts(s shape, unit string, law bool) bool {
	switch unit {
	case "Absatz":
		return s.count == digits && s.frame == "()"
	case "Nummer":
		return s.count == digits && !(law && s.frame == "()")
	case "Buchstabe":
		return s.count == letter || s.count == romans
	case "Doppelbuchstabe":
		return s.count == doubled
	}
	return true
}

// name writes where a path led, without the section: "Absatz 2 Satz 1" or "(2)(a)".
func (p *Places) name(l led, german bool) string {
	var parts Path
	for i := l.mark; ; i = p.marks[i].parent {
		if i == l.counted {
			parts = append(Path{{"Satz", strconv.Itoa(l.sentence)}}, parts...)
		}
		if p.marks[i].depth == 0 {
			break
		}
		parts = append(Path{{unitOf(p.marks[i].shape), p.marks[i].label}}, parts...)
	}
	if german {
		return parts.String()
	}
	label := ""
	for _, s := range parts {
		if s.Unit != "Satz" {
			label += "(" + s.Value + ")"
		}
	}
	return label
}

// unitOf names what a mark of a shape is in a German law.
func unitOf(s shape) string {
	switch s.count {
	case letter:
		return "Buchstabe"
	case doubled:
		return "Doppelbuchstabe"
	case romans:
		return "Ziffer"
	}
	if s.frame == "()" {
		return "Absatz"
	}
	return "Nummer"
}
