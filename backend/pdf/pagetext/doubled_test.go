package pagetext

import "testing"

// overdrawn gives each letter of a text a box: one wide, the next beside it, or over it where over says so.
func overdrawn(text string, over bool) (Text, []Box) {
	t := FromRunes([]rune(text))
	boxes := make([]Box, len(t))
	x := 0.0
	for i, g := range t {
		if g.R == ' ' {
			x += 6
			continue
		}
		boxes[i] = Box{X0: x, X1: x + 6, Y0: 0, Y1: 10}
		if g.R == 'I' {
			boxes[i].X1 = x + 1
		}
		if over && i+1 < len(t) && t[i+1].R == g.R && (i == 0 || t[i-1].R != g.R) {
			x += 0.4
		} else {
			x += 6
		}
	}
	return t, boxes
}

// Bold type that is made by drawing letters twice is read once; words with double letters stay.
func TestUndouble_WhatIsDrawnTwiceIsReadOnce(t *testing.T) {
	for _, c := range []struct {
		in, want string
		over     bool
	}{
		{"NNEEBBRRAASSKKAA hall", "NEBRASKA hall", true},
		{"HHIISSTTOORRIICC", "HISTORIC", true},
		{"hall NNEEBBRRAA", "hall NEBRA", true},
		{"NNEEBBRRAA hall", "NNEEBBRRAA hall", false},
	} {
		text, boxes := overdrawn(c.in, c.over)
		if c.over { // "ll" is written, not drawn twice
			for i, g := range text {
				if g.R == 'l' && i > 0 && text[i-1].R == 'l' {
					boxes[i].X0, boxes[i].X1 = boxes[i-1].X1, boxes[i-1].X1+6
				}
			}
		}
		if !MaybeDoubled(text) {
			t.Errorf("%q: not looked at", c.in)
		}
		if got := Undouble(text, boxes).String(); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
	for _, plain := range []string{"", "a hall with books", "aa bb cc", "11 22 33 44", "bookkeeper", "------ ......", "Lollapalooza"} {
		if got := MaybeDoubled(FromRunes([]rune(plain))); got {
			t.Errorf("%q: %v", plain, got)
		}
	}
}
