package pagetext

import (
	"sort"
	"unicode"
)

// MaybeShattered reports whether most lines of t are one or two letters long, which is worth a look at the boxes: a page may
// have been set letter by letter. Tables and vertical writing look the same in the text alone.
func MaybeShattered(t Text) bool {
	lines, short, letters, seen := 0, 0, 0, false
	for i, g := range t {
		if g.R != '\n' && i < len(t)-1 {
			if unicode.IsLetter(g.R) || unicode.IsDigit(g.R) {
				letters++
			}
			seen = seen || !unicode.IsSpace(g.R)
			continue
		}
		if seen {
			lines++
			if letters <= 2 {
				short++
			}
		}
		letters, seen = 0, false
	}
	return lines >= 15 && float64(short) > 0.4*float64(lines)
}

// Shattered reports whether more than half of the line ends of t divide characters that stand on one line, or of a part
// of t between columns. boxes are those of t.
func Shattered(t Text, boxes []Box) bool {
	found := false
	betweenColumns(t, boxes, func(from, to int, column bool) {
		found = found || !column && shattered(t[from:to], boxes[from:to])
	})
	return found
}

// betweenColumns calls each with every line that is a column, and with what stands before, between and behind them.
func betweenColumns(t Text, boxes []Box, each func(from, to int, column bool)) {
	from := 0
	for start := 0; start < len(t); {
		end := start
		for end < len(t) && t[end].R != '\n' {
			end++
		}
		end = min(end+1, len(t))
		if column(t[start:end], boxes[start:end]) {
			if from < start {
				each(from, start, false)
			}
			each(start, end, true)
			from = end
		}
		start = end
	}
	if from < len(t) {
		each(from, len(t), false)
	}
}

func shattered(t Text, boxes []Box) bool {
	breaks, inLine := 0, 0
	last := -1
	broken := false
	for i, g := range t {
		if g.R == '\n' {
			broken = true
		}
		if !boxes[i].seen() || unicode.IsSpace(g.R) {
			continue
		}
		if broken && last >= 0 {
			breaks++
			if sameLine(boxes[last], boxes[i]) {
				inLine++
			}
		}
		last, broken = i, false
	}
	return breaks > 0 && 2*inLine > breaks
}

// Reassemble returns the characters of what is shattered of t line by line, from left to right, with a blank where
// there is room for one.
func Reassemble(t Text, boxes []Box) Text {
	out := make(Text, 0, len(t))
	betweenColumns(t, boxes, func(from, to int, column bool) {
		if part, at := t[from:to], boxes[from:to]; !column && shattered(part, at) {
			out = append(out, reassemble(part, at)...)
		} else {
			out = append(out, part...)
		}
	})
	return out
}

func reassemble(t Text, boxes []Box) Text {
	var rows []row
	for i, g := range t {
		if boxes[i].seen() && !unicode.IsSpace(g.R) {
			rows = place(rows, i, boxes)
		}
	}
	sort.SliceStable(rows, func(a, b int) bool { return rows[a].box.Y1 > rows[b].box.Y1 })
	out := make(Text, 0, len(t))
	for _, r := range rows {
		sort.SliceStable(r.at, func(a, b int) bool { return boxes[r.at[a]].X0 < boxes[r.at[b]].X0 })
		for k, i := range r.at {
			if k > 0 && boxes[i].X0-boxes[r.at[k-1]].X1 > 0.25*r.box.height() {
				out = append(out, Glyph{' ', -1})
			}
			out = append(out, t[i])
		}
		out = append(out, Glyph{'\n', -1})
	}
	return out
}

// row is a line being put together: the characters on it and the box of the first.
type row struct {
	box Box
	at  []int
}

// place adds character i to the row it stands on. The newest rows are tried first: neighbours in the text are near on the page.
func place(rows []row, i int, boxes []Box) []row {
	for k := len(rows) - 1; k >= 0; k-- {
		if sameLine(rows[k].box, boxes[i]) {
			rows[k].at = append(rows[k].at, i)
			if boxes[i].height() > rows[k].box.height() {
				rows[k].box = boxes[i]
			}
			return rows
		}
	}
	return append(rows, row{box: boxes[i], at: []int{i}})
}
