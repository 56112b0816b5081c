package chunk

import (
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// outline knows which section each line stands in. Captions, entries of the reference list and the title block do not cut the text.
type outline struct {
	locator *refs.Locator
	byID    map[string]refs.Section
	title   string
}

// part is a run of lines of one section, without the sections inside it.
type part struct {
	section refs.Section
	lines   []refs.TextLine
	heading int     // how many lines at the front are its heading, those of sections above included that have no text of their own
	widest  float64 // of its lines, in points
	notes   map[place][][]refs.TextLine
	names   map[string]bool   // of columns, where they are set apart
	hanging map[entryKind]int // entries whose text stands right of the mark; none or less: they do not
}

func newOutline(sections []refs.Section) *outline {
	o := &outline{byID: make(map[string]refs.Section, len(sections))}
	var cutting []refs.Section
	for _, s := range sections {
		switch s.Kind {
		case refs.KindTitle:
			if o.title == "" {
				o.title = s.Title
			}
		case refs.KindTable, refs.KindFigure, refs.KindEquation, refs.KindBibliography:
		default:
			cutting = append(cutting, s)
			o.byID[s.ID] = s
		}
	}
	o.locator = refs.NewLocator(cutting)
	return o
}

// parts groups the lines by the section they stand in. A section that goes on after one inside it gives a second part. A heading that has no
// text of its own goes with the section inside that follows it.
func (o *outline) parts(lines []refs.TextLine) []part {
	var out []part
	for _, l := range lines {
		s, _ := o.locator.Section(l.Page, l.Start)
		if n := len(out); n == 0 || out[n-1].section.ID != s.ID {
			out = o.beginPart(out, s)
		}
		last := &out[len(out)-1]
		last.lines = append(last.lines, l)
	}
	if n := len(out); n > 0 {
		out[n-1].countHeading()
	}
	return out
}

func (o *outline) beginPart(parts []part, s refs.Section) []part {
	if n := len(parts); n > 0 {
		last := &parts[n-1]
		if last.countHeading(); last.heading == len(last.lines) && s.Role == last.section.Role && o.within(s, last.section) {
			last.section = s
			return parts
		}
	}
	return append(parts, part{section: s})
}

// within reports whether a section stands in another.
func (o *outline) within(s, above refs.Section) bool {
	for depth := 0; s.ID != "" && depth < 20; depth++ {
		if s.Parent == above.ID {
			return true
		}
		s = o.byID[s.Parent]
	}
	return false
}

// countHeading counts the lines at the front of a part that are the heading of its section, behind those of the sections above.
func (p *part) countHeading() {
	var text strings.Builder
	for _, l := range p.lines[p.heading:] {
		text.WriteString(l.Text + "\n")
	}
	p.heading += strings.Count(text.String()[:headingEnd(text.String(), name(p.section))], "\n")
}

// HeadingsEnd returns where the headings that a passage begins with end, 0 where it begins with none.
func HeadingsEnd(p source.Passage) int {
	at := 0
	for _, h := range p.Headings {
		at += headingEnd(p.Text[at:], h)
	}
	return at
}

// headingEnd returns where the lines at the front of a text end that are a heading, 0 where it begins with other words.
func headingEnd(text, heading string) int {
	title, begun, at, found := refs.Squeeze(heading), "", 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		begun += refs.Squeeze(line)
		if at += len(line); begun == "" || !strings.Contains(title, begun) {
			break
		}
		if strings.HasSuffix(title, begun) {
			found = at
		}
	}
	return found
}

// path returns the headings from the document's title down to section s.
func (o *outline) path(s refs.Section) []string {
	var up []string
	for depth := 0; s.ID != "" && depth < 20; depth++ {
		up = append(up, briefly(name(s)))
		s = o.byID[s.Parent]
	}
	if o.title != "" {
		up = append(up, briefly(o.title))
	}
	for length(up) > mostPath && len(up) > 2 { // what is nearest stays, and the document's title
		up = slices.Delete(up, len(up)-2, len(up)-1)
	}
	for i, j := 0, len(up)-1; i < j; i, j = i+1, j-1 {
		up[i], up[j] = up[j], up[i]
	}
	return up
}

// How many bytes a heading has in the path of a passage, and how many the path has: every passage carries it.
const (
	mostHeading = 1000
	mostPath    = 3000
)

func briefly(heading string) string {
	if len(heading) <= mostHeading {
		return heading
	}
	return strings.TrimSpace(strings.ToValidUTF8(heading[:mostHeading], "")) + " …"
}

func length(list []string) (n int) {
	for _, s := range list {
		n += len(s)
	}
	return n
}

// name returns how a heading is shown: "§ 62 Title", "3.1 Title".
func name(s refs.Section) string {
	if s.Label == s.Title || s.Number == "" {
		return s.Title
	}
	return strings.TrimSpace(s.Label + " " + s.Title)
}
