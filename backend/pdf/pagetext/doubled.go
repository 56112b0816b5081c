package pagetext

import "unicode"

// doubledPairs is how many pairs of the same letter make a word that nobody writes: "BBUUIILLDD".
const doubledPairs = 3

// MaybeDoubled reports whether a word of t is written in pairs of the same letter, which is worth a look at the boxes: bold type, or a
// shadow, may have been made by drawing each letter twice.
func MaybeDoubled(t Text) bool {
	pairs, odd := 0, false
	var open rune // the first of a pair
	for i := 0; i <= len(t); i++ {
		if i == len(t) || unicode.IsSpace(t[i].R) {
			if !odd && open == 0 && pairs >= doubledPairs {
				return true
			}
			pairs, odd, open = 0, false, 0
			continue
		}
		switch {
		case !unicode.IsLetter(t[i].R):
			odd = true
		case open == 0:
			open = t[i].R
		case open == t[i].R:
			pairs, open = pairs+1, 0
		default:
			odd, open = true, 0
		}
	}
	return false
}

// Undouble drops the second of two same letters that stand in one place. boxes are those of t.
func Undouble(t Text, boxes []Box) Text {
	out := make(Text, 0, len(t))
	for i := 0; i < len(t); i++ {
		out = append(out, t[i])
		if i+1 < len(t) && t[i+1].R == t[i].R && inOnePlace(boxes[i], boxes[i+1]) {
			i++
		}
	}
	return out
}

// inOnePlace reports whether two letters are drawn over one another: a fifth of their height aside at most, as bold type and shadows are.
// The next letter stands further off.
func inOnePlace(a, b Box) bool {
	if !a.seen() || !b.seen() {
		return false
	}
	aside := 0.2 * a.height()
	return max(a.X0-b.X0, b.X0-a.X0) < aside && max(a.Y0-b.Y0, b.Y0-a.Y0) < aside
}
