// Package pagetext turns the characters an engine finds on a PDF page into the text that is stored, searched and quoted.
//
// It is pure. It promises that every letter of the result remembers which character of the engine it is, so that a span of
// text leads back to rectangles; it refuses to know how characters are got.
package pagetext

import (
	"strings"
	"unicode"

	"rabbithole/backend/source"
)

// Glyph is a character of a page's text and where it came from.
type Glyph struct {
	R  rune
	At int32 // index among the engine's characters, -1 when put in between
}

// Text is the text of a page, character by character.
type Text []Glyph

// FromRunes returns the text whose characters stand at their own index.
func FromRunes(rs []rune) Text {
	t := make(Text, len(rs))
	for i, r := range rs {
		t[i] = Glyph{r, int32(i)}
	}
	return t
}

// String returns the text in UTF-8.
func (t Text) String() string {
	var b strings.Builder
	b.Grow(len(t) + len(t)/16)
	for _, g := range t {
		b.WriteRune(g.R)
	}
	return b.String()
}

// Words returns the number of runs of letters and digits.
func (t Text) Words() int {
	n, in := 0, false
	for _, g := range t {
		word := unicode.IsLetter(g.R) || unicode.IsDigit(g.R)
		if word && !in {
			n++
		}
		in = word
	}
	return n
}

// Letters returns the number of characters that are not white space.
func (t Text) Letters() int {
	n := 0
	for _, g := range t {
		if !unicode.IsSpace(g.R) {
			n++
		}
	}
	return n
}

// Between returns the source indices of the characters whose bytes overlap [start, end) of t.String(), in order of the text.
func (t Text) Between(start, end int) []int32 {
	var at []int32
	off := 0
	for _, g := range t {
		if off >= end {
			break
		}
		if off >= start && g.At >= 0 && !unicode.IsSpace(g.R) {
			at = append(at, g.At)
		}
		off += runeLen(g.R)
	}
	return at
}

// Offsets returns for each glyph its byte offset in t.String(), and the whole length at the end.
func (t Text) Offsets() []int {
	offs := make([]int, len(t)+1)
	off := 0
	for i, g := range t {
		offs[i] = off
		off += runeLen(g.R)
	}
	offs[len(t)] = off
	return offs
}

// Cuts returns where lines ended on paper within words that stand in the line of glyphs [start, end): words that Clean joined. offs are the
// Offsets of t.
func (t Text) Cuts(start, end int, offs []int) (cuts []source.Cut) {
	for blank := start + 1; blank <= end && blank < len(t); blank++ {
		if t[blank].At < 0 || !unicode.IsSpace(t[blank].R) {
			continue
		}
		for i := blank - 1; i > start && !unicode.IsSpace(t[i].R); i-- {
			if t[i].At == t[blank].At && t[i-1].At != t[i].At {
				cuts = append(cuts, source.Cut{At: offs[i]})
				break
			}
		}
	}
	return cuts
}

func runeLen(r rune) int {
	switch {
	case r < 0x80:
		return 1
	case r < 0x800:
		return 2
	case r < 0x10000: // surrogates and U+FFFD too: written as U+FFFD
		return 3
	}
	return 4
}
