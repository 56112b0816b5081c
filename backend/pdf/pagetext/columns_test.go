package pagetext

import (
	"strings"
	"testing"
)

// placed is a text and where its characters stand.
type placed struct {
	text  Text
	boxes []Box
}

func (p *placed) put(r rune, b Box) {
	p.text = append(p.text, Glyph{r, int32(len(p.text))})
	p.boxes = append(p.boxes, b)
}

// column sets a word from top to bottom with a pitch, and between its characters what an engine puts there.
func (p *placed) column(x, y, pitch float64, between, word string) {
	for i, r := range []rune(word) {
		if i > 0 {
			for _, s := range between {
				p.put(s, Box{})
			}
		}
		top := y - pitch*float64(i)
		b := Box{x + 0.5, top - 9.5, x + 9.5, top - 0.5}
		if strings.ContainsRune("、。", r) {
			b = Box{x + 6, top - 4, x + 9, top - 1} // drawn in the corner of its square
		}
		p.put(r, b)
	}
}

// row sets a word from left to right.
func (p *placed) row(x, y float64, between, word string) {
	for i, r := range []rune(word) {
		if i > 0 {
			for _, s := range between {
				p.put(s, Box{})
			}
		}
		p.put(r, Box{x + 10*float64(i), y, x + 10*float64(i) + 9, y + 9})
	}
}

func (p *placed) say(s string) {
	for _, r := range s {
		p.put(r, Box{})
	}
}

func (p *placed) lined() string {
	text, boxes := Columns(p.text, p.boxes)
	return Clean(Reassemble(text, boxes)).String()
}

func TestColumns_CharactersAreJoined(t *testing.T) {
	var p placed
	p.column(500, 700, 10, "\r\n", "日本国民は、正当に")
	p.say("\r\n")
	p.column(480, 700, 10, "\r\n", "選挙")
	p.say(" ")
	p.column(460, 700, 10, "", "された国会")
	p.say("\r\n")
	p.row(72, 60, "", "Page 7")
	if got := p.lined(); got != "日本国民は、正当に\n選挙\nされた国会\nPage 7" {
		t.Errorf("%q", got)
	}
	if !Upright(p.text, func(t Text) (boxes []Box) {
		for _, g := range t {
			boxes = append(boxes, p.boxes[g.At])
		}
		return boxes
	}) {
		t.Error("columns are taken for lines")
	}
}

func TestColumns_ColumnsAreNoShatteredLines(t *testing.T) {
	var p placed
	for i, word := range []string{"日本国民は正当に", "選挙された国会に", "おける代表者を通"} {
		p.column(500-20*float64(i), 700, 10, "", word)
		p.say("\n")
	}
	p.row(72, 60, "\n", "2026/11/23")
	want := "日本国民は正当に\n選挙された国会に\nおける代表者を通\n2026/11/23"
	if got := p.lined(); got != want || !MaybeShattered(p.text) && len(p.text) == 0 {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestColumns_TablesStay(t *testing.T) {
	var p placed
	for i, word := range []string{"甲", "乙", "丙", "丁", "戊"} {
		p.row(72, 700-15*float64(i), "", word)
		p.say("\n")
	}
	if got := p.lined(); got != "甲\n乙\n丙\n丁\n戊" {
		t.Errorf("%q", got)
	}
}

func TestClean_SignsOfColumnsLie(t *testing.T) {
	if got := Clean(FromRunes([]rune("﹁国会﹂︑︵昭和︶︒"))).String(); got != "「国会」、(昭和)。" {
		t.Errorf("%q", got)
	}
}
