package index

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longWord is the length in letters from which a German word is looked at as a compound.
const longWord = 8

// compounds splits German compounds into words the library itself uses, after Koehn and Knight (2003): of the ways to cut a word into
// the fewest known parts the one whose parts are, by geometric mean, the most frequent.
type compounds struct {
	stem  *stemmer
	count func(stem string) int // passages that use the stem, 0 for an unknown one
}

// parts returns the stems of the parts of a folded word, nil when it is not a compound of known words.
func (c compounds) parts(w string) []string {
	if n := utf8.RuneCountInString(w); n < longWord || n > 40 || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return nil
	}
	parts, _ := c.best(w, 3)
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// best returns the best split of w into at most depth parts and its score, the mean logarithm of the parts' counts.
func (c compounds) best(w string, depth int) (parts []string, score float64) {
	for i := range w {
		if utf8.RuneCountInString(w[:i]) < 3 || utf8.RuneCountInString(w[i:]) < 4 {
			continue
		}
		left, n := c.first(w[:i])
		if n == 0 {
			continue
		}
		right, rest := c.tail(w[i:], depth-1)
		if len(right) == 0 {
			continue
		}
		size := 1 + len(right)
		mean := (math.Log(float64(1+n)) + rest*float64(size-1)) / float64(size)
		if len(parts) == 0 || size < len(parts) || size == len(parts) && mean > score {
			parts, score = append([]string{left}, right...), mean
		}
	}
	return parts, score
}

// tail returns w as one known word or, when it is none, as a compound of its own.
func (c compounds) tail(w string, depth int) ([]string, float64) {
	stem := c.stem.of(w)
	if n := c.count(stem); trusted(w, n) && !endings[w] {
		return []string{stem}, math.Log(float64(1 + n))
	}
	if depth < 2 {
		return nil, 0
	}
	return c.best(w, depth)
}

// first returns the known stem of a compound's first part, with its linking letters or without them, and its count.
func (c compounds) first(w string) (string, int) {
	for _, link := range []string{"", "s", "n", "en", "es", "er"} {
		bare, ok := strings.CutSuffix(w, link)
		if !ok || utf8.RuneCountInString(bare) < 3 || prefixes[bare] {
			continue
		}
		stem := c.stem.of(bare)
		if n := c.count(stem); trusted(bare, n) {
			return stem, n
		}
	}
	return "", 0
}

// trusted reports whether a word that stands in n passages may be a part: the shorter it is the likelier it is an accident.
func trusted(w string, n int) bool {
	switch utf8.RuneCountInString(w) {
	case 3:
		return n > 2
	case 4:
		return n > 1
	}
	return n > 0
}

// pieces returns the stems of everything that parts may ask the count of.
func (c compounds) pieces(w string) []string {
	signs := []rune(w)
	if len(signs) < longWord || len(signs) > 40 {
		return nil
	}
	seen := map[string]bool{}
	var out []string
	for i := 0; i+3 <= len(signs); i++ {
		for j := i + 3; j <= len(signs); j++ {
			if stem := c.stem.of(string(signs[i:j])); !seen[stem] {
				seen[stem] = true
				out = append(out, stem)
			}
		}
	}
	return out
}

// prefixes look like words but make no compounds.
var prefixes = set("auf aus ein vor ver ent bei mit nach über unter ange abge zer miss dar hin her ein los weg vom zum zur der die das den dem des und für von " +
	"ist sie wie was wer sein haben gegen ohne durch nicht alle")

// endings look like words but end one.
var endings = set("heit keit schaft ungen lich lichen liche licher isch ische ischen barkeit weise lung rung tion tionen sein ende enden erung")
