package pagetext

import (
	"slices"
	"unicode"
)

// Chinese and Japanese may be set from top to bottom, in columns from right to left. An engine gives such a column as
// one line, or every character of it as a line.

const (
	leastColumn = 4    // characters that make a column
	solidPitch  = 1.22 // from a character of a column to the next, in sizes of one; rows of a table are further apart
	downShare   = 0.7  // of the steps from character to character, those that go down, in a line that is a column
)

// Columns puts what stands in one column on one line. It returns the boxes of what is left with it; boxes are those of
// t.
func Columns(t Text, boxes []Box) (Text, []Box) {
	var columns []standing
	s := standing{boxes: boxes}
	for i, g := range t {
		if !boxes[i].seen() || unicode.IsSpace(g.R) || s.takes(i, g.R) {
			continue
		}
		columns = append(columns, s)
		s = standing{boxes: boxes}
		s.takes(i, g.R)
	}
	columns = append(columns, s)
	if !slices.ContainsFunc(columns, func(s standing) bool { return s.solid(leastColumn) }) {
		return t, boxes
	}
	lined := slices.Clone(t)
	for _, s := range columns {
		if s.solid(2) { // beside real ones, short ones are columns too
			s.line(lined)
		}
	}
	return without(lined, boxes)
}

// standing is a column being put together.
type standing struct {
	boxes       []Box
	first, last int
	above       Box   // what the next character stands below
	signs       int   // since then
	letters     []int // its characters but for signs, whose boxes may stand beside the column
}

// takes adds character i if the column goes on with it.
func (s *standing) takes(i int, r rune) bool {
	letter, begun := unicode.IsLetter(r) && r != 'ー', s.above.seen()
	if !eastAsian(r) || begun && !below(s.above, s.boxes[i], letter, s.signs) {
		return false
	}
	if s.last = i; !begun {
		s.first = i
	}
	if s.signs++; letter || !begun {
		s.above, s.signs = s.boxes[i], 0
	}
	if letter {
		s.letters = append(s.letters, i)
	}
	return true
}

// solid reports whether there are that many letters, as close below each other as those of a word.
func (s *standing) solid(least int) bool {
	if len(s.letters) < least {
		return false
	}
	var pitches, sizes []float64
	for k, i := range s.letters {
		sizes = append(sizes, s.boxes[i].size())
		if k > 0 {
			pitches = append(pitches, s.boxes[s.letters[k-1]].middle()-s.boxes[i].middle())
		}
	}
	return median(pitches) <= solidPitch*median(sizes)
}

// line takes the white space out of the column, and ends the line before it unless it goes on what stands above.
func (s *standing) line(t Text) {
	for i := s.first; i < s.last; i++ {
		if unicode.IsSpace(t[i].R) {
			t[i].R = taken
		}
	}
	above := before(t, s.first)
	gap := t[above+1 : s.first]
	if above >= 0 && len(gap) > 0 && !gap.has('\n') && !over(s.boxes[above], s.boxes[s.first]) {
		gap[0].R = '\n'
	}
}

func (t Text) has(r rune) bool { return slices.ContainsFunc(t, func(g Glyph) bool { return g.R == r }) }

// taken stands in for white space that is taken out.
const taken = -1

// without returns what is left of t, and its boxes.
func without(t Text, boxes []Box) (Text, []Box) {
	text, left := make(Text, 0, len(t)), make([]Box, 0, len(t))
	for i, g := range t {
		if g.R != taken {
			text, left = append(text, g), append(left, boxes[i])
		}
	}
	return text, left
}

// over reports whether a stands in the column of b and above it.
func over(a, b Box) bool {
	overlap := min(a.X1, b.X1) - max(a.X0, b.X0)
	return overlap > 0.3*min(a.X1-a.X0, b.X1-b.X0) && a.middle() > b.middle() && a.Y0-b.Y1 < 2*b.size()
}

// Upright reports whether most characters of a sample of t that are set in columns somewhere stand below the one
// before. boxes returns the boxes of a part of t.
func Upright(t Text, boxes func(Text) []Box) bool {
	if !slices.ContainsFunc(t, func(g Glyph) bool { return g.R >= firstAsian }) {
		return false
	}
	var asian []int // those that follow another
	last := ' '
	for i, g := range t {
		if unicode.IsSpace(g.R) {
			continue
		}
		if eastAsian(g.R) && eastAsian(last) && unicode.IsLetter(g.R) {
			asian = append(asian, i)
		}
		last = g.R
	}
	down, all := 0, 0
	for k := 0; k < len(asian); k += len(asian)/uprightSample + 1 {
		pair := Text{t[before(t, asian[k])], t[asian[k]]}
		if b := boxes(pair); b[0].seen() && b[1].seen() {
			all++
			if below(b[0], b[1], true, 0) {
				down++
			}
		}
	}
	return all > 0 && 4*down >= all
}

// uprightSample is how many pairs of characters are looked at.
const uprightSample = 24

// before returns the index of the last character before i that is not white space, -1 when there is none.
func before(t Text, i int) int {
	for i--; i >= 0 && (unicode.IsSpace(t[i].R) || t[i].R == taken); i-- {
	}
	return i
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func (b Box) size() float64   { return max(b.X1-b.X0, b.Y1-b.Y0) }
func (b Box) middle() float64 { return (b.Y0 + b.Y1) / 2 }

// below reports whether b is a character that follows a in a column, with some signs between them. A sign may be drawn
// beside the middle of the column.
func below(a, b Box, letter bool, signs int) bool {
	overlap := min(a.X1, b.X1) - max(a.X0, b.X0)
	if !letter {
		overlap += a.size()
	}
	size, least := max(a.size(), b.size()), -0.2
	if letter {
		least = 0.2
	}
	step := a.middle() - b.middle()
	return overlap > 0.5*min(a.X1-a.X0, b.X1-b.X0) && step > least*size && step < float64(2+signs)*size
}

// firstAsian is the first character that eastAsian may report: most text has none.
const firstAsian = '\u1100'

// eastAsian reports whether r is a character of a script that is set in columns, or one of its signs.
func eastAsian(r rune) bool {
	if r < firstAsian {
		return false
	}
	return r >= '\u3000' && r <= '\u30FF' || r >= '\uFE10' && r <= '\uFE4F' || r >= '\uFF00' && r <= '\uFFEF' ||
		unicode.In(r, unicode.Han, unicode.Hangul, unicode.Bopomofo)
}

// column reports whether a line is a column: its characters go down.
func column(line Text, boxes []Box) bool {
	last, steps, down := -1, 0, 0
	for i, g := range line {
		if !boxes[i].seen() || unicode.IsSpace(g.R) {
			continue
		}
		if last >= 0 {
			steps++
			if eastAsian(g.R) && below(boxes[last], boxes[i], unicode.IsLetter(g.R), 0) {
				down++
			}
		}
		last = i
	}
	return steps >= leastColumn-1 && float64(down) >= downShare*float64(steps)
}
