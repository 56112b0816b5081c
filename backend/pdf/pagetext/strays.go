package pagetext

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Files made of web pages often draw what is raised behind all else on its page. An engine gives it there as lines of its own: "53 week" and,
// at the page's end, "rd".

// signs are raised behind a name, and say what it is. Letters of one stand apart from it.
var signs = []string{"®", "™", "℠", "TM", "SM"}

// Home puts endings of ordinal numbers, and signs of trade marks, that are lines of their own back behind what they are raised on. set says how a
// character of t is set. A line of which anything finds no place stays.
func Home(t Text, set func(int) Set) Text {
	strays := straysOf(t)
	if len(strays) == 0 {
		return t
	}
	homes := map[int]stray{} // by the character that each stands behind
	drop := make([]bool, len(t))
	for _, line := range strays {
		found := map[int]stray{}
		for _, s := range line.words {
			if at := s.home(t, strays, set); at >= 0 {
				found[at] = s
			}
		}
		if len(found) < len(line.words) {
			continue
		}
		for at, s := range found {
			homes[at] = s
		}
		for i := line.start; i < line.end; i++ {
			drop[i] = true
		}
	}
	var out Text
	for i, g := range t {
		if !drop[i] {
			out = append(out, g)
		}
		s, ok := homes[i]
		if !ok {
			continue
		}
		if kindOf(g.R) == kindOf(t[s.start].R) {
			out = append(out, Glyph{' ', -1})
		}
		out = append(out, t[s.start:s.end]...)
		if i+2 < len(t) && t[i+1].R == ' ' && strings.ContainsRune(".,;:)", t[i+2].R) {
			drop[i+1] = true // PDFium put it where the word was missing
		}
	}
	return out
}

// stray is a raised word on a line of such words.
type stray struct{ start, end int }

// strayLine is such a line with its end.
type strayLine struct {
	stray
	words []stray
}

// straysOf returns the lines of t that hold nothing but what is raised.
func straysOf(t Text) (out []strayLine) {
	for start := 0; start < len(t); {
		end := start
		for end < len(t) && t[end].R != '\n' {
			end++
		}
		if words, ok := strayWords(t, start, end); ok {
			out = append(out, strayLine{stray{start, min(end+1, len(t))}, words})
		}
		start = end + 1
	}
	return out
}

func strayWords(t Text, start, end int) (words []stray, ok bool) {
	for i := start; i < end; i++ {
		if t[i].R <= ' ' {
			continue
		}
		from := i
		for i < end && t[i].R > ' ' {
			i++
		}
		if word := t[from:i].String(); !slices.Contains(endings, word) && !slices.Contains(signs, word) {
			return nil, false
		}
		words = append(words, stray{from, i})
	}
	return words, len(words) > 0
}

// home returns the character that a word is raised on, -1 where there is none: the last one of a number, for an ending, or of a word.
func (s stray) home(t Text, strays []strayLine, set func(int) Set) int {
	ending, best, nearest := !slices.Contains(signs, t[s.start:s.end].String()), -1, room
	raised := set(s.start)
	for i := range t {
		last := i+1 == len(t) || !unicode.IsLetter(t[i+1].R) && !unicode.IsDigit(t[i+1].R)
		if !last || kindOf(t[i].R) > aDigit || ending && kindOf(t[i].R) != aDigit {
			continue
		}
		on := set(i)
		if gap := math.Abs(raised.X-on.Right) / on.Size; raised.above(on) && gap < nearest && !slices.ContainsFunc(strays, func(l strayLine) bool { return l.start <= i && i < l.end }) {
			best, nearest = i, gap
		}
	}
	return best
}
