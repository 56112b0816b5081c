package pagetext

import (
	"strings"
	"unicode"
)

// A font may not say which letters its glyphs show, and an engine then takes their numbers for characters:
// "'(6&5,37,21" for "DESCRIPTION". Such text is told from words by what no page of 4,626 real ones comes near, in any
// language there: letters that seldom stand side by side, signs in place of letters, many scripts at once.

const (
	leastPairs    = 100  // pairs of letters by which a text is judged,
	leastUnmapped = 16   // and one whose font is known to say nothing
	leastVisible  = 60   // characters by which it is judged otherwise,
	fewVisible    = 8    // and that one
	usualPairs    = 0.36 // share of pairs that are usual: real pages have 0.44 and more, nine ciphers of ten less
	likelyPairs   = 0.42
	mostSigns     = 0.4 // share of signs, repeated ones counted once: real pages have at most 0.33
	fewPairs      = 0.4 // share of usual pairs beside so many signs; programs have more
	leastOdd      = 0.1 // share of signs that do not belong to numbers
	mostWestern   = 0.5 // share of letters beyond ASCII among the Latin ones: real pages have at most 0.16
	mostPrivate   = 0.3 // share of characters for private use: real pages have at most 0.02
	mostScripts   = 4   // scripts beside Latin, those of East Asia counted as one
)

// Meaningless reports whether a text is none, but numbers of glyphs. mapped says that its font claims to know its
// letters.
func Meaningless(t Text, mapped bool) bool {
	c := census(t)
	pairs, visible, usual := leastPairs, leastVisible, usualPairs
	if !mapped {
		pairs, visible, usual = leastUnmapped, fewVisible, likelyPairs
	}
	switch {
	case c.pairs >= pairs && share(c.usual, c.pairs) < usual:
		return true
	case c.visible < visible:
		return false
	case share(c.private, c.visible) > mostPrivate:
		return true
	case share(c.signs, c.visible) > mostSigns && share(c.odd, c.visible) > leastOdd &&
		share(c.usual, c.pairs) < fewPairs:
		return !mapped || c.pairs >= leastUnmapped // formulas have hardly any
	case c.western+c.latin >= visible && share(c.western, c.western+c.latin) > mostWestern:
		return true
	}
	return !mapped && scripts(t) >= mostScripts
}

// Wordy reports whether a text is made of letters as words are.
func Wordy(t Text) bool {
	c := census(t)
	return c.pairs >= leastUnmapped && share(c.usual, c.pairs) >= likelyPairs
}

// counted is what a text consists of.
type counted struct {
	visible, signs, private int // characters; signs are neither letters nor digits
	odd                     int // signs that do not belong to numbers
	latin, western          int // letters of ASCII, and other Latin ones with the signs among them
	pairs, usual            int // letters of ASCII side by side
}

func census(t Text) (c counted) {
	last, seen := ' ', ' ' // the character before, and the last visible one
	for _, g := range t {
		a, b := lower(last), lower(g.R)
		if a != 0 && b != 0 {
			c.pairs++
			if usualPair(a, b) {
				c.usual++
			}
		}
		last = g.R
		if unicode.IsSpace(g.R) {
			continue
		}
		if b != 0 {
			c.visible++
			c.latin++
		} else if g.R != seen || unicode.IsLetter(g.R) || unicode.IsDigit(g.R) {
			c.character(g.R)
		}
		seen = g.R
	}
	return c
}

// character counts a character that is no letter of ASCII.
func (c *counted) character(r rune) {
	c.visible++
	if r >= 0x80 && r <= 0x2AF {
		c.western++
	}
	switch {
	case unicode.Is(unicode.Co, r) || r == unicode.ReplacementChar:
		c.private++
	case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
		c.signs++
		if !strings.ContainsRune(".,:()+-*/%$€£–—−•", r) {
			c.odd++
		}
	}
}

// scripts returns the number of scripts beside Latin; those of East Asia are one.
func scripts(t Text) int {
	found := map[string]bool{}
	for _, g := range t {
		switch {
		case g.R <= 0x24F || !unicode.IsLetter(g.R):
		case eastAsian(g.R):
			found["Han"] = true
		default:
			for name, table := range unicode.Scripts {
				if unicode.Is(table, g.R) {
					found[name] = true
				}
			}
		}
	}
	return len(found)
}

// lower returns a letter of ASCII in lower case, 0 for other characters.
func lower(r rune) byte {
	switch {
	case r >= 'a' && r <= 'z':
		return byte(r)
	case r >= 'A' && r <= 'Z':
		return byte(r) + 'a' - 'A'
	}
	return 0
}

func share(part, whole int) float64 { return float64(part) / float64(max(whole, 1)) }

// usualPair reports whether b often follows a in a language that is written in Latin letters.
func usualPair(a, b byte) bool { return strings.IndexByte(followers[a-'a'], b) >= 0 }

// followers are the letters that often follow a, b, c and so on, in English, German, French, Spanish, Italian or
// Polish.
var followers = [26]string{
	"abcdghilnrstu", "es", "aehiotz", "aeioz", "acdeghijlmnrstu", "eio", "e", "aeilrt", "acegjlnorstv",
	"e", "aiou", "aeilo", "aeip", "acdeginosty", "dfilmnorstuw", "aeor", "u", "adeiostz",
	"aceikostuz", "aehiorsz", "einrst", "aeio", "ei", "", "", "aeu",
}
