package cite

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of what a quote proves.
const (
	minWords   = 3
	minLetters = 12
)

// Find looks for quote in pageText and returns the bytes [start, end) of pageText it stands on.
//
// This is the gate for verbatim quotes: after Normalise every word and number of the quote must stand on the page, in a row, at
// word and number boundaries ("20 mSv" does not stand in "120 mSv" or "0.20 mSv"). Only the case of a part's first letter is
// free. An ellipsis in the quote ("…", "...", "[...]") splits it into parts that must stand in this order. A quote too short to
// prove anything (see Proves) is never found.
func Find(pageText, quote string) (start, end int, ok bool) {
	parts, ok := Normalise(pageText).Parts(quote)
	if !ok {
		return 0, 0, false
	}
	return parts[0][0], parts[len(parts)-1][1], true
}

// Parts finds quote in f as Find does and returns the stretch [start, end) of the original text for each of its parts.
func (f Folded) Parts(quote string) ([][2]int, bool) {
	parts := splitQuote(quote)
	if !proves(parts) {
		return nil, false
	}
	found := make([][2]int, len(parts))
	from := 0
	for i, p := range parts {
		at := f.index(p, from)
		if at < 0 {
			return nil, false
		}
		found[i] = [2]int{at, at + len(p)}
		from = at + len(p)
	}
	f.tighten(found)
	for i := range found {
		found[i][0], found[i][1] = f.Origin(found[i][0], found[i][1])
	}
	return found, true
}

// tighten moves each part but the last to its last place before the next part: the shortest stretch that holds them all.
func (f Folded) tighten(found [][2]int) {
	for i := len(found) - 2; i >= 0; i-- {
		part := f.Text[found[i][0]:found[i][1]]
		for at := found[i][0]; ; {
			next := f.index(part, at+1)
			if next < 0 || next+len(part) > found[i+1][0] {
				break
			}
			at = next
			found[i] = [2]int{at, at + len(part)}
		}
	}
}

// index returns the first place from on where part stands at boundaries, or -1. The case of its first letter is free.
func (f Folded) index(part string, from int) int {
	best := f.indexExact(part, from)
	r, size := utf8.DecodeRuneInString(part)
	if other := swapCase(r); other != r && size == utf8.RuneLen(other) {
		if at := f.indexExact(string(other)+part[size:], from); at >= 0 && (best < 0 || at < best) {
			return at
		}
	}
	return best
}

func (f Folded) indexExact(part string, from int) int {
	for from < len(f.Text) {
		at := strings.Index(f.Text[from:], part)
		if at < 0 {
			return -1
		}
		at += from
		if f.opens(at) && f.closes(at+len(part)) {
			return at
		}
		_, size := utf8.DecodeRuneInString(f.Text[at:])
		from = at + size
	}
	return -1
}

func swapCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

var ellipsis = regexp.MustCompile(`[\[(]\s*(?:…|\.{3,}|\. \. \.)\s*[\])]|…|\.{3,}|\. \. \.`)

// splitQuote returns the folded parts of quote between ellipses, without the punctuation at their ends.
func splitQuote(quote string) []string {
	var parts []string
	for _, p := range ellipsis.Split(quote, -1) {
		if p = trimPart(Normalise(p).Text); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// trimPart removes from the ends of a folded part what a writer may add or leave out without changing what is quoted.
func trimPart(p string) string {
	p = strings.TrimRight(p, " ,.;:!?([-*")
	for {
		r, size := utf8.DecodeRuneInString(p)
		next, _ := utf8.DecodeRuneInString(p[size:])
		sign := (r == '-' || r == '.') && unicode.IsDigit(next)
		if sign || !strings.ContainsRune(" ,.;:!?)]-*•", r) || size == 0 {
			return p
		}
		p = p[size:]
	}
}

// Proves reports whether quote is long enough to prove anything: at least three words and twelve letters or digits, or a number
// with its unit ("20 mSv", "4.5 %"), such as a table cell holds. A CJK character counts as two letters and half a word.
func Proves(quote string) bool { return proves(splitQuote(quote)) }

var numberWithUnit = regexp.MustCompile(`[$€£¥] ?\d|\d ?(?:\p{L}|[%‰°$€£¥])`)

func proves(parts []string) bool {
	words, letters, halves := 0, 0, 0
	for _, p := range parts {
		if numberWithUnit.MatchString(p) {
			return true
		}
		words += len(strings.Fields(p))
		for _, r := range p {
			switch {
			case isContinuous(r):
				letters, halves = letters+2, halves+1
			case isAlnum(r):
				letters++
			}
		}
	}
	return words+halves/2 >= minWords && letters >= minLetters
}
