package outline

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
)

// What stands above an indented stretch is set like a heading and is none: the name of a box, the term that a list explains, the head of a table.
// The text behind that stretch goes on with the section around it.

const (
	indent    = 3.0  // points that a stretch stands right of the running text at least
	fullWords = 30   // letters of a line that tells where the running text begins
	marginal  = 3    // such lines that begin there at least, on a page and those beside it
	charWidth = 0.45 // of a letter, in sizes
	loose     = 3.0  // most leading between a label and what it is of, in sizes
	tight     = 1.45 // most leading within a paragraph
	members   = 3    // terms set alike at least that another follows, and labels of one name that make any other with it a label
	step      = 4.0  // points
	unknown   = -1e6 // steps, where no running text tells
)

// setting is how a heading is set, and how far right of the running text, in steps of some points.
type setting struct {
	style
	left int
}

// row is the words of a row that stands out, which names columns, and how it is set.
type row struct {
	style
	words string
}

// judged is what is known of the headings that may be labels, by their index.
type judged struct {
	set    []setting
	labels []labelled
	open   []bool                       // may be one at all
	count  map[setting]map[labelled]int // how many set alike may be labels of what
	lists  map[setting]int              // terms that another follows
	rows   map[row]bool
}

// withoutLabels leaves out the headings that are labels of boxes, terms of lists and heads of tables. What the file's outline names stays.
func (o *outliner) withoutLabels(heads []heading) []heading {
	j := o.judge(heads)
	named := map[string]int{} // how often words are a label, less how often they are none
	for i, h := range heads {
		if named[refs.Squeeze(h.title)]--; j.drops(i, h) {
			named[refs.Squeeze(h.title)] += 2
		}
	}
	var out []heading
	for i, h := range heads {
		least := 1 // where the heading itself tells nothing
		if j.labels[i] == plain {
			least = members
		}
		if !j.open[i] || !j.drops(i, h) && named[refs.Squeeze(h.title)] < least {
			out = append(out, h)
		}
	}
	return out
}

// judge finds how headings are set that the file's outline does not name, and what they may be labels of. Numbers make a heading one, unless the
// outline names the numbered ones.
func (o *outliner) judge(heads []heading) judged {
	n := len(heads)
	j := judged{make([]setting, n), make([]labelled, n), make([]bool, n), map[setting]map[labelled]int{}, map[setting]int{}, map[row]bool{}}
	m, numbered := o.margins(), map[refs.Kind]int{}
	for _, h := range heads {
		if h.level > 0 && h.Number != "" {
			numbered[family(h)]++
		}
	}
	for _, l := range o.lines {
		if cells(l.Text) && o.emphasised(l) {
			j.rows[row{styleOf(l), refs.Squeeze(l.Text)}] = true
		}
	}
	for i, h := range heads {
		if h.level > 0 || h.leaf || h.Number != "" && numbered[family(h)] < leastRuled {
			continue
		}
		set, label := o.labelOf(h, m)
		j.set[i], j.labels[i], j.open[i] = set, label, true
		if j.count[set] == nil {
			j.count[set] = map[labelled]int{}
		}
		j.count[set][label]++
		before := i - 1
		if i > 0 && j.labels[before] == term && j.set[before] == set && o.follows(heads[before], h) {
			j.lists[set]++
		}
	}
	return j
}

// follows reports whether a heading stands right behind what is indented below another, on its page.
func (o *outliner) follows(above, h heading) bool {
	return o.indentedBelow(above.last)+1 == h.first && o.lines[above.first].Page == o.lines[h.first].Page
}

// drops reports whether a heading is a label by how it and those like it are set.
func (j judged) drops(i int, h heading) bool {
	n := j.count[j.set[i]]
	terms := j.lists[j.set[i]] >= members && n[term] > n[plain]
	return j.open[i] && (j.labels[i] != plain && (terms || n[box] > 0 && h.Number == "") || j.rows[row{j.set[i].style, refs.Squeeze(h.title)}])
}

// labelled says what a heading may be a label of.
type labelled int

const (
	unclear labelled = iota
	plain            // of nothing: running text follows
	box              // indented text, behind which the running text goes on, or an indented row
	inset            // indented text
	term             // text that is indented further
)

