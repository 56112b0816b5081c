package cite

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/source"
)

// Locate returns where on a page a quote stands that was taken from an earlier reading of it: as it is where span still holds it, else
// where its letters and digits stand in a row, next to where it stood. What a better reading may change between them does not count: blanks,
// hyphens, marks, the form of ligatures and raised figures. Whole words come before parts of words, of which a short quote is never taken. ok is false, and the span
// empty, when it stands nowhere.
//
// It proves nothing: the quote passed the gate (Find) when it was made.
func Locate(page, quote string, span source.Span) (at source.Span, ok bool) {
	want := bare(quote)
	if len(want) == 0 {
		return source.Span{Page: span.Page}, false
	}
	sought := runes(want)
	if s := span; 0 <= s.Start && s.Start < s.End && s.End <= len(page) && runes(bare(page[s.Start:s.End])) == sought {
		return span, true
	}
	best, within := source.Span{Page: span.Page}, true
	for _, at := range places(bare(page), sought, len(want)) {
		inner := !opensWord(page, at[0]) || !closesWord(page, at[1])
		if inner && len(want) < minLetters {
			continue
		}
		if !ok || within && !inner || within == inner && away(at[0], span.Start) < away(best.Start, span.Start) {
			best.Start, best.End, within, ok = at[0], at[1], inner, true
		}
	}
	for _, r := range quote[want[len(want)-1].end:] { // a full stop belongs to what is shown
		if ok && strings.HasPrefix(page[best.End:], string(r)) {
			best.End += utf8.RuneLen(r)
		}
	}
	return best, ok
}

// places returns the stretches [start, end) of a text, bare, on which n letters stand that read sought.
func places(have []letter, sought string, n int) (out [][2]int) {
	text := runes(have)
	for i, from := 0, 0; i < len(have); i++ {
		if strings.HasPrefix(text[from:], sought) {
			out = append(out, [2]int{have[i].start, have[i+n-1].end})
		}
		from += utf8.RuneLen(have[i].r)
	}
	return out
}

func opensWord(page string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(page[:at])
	return !isAlnum(r)
}

func closesWord(page string, at int) bool {
	r, _ := utf8.DecodeRuneInString(page[at:])
	return !isAlnum(r)
}

func away(a, b int) int { return max(a-b, b-a) }

// letter is a letter or digit of a text and the bytes [start, end) of it that it came from.
type letter struct {
	r          rune
	start, end int
}

// bare returns the letters and digits of a text, in lower case and compatibility form: "ﬁ" is "fi", "²" is "2".
func bare(text string) []letter {
	var out []letter
	for i, r := range text {
		end := i + len(string(r))
		if r == unicode.ReplacementChar {
			continue
		}
		for _, f := range norm.NFKD.String(string(r)) {
			if unicode.IsLetter(f) || unicode.IsDigit(f) {
				out = append(out, letter{unicode.ToLower(f), i, end})
			}
		}
	}
	return out
}

func runes(list []letter) string {
	var b strings.Builder
	for _, l := range list {
		b.WriteRune(l.r)
	}
	return b.String()
}
