package pagetext

import (
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Box is where a character stands in user space: points, y upwards. The zero Box belongs to characters that cannot be seen.
type Box struct{ X0, Y0, X1, Y1 float64 }

func (b Box) seen() bool      { return b.X1 > b.X0 && b.Y1 > b.Y0 }
func (b Box) height() float64 { return b.Y1 - b.Y0 }

// sameLine reports whether a and b stand on one line: half of the lower one's height overlaps.
func sameLine(a, b Box) bool {
	return min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 0.5*min(a.height(), b.height())
}

// combining returns the combining form of a spacing accent, 0 for other characters.
func combining(r rune) rune {
	switch r {
	case '¨':
		return '\u0308'
	case '´':
		return '\u0301'
	case 'ˆ':
		return '\u0302'
	case '˜':
		return '\u0303'
	case '¸':
		return '\u0327'
	case 'ˇ':
		return '\u030C'
	case '˚':
		return '\u030A'
	}
	return 0
}

// LooseAccents reports whether t has accents that stand by themselves, as old TeX fonts produce them. One may be meant.
func LooseAccents(t Text) bool {
	n := 0
	for _, g := range t {
		if combining(g.R) != 0 {
			n++
		}
	}
	return n >= 2
}

// PlaceAccents puts each loose accent on the letter it stands over, wherever in the text the accent is; boxes are those of t.
// Blanks that the accent had torn open close again.
func PlaceAccents(t Text, boxes []Box) Text {
	letters := make(map[int]rune)
	gone := make(map[int]bool)
	for i, g := range t {
		mark := combining(g.R)
		if mark == 0 || !boxes[i].seen() {
			continue
		}
		at := under(t, boxes, i)
		if at < 0 {
			continue
		}
		if r := compose(t[at].R, mark); r != 0 {
			letters[at], gone[i] = r, true
		}
	}
	if len(gone) == 0 {
		return t
	}
	closeGaps(t, boxes, gone)
	out := make(Text, 0, len(t))
	for i, g := range t {
		if gone[i] {
			continue
		}
		if r := letters[i]; r != 0 {
			g.R = r
		}
		out = append(out, g)
	}
	return out
}

// under returns the letter that accent i stands over (or, a cedilla, under), -1 when there is none.
func under(t Text, boxes []Box, i int) int {
	a, best, distance := boxes[i], -1, 1e9
	x, y := (a.X0+a.X1)/2, (a.Y0+a.Y1)/2
	for k, g := range t {
		b := boxes[k]
		if k == i || !unicode.IsLetter(g.R) || !b.seen() || x < b.X0 || x > b.X1 {
			continue
		}
		d := y - (b.Y0+b.Y1)/2
		if t[i].R == '¸' {
			d = -d
		}
		if d > 0 && d < 1.2*max(b.height(), a.X1-a.X0) && d < distance {
			best, distance = k, d
		}
	}
	return best
}

// compose returns letter with the accent as one character, 0 when there is no such character.
func compose(letter, accent rune) rune {
	switch letter {
	case 'ı':
		letter = 'i'
	case 'ȷ':
		letter = 'j'
	}
	rs := []rune(norm.NFC.String(string([]rune{letter, accent})))
	if len(rs) != 1 {
		return 0
	}
	return rs[0]
}

// closeGaps marks the blanks next to accents that are gone where the letters around them stand close together.
func closeGaps(t Text, boxes []Box, gone map[int]bool) {
	for i := range t {
		if !gone[i] || combining(t[i].R) == 0 {
			continue
		}
		left, right := i-1, i+1
		for left >= 0 && (t[left].R == ' ' || gone[left]) {
			left--
		}
		for right < len(t) && (t[right].R == ' ' || gone[right]) {
			right++
		}
		if left < 0 || right >= len(t) || !boxes[left].seen() || !boxes[right].seen() || !sameLine(boxes[left], boxes[right]) {
			continue
		}
		keep := 1 // one blank is enough in any case
		gap := boxes[right].X0 - boxes[left].X1
		if gap > -1 && gap < 0.25*max(boxes[left].height(), boxes[right].height()) {
			keep = 0
		}
		for k := left + 1; k < right; k++ {
			if gone[k] || keep == 0 {
				gone[k] = true
				continue
			}
			keep--
		}
	}
}
