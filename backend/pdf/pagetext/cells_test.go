package pagetext

import (
	"math"
	"strings"
	"testing"
)

// drawn is a line as a page has it: parts at their left edges, each letter 5 points wide, on one baseline.
type drawn struct {
	y     float64
	parts []part
}

type part struct {
	x    float64
	text string
}

const letterWidth, letterSize = 5, 10

// page returns the text of lines in the order given, where each stands, and what parts a line into cells.
func page(lines ...drawn) (Text, []Placed, func(Placed) []Cell) {
	var b strings.Builder
	var placed []Placed
	edges := map[int]float64{} // of each letter
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		p := Placed{From: b.Len(), X: l.parts[0].x, Y: l.y, Size: letterSize}
		for k, part := range l.parts {
			if k > 0 {
				b.WriteByte(' ')
			}
			for j := range part.text {
				edges[b.Len()+j] = part.x + float64(letterWidth*j)
			}
			b.WriteString(part.text)
		}
		p.To = b.Len()
		placed = append(placed, p)
	}
	text := FromRunes([]rune(b.String()))
	return text, placed, func(l Placed) []Cell {
		out := []Cell{{From: l.From, X: l.X}}
		last := l.X
		for i := l.From; i < l.To; i++ {
			if text[i].R == ' ' {
				continue
			}
			if edges[i]-last > 3*letterWidth {
				out = append(out, Cell{From: i, X: edges[i]})
			}
			last = edges[i]
		}
		return out
	}
}

func at(y float64, x float64, text string, more ...any) drawn {
	d := drawn{y: y, parts: []part{{x, text}}}
	for i := 0; i < len(more); i += 2 {
		d.parts = append(d.parts, part{float64(more[i].(int)), more[i+1].(string)})
	}
	return d
}

func TestTabulate(t *testing.T) {
	prose := []drawn{at(10, 50, "The duties differ by class, as the"), at(22, 50, "table shows."), at(40, 50, "Table 1: Duties")}
	for name, c := range map[string]struct {
		lines []drawn
		want  string
	}{
		"cells of several lines, one after another": {
			append(prose, at(60, 54, "Class", 120, "Duty", 300, "Time"),
				at(75, 54, "A", 120, "seal the cracks, and"), at(87, 120, "measure again"), at(75, 300, "at the next"), at(87, 300, "renovation"),
				at(105, 54, "B", 120, "install a fan", 300, "at once"),
				at(125, 50, "Whoever rents out a house informs")),
			"The duties differ by class, as the\ntable shows.\nTable 1: Duties\nClass\tDuty\tTime\n" +
				"A\tseal the cracks, and measure again\tat the next renovation\nB\tinstall a fan\tat once\nWhoever rents out a house informs",
		},
		"a label of two lines": {
			append(prose, at(60, 54, "Place", 200, "Limit"), at(75, 54, "Rooms below"), at(87, 54, "the ground"), at(75, 200, "300"),
				at(105, 54, "Rooms above"), at(117, 54, "it"), at(105, 200, "100")),
			"The duties differ by class, as the\ntable shows.\nTable 1: Duties\nPlace\tLimit\nRooms below the ground\t300\nRooms above it\t100",
		},
		"two columns of running text": {
			[]drawn{at(10, 50, "first column, line one"), at(22, 50, "line two"), at(34, 50, "line three"),
				at(10, 300, "second column, line one"), at(22, 300, "line two"), at(34, 300, "line three")},
			"first column, line one\nline two\nline three\nsecond column, line one\nline two\nline three",
		},
		"two columns whose lines alternate": {
			[]drawn{at(10, 50, "left one"), at(10, 300, "right one"), at(22, 50, "left two"), at(22, 300, "right two"), at(34, 50, "left three"), at(34, 300, "right three")},
			"left one\nright one\nleft two\nright two\nleft three\nright three",
		},
		"rows of one line each are left to those who read lines": {
			[]drawn{at(10, 50, "A", 100, "12", 150, "13"), at(22, 50, "B", 100, "14", 150, "15")},
			"A 12 13\nB 14 15",
		},
		"a line by itself": {[]drawn{at(10, 50, "alone")}, "alone"},
	} {
		text, lines, cells := page(c.lines...)
		before := text.String()
		tabled, ok := Tabulate(text, lines, cells)
		got := tabled.String()
		if got != c.want || ok != (got != before) {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, c.want)
		}
		if len(got) != len(before) || text.String() != before {
			t.Errorf("%s: offsets moved, or the text given was changed", name)
		}
	}
}

func FuzzTabulate(f *testing.F) {
	f.Add("A nothing to do\nat once\nB later", "102233", uint8(3))
	f.Add("a b\nc\nd\ne f\ng", "141424", uint8(9))
	f.Fuzz(func(t *testing.T, s, places string, size uint8) {
		text := FromRunes([]rune(s))
		var lines []Placed
		from := 0
		for i := 0; i <= len(text); i++ {
			if i < len(text) && text[i].R != '\n' {
				continue
			}
			n := len(lines)
			x, y := 0.0, 0.0
			if 2*n+1 < len(places) {
				x, y = float64(places[2*n])*7, float64(places[2*n+1])*5
			}
			lines = append(lines, Placed{from, i, x, y, float64(size % 30)})
			from = i + 1
		}
		cells := func(l Placed) []Cell {
			out := []Cell{{l.From, l.X}}
			for i := l.From + 1; i < l.To; i++ {
				if text[i-1].R == ' ' && i%3 == 0 {
					out = append(out, Cell{i, l.X + math.Abs(float64(i-l.From))*9})
				}
			}
			return out
		}
		got, _ := Tabulate(text, lines, cells)
		if len(got) != len(text) {
			t.Fatalf("%d characters of %d", len(got), len(text))
		}
		for i := range got {
			if got[i].R != text[i].R && !(strings.ContainsRune(" \n", text[i].R) && strings.ContainsRune(" \t", got[i].R)) {
				t.Fatalf("character %d: %q became %q", i, text[i].R, got[i].R)
			}
		}
	})
}
