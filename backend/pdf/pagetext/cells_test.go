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

// page returns the text of lines in the order given, and where each stands.
func page(lines ...drawn) (Text, []Placed) {
	var text []rune
	var placed []Placed
	for i, l := range lines {
		if i > 0 {
			text = append(text, '\n')
		}
		p := Placed{From: len(text), X: l.parts[0].x, Y: l.y, Size: letterSize}
		for k, part := range l.parts {
			if k > 0 {
				text = append(text, ' ')
			}
			text = append(text, []rune(part.text)...)
		}
		p.To = len(text)
		placed = append(placed, p)
	}
	return FromRunes(text), placed
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
		"names of columns close to one another": {
			append(prose, at(60, 54, "Measure", 100, "Houses", 135, "Median"), at(72, 135, "reduction"), at(60, 200, "Below"), at(72, 200, "300"),
				at(90, 54, "Sealing"), at(102, 54, "cracks"), at(90, 100, "14", 135, "23 %", 200, "3"), at(120, 54, "A fan", 100, "9", 135, "80 %", 200, "8")),
			"The duties differ by class, as the\ntable shows.\nTable 1: Duties\nMeasure\tHouses\tMedian reduction\tBelow 300\n" +
				"Sealing cracks\t14\t23 %\t3\nA fan\t9\t80 %\t8",
		},
		"cells flush right": {
			append(prose, at(60, 74, "Who", 120, "Asks", 295, "Answer"), at(75, 64, "Robot", 120, "which limit holds, and"), at(87, 120, "for whom"), at(75, 310, "one"),
				at(105, 54, "Machine", 120, "which limit holds", 305, "none")),
			"The duties differ by class, as the\ntable shows.\nTable 1: Duties\nWho\tAsks\tAnswer\n" +
				"Robot\twhich limit holds, and for whom\tone\nMachine\twhich limit holds\tnone",
		},
		"a note below the table": {
			append(prose, at(60, 54, "Place", 200, "Limit", 300, "Since"), at(75, 54, "Rooms below"), at(87, 54, "the ground"), at(75, 200, "300", 300, "May"),
				at(105, 54, "(a)", 84, "as measured in winter, with closed windows")),
			"The duties differ by class, as the\ntable shows.\nTable 1: Duties\nPlace\tLimit\tSince\nRooms below the ground\t300\tMay\n(a) as measured in winter, with closed windows",
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
		text, lines := page(c.lines...)
		before := text.String()
		tabled, ok := Tabulate(text, lines, wordsOf(c.lines))
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
		words := func(l Placed) (out []Word) {
			for i := l.From; i < l.To; i++ {
				if i == l.From || text[i-1].R == ' ' && i%3 == 0 {
					x := l.X + math.Abs(float64(i-l.From))*9
					out = append(out, Word{i, i + 1, x, x + 1})
				}
			}
			return out
		}
		got, _ := Tabulate(text, lines, words)
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