// labelOf returns how a heading is set, and what it may be a label of.
func (o *outliner) labelOf(h heading, m margins) (setting, labelled) {
	first, last := o.lines[h.first], o.lines[h.last]
	s := setting{styleOf(first), unknown}
	margin, ok := m.of(first)
	if !ok || h.last+1 == len(o.lines) {
		return s, unclear
	}
	s.left = int(math.Round((first.X - margin) / step))
	next := o.lines[h.last+1]
	switch {
	case next.Page != last.Page || next.Y <= last.Y || next.Y-last.Y > loose*last.Size || o.centred(first):
		return s, unclear
	case next.X < margin+indent || !o.hangs(h.last+1):
		return s, plain
	case o.emphasised(next) || itemLike(next.Text):
		return s, unclear
	case first.X >= margin+indent && next.X >= first.X-1 && (cells(next.Text) && next.X <= first.X+1 || o.returns(h.last+1, margin)):
		return s, box
	case next.X > first.X+indent && first.Size <= rowSize*o.body && !cells(next.Text):
		return s, term
	}
	return s, inset
}

// centred reports whether a line stands in the middle of its page.
func (o *outliner) centred(l layout.Line) bool {
	width := o.pages[l.Page].Width
	return math.Abs(l.X+charWidth*l.Size*float64(utf8.RuneCountInString(l.Text))/2-width/2) < width/12
}

// returns reports whether running text follows on the page below what is indented from line i on.
func (o *outliner) returns(i int, margin float64) bool {
	from := o.lines[i]
	for i++; i < len(o.lines) && o.lines[i].Page == from.Page && o.lines[i].Y > o.lines[i-1].Y-from.Size/2; i++ {
		if l := o.lines[i]; l.X < margin+indent-1 {
			return !o.emphasised(l) && math.Abs(l.Size-o.body) < 0.1*o.body
		}
	}
	return false
}

// hangs reports whether line i is no first line of a paragraph that goes on further left.
func (o *outliner) hangs(i int) bool {
	if i+1 == len(o.lines) {
		return true
	}
	l, next := o.lines[i], o.lines[i+1]
	return next.Page != l.Page || next.Y <= l.Y || next.Y-l.Y > tight*l.Size || o.emphasised(next) || next.X > l.X-1
}

// itemLike reports whether a line begins with a number or a sign, as entries of lists do.
func itemLike(s string) bool {
	first, _, found := strings.Cut(s, " ")
	r, size := utf8.DecodeRuneInString(first)
	return found && (size == len(first) && !unicode.IsLetter(r) || len(first) < 5 && strings.ContainsAny(first[len(first)-1:], ".)"))
}

// margins tells where the running text begins, by page: the left edges of lines of it and how far right those reach.
type margins map[int][]layout.Line

func (o *outliner) margins() margins {
	m := margins{}
	for _, l := range o.lines {
		if l.Size > 0 && l.Y > 0 && math.Abs(l.Size-o.body) < 0.1*o.body && !l.Bold && utf8.RuneCountInString(l.Text) >= fullWords && !cells(l.Text) {
			m[l.Page] = append(m[l.Page], l)
		}
	}
	return m
}

// of returns the left edge of the running text around a line, false where too little tells or its page has none. What stands beside it, in a column of
// its own, is no such text. Pages may be set like every other.
func (m margins) of(l layout.Line) (float64, bool) {
	best, ok := 0.0, false
	around := slices.Concat(m[l.Page-2], m[l.Page], m[l.Page+2])
	for _, a := range around {
		if ok && a.X >= best || a.X+charWidth*a.Size*float64(utf8.RuneCountInString(a.Text)) < l.X+l.Size {
			continue
		}
		same := slices.Clone(around)
		same = slices.DeleteFunc(same, func(b layout.Line) bool { return math.Abs(a.X-b.X) >= 1 })
		if len(same) >= marginal && slices.ContainsFunc(same, func(b layout.Line) bool { return b.Page == l.Page }) && !m.beside(same, l) {
			best, ok = a.X, true
		}
	}
	return best, ok
}

// beside reports whether lines of running text that begin where l does, or further right, stand at the height of some others.
func (m margins) beside(others []layout.Line, l layout.Line) bool {
	n := 0
	for _, a := range m[l.Page] {
		if a.X > l.X-1 && slices.ContainsFunc(others, func(b layout.Line) bool {
			return b.Page == a.Page && a.X-b.X > indent && math.Abs(a.Y-b.Y) < a.Size/2
		}) {
			n++
		}
	}
	return n >= marginal
}
