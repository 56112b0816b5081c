package chunk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Mark is what an entry of a list begins with: "1.", "(a)", "bb)", "(iii)", "•". The zero value is no mark.
type Mark struct {
	Frame string // what stands around its number or letter: ".", ")", "()"; a bullet itself
	Label string // "1", "2a", "a", "bb", "iii"; "" for a bullet
}

// bullets are what entries without a number begin with; the last two are the bullets of the fonts Symbol and Wingdings.
const bullets = "-–•*▪·●◦○■\uf0b7\uf0a7"

var entryMark = regexp.MustCompile(`^(?:\(?\d{1,2}[a-z]?[.)]|\(?[a-z]{1,4}\)|[` + bullets + `—])\s`)

// MarkOf returns the mark that text begins with, none if it is no entry of a list.
func MarkOf(text string) Mark {
	m := strings.TrimSpace(entryMark.FindString(text))
	label := strings.Trim(m, "().")
	if label == "" || strings.ContainsAny(label, "—"+bullets) {
		return Mark{Frame: m}
	}
	return Mark{strings.Replace(m, label, "", 1), label}
}

// Bare reports whether a text is marks alone, which state nothing: "1.", "(a) (b)", "•".
func Bare(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(s string) bool { return MarkOf(s+" ").Frame == "" })
}

func (m Mark) numbered() bool { return m.Label != "" && unicode.IsDigit(rune(m.Label[0])) }

// First reports whether a list may begin with a mark.
func (m Mark) First() bool {
	return m.Frame != "" && slices.Contains([]string{"", "1", "a", "aa", "aaa", "i"}, m.Label)
}

// Alike reports whether two marks are of one kind: framed alike, both numbers or as many letters.
func (m Mark) Alike(o Mark) bool {
	return m.Frame == o.Frame && m.numbered() == o.numbered() && (m.numbered() || len(m.Label) == len(o.Label))
}

// Follows reports whether a mark comes right after o in a list: the next number or letter, or the next with one repealed between.
func (m Mark) Follows(o Mark) bool {
	switch {
	case m.Frame != o.Frame || m.Frame == "" || m.numbered() != o.numbered():
		return false
	case m.Label == "" || o.Label == "":
		return m.Label == o.Label
	case m.numbered():
		a, before := ordinal(o.Label)
		b, after := ordinal(m.Label)
		return a < b && b <= a+2 || a == b && before < after
	}
	if i := slices.Index(roman, o.Label); i >= 0 && i+1 < len(roman) && roman[i+1] == m.Label {
		return true
	}
	step := int(m.Label[0]) - int(o.Label[0])
	return len(m.Label) == len(o.Label) && even(m.Label) && even(o.Label) && step >= 1 && step <= 2
}

var roman = []string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"}

// ordinal takes "12a" apart.
func ordinal(label string) (int, string) {
	digits := strings.TrimRightFunc(label, unicode.IsLetter)
	n, _ := strconv.Atoi(digits)
	return n, label[len(digits):]
}

// even reports whether a label is one letter, once or repeated.
func even(label string) bool { return strings.Trim(label, label[:1]) == "" }
