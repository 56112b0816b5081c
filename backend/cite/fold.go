package cite

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Folded is a text in the form in which quotes are compared, with the way back to the bytes it was folded from.
//
// Folding removes what typesetting and extraction add to a text and keeps what it says: case, every word, every digit, every
// sign of a number stay as they are.
type Folded struct {
	Text   string // the folded text
	origin string
	starts []int32 // starts[i]: where in origin the rune begins that byte i of Text came from
	ends   []int32 // ends[i]: where that rune ends
}

// Normalise folds text: white space (also non-breaking, and none between CJK characters), hyphens inside words and at line ends,
// soft hyphens and zero-width characters, quote marks and apostrophes, dashes, ligatures and full-width forms, composed and
// decomposed letters.
//
// Superscript digits become digits after a letter only ("m³" is "m3", "10³" is not "103"); fractions and circled numbers stay,
// so that no folding makes two different numbers equal.
func Normalise(text string) Folded {
	f := folder{cells: dropQuoteMarks(cells(text))}
	f.out.Grow(len(text))
	f.starts = make([]int32, 0, len(text))
	f.ends = make([]int32, 0, len(text))
	f.run()
	return Folded{Text: f.out.String(), origin: text, starts: f.starts, ends: f.ends}
}

// Origin returns the bytes of the original text that Text[start:end] was folded from; start < end.
func (f Folded) Origin(start, end int) (int, int) {
	return int(f.starts[start]), int(f.ends[end-1])
}

// cell is one folded character and the bytes [start, end) it stands for.
type cell struct {
	r          rune
	start, end int32
}

const (
	hyphenated = '\u00ad' // a soft hyphen, or the mark an extractor leaves where it found a hyphenated line end
	lineBreak  = '\n'
	longDash   = '—' // a dash between thoughts
)

// cells folds text character by character, without regard to neighbours except for superscripts and combining marks.
func cells(text string) []cell {
	out := make([]cell, 0, len(text))
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
			size += marksLen(text[i+size:])
		} else if next := i + 1; next < len(text) && text[next] >= utf8.RuneSelf {
			size += marksLen(text[next:])
		}
		out = appendFolded(out, r, text[i:i+size], int32(i), int32(i+size))
		i += size
	}
	return out
}

// marksLen returns the length of the combining marks text begins with.
func marksLen(text string) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if !unicode.Is(unicode.Mn, r) {
			break
		}
		n += size
	}
	return n
}

// appendFolded appends the folded form of one character (r with its combining marks, as it stands: seg).
func appendFolded(out []cell, r rune, seg string, start, end int32) []cell {
	if len(seg) == 1 && r > ' ' && r != '"' && r != '`' && r < 0x7f {
		return append(out, cell{r, start, end})
	}
	switch {
	case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\f' || r == '\v':
		return append(out, cell{lineBreak, start, end})
	case r == '\t' || unicode.Is(unicode.Zs, r):
		return append(out, cell{' ', start, end})
	case r == '\u00ad' || r == '\u0002' || r == '\ufffe':
		return append(out, cell{hyphenated, start, end})
	case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		return out
	case isQuoteMark(r):
		return append(out, cell{'\'', start, end})
	case r == '—' || r == '―' || r == '⸺' || r == '﹘':
		return append(out, cell{longDash, start, end})
	case isDash(r):
		return append(out, cell{'-', start, end})
	}
	if d, ok := script(r); ok {
		if n := len(out); n > 0 && (isWordLetter(out[n-1].r) || out[n-1].r == '-') && afterLetter(out) {
			return append(out, cell{d, start, end})
		}
		return append(out, cell{r, start, end})
	}
	if unicode.Is(unicode.No, r) || norm.NFKC.IsNormalString(seg) {
		for _, c := range seg {
			out = append(out, cell{c, start, end})
		}
		return out
	}
	for _, c := range strings.TrimSpace(norm.NFKC.String(seg)) {
		out = append(out, cell{c, start, end})
	}
	return out
}

// afterLetter reports whether cells end in a letter, or in the sign of an exponent after a letter ("s⁻¹").
func afterLetter(out []cell) bool {
	n := len(out)
	return isWordLetter(out[n-1].r) || (n > 1 && out[n-1].r == '-' && isWordLetter(out[n-2].r))
}

// script returns the plain form of a superscript or subscript digit or minus.
func script(r rune) (rune, bool) {
	switch {
	case r == '¹':
		return '1', true
	case r == '²' || r == '³':
		return '2' + (r - '²'), true
	case r == '⁰' || (r >= '⁴' && r <= '⁹'):
		return '0' + (r - '⁰'), true
	case r >= '₀' && r <= '₉':
		return '0' + (r - '₀'), true
	case r == '⁻':
		return '-', true
	}
	return r, false
}

func isQuoteMark(r rune) bool {
	switch r {
	case '"', '\'', '`', '´', '‘', '’', '‚', '‛', '“', '”', '„', '‟', '«', '»', '‹', '›', '′', '″', '‵', '‶', 'ʹ', 'ʺ', 'ʼ', 'ʻ',
		'＂', '＇', '「', '」', '『', '』', '〝', '〞', '〟':
		return true
	}
	return false
}

func isDash(r rune) bool {
	return (r >= '‐' && r <= '–') || r == '−' || r == '﹣' || r == '－' || r == '⁃'
}

// dropQuoteMarks removes quote marks in place, except apostrophes and thousands marks between letters or digits.
func dropQuoteMarks(in []cell) []cell {
	out := in[:0]
	for i, c := range in {
		inside := i > 0 && i+1 < len(in) && isAlnum(in[i-1].r) && isAlnum(in[i+1].r)
		if c.r == '\'' && !inside {
			continue
		}
		out = append(out, c)
	}
	return out
}

func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// isWordLetter reports whether r is a letter of a script that separates words by spaces.
func isWordLetter(r rune) bool { return unicode.IsLetter(r) && !isContinuous(r) }

// isContinuous reports whether r belongs to a script written without spaces between words.
func isContinuous(r rune) bool {
	if r < 0x0e00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		(r >= 0x3000 && r <= 0x303f) || (r >= 0xff00 && r <= 0xff65) || r == 'ー'
}
