package refs

import (
	"slices"
	"strings"
	"unicode"
)

// The ranks of the items of a report that an authority lays down, and of the notes to its accounts.
const (
	rankItem = rankArticle + 1
	rankNote = rankArticle + 2
)

// itemWord knows the words that number the parts of a company's report.
func itemWord(word string) (label string, rank int) {
	switch word {
	case "item", "items":
		return "Item", rankItem
	case "note", "notes":
		return "Note", rankNote
	}
	return "", 0
}

// itemHeading reads "Item 7A. Title" and "NOTE 12 - Title".
func itemHeading(s string) (heading, bool) {
	word, rest := cutWord(s)
	label, rank := itemWord(strings.ToLower(word))
	if label == "" || !unicode.IsUpper(firstRune(word)) || strings.HasSuffix(strings.ToLower(word), "s") {
		return heading{}, false
	}
	number, rest := cutItemNumber(strings.TrimSpace(rest))
	if number == "" || rest != "" && !strings.ContainsRune(" \t.:–—-", firstRune(rest)) {
		return heading{}, false
	}
	title := trimTitle(rest)
	if !titleLike(title) || strings.HasPrefix(title, "(") {
		return heading{}, false
	}
	return heading{kind: KindSection, number: number, label: label + " " + number, title: title, rank: rank}, true
}

// cutItemNumber splits "7", "7A" off the front of s.
func cutItemNumber(s string) (number, rest string) {
	n := digitsLen(s)
	if n == 0 || n > 2 {
		return "", s
	}
	if n < len(s) && s[n] >= 'A' && s[n] <= 'Z' && (n+1 == len(s) || !isWordByte(s[n+1:])) {
		n++
	}
	return s[:n], s[n:]
}

// itemRef reads "Item 7", "Items 7 and 7A of this Form 10-K", "Note 12 to the consolidated financial statements" where the document has
// such a part: other things are called items and notes too.
func (s *scanner) itemRef(i int) (found, bool) {
	t := s.tok(i)
	label, rank := itemWord(t.lower)
	if label == "" || t.text == t.lower {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n := s.tok(k)
		if n.kind != numeral || digitsLen(n.text) != len(n.text) || s.dated(k) {
			return "", "", k, false
		}
		if l := s.tok(k + 1); l.kind == word && len(l.text) == 1 && l.at == n.end() && unicode.IsUpper(firstRune(l.text)) {
			return n.text + l.text, "", k + 2, true
		}
		return n.text, "", k + 1, true
	}
	f, ok := s.listed(KindSection, label, i, i+1, read, strings.HasSuffix(t.lower, "s"))
	if ok && rank == rankItem {
		f = s.reportBehind(f)
	}
	return f, ok && (f.named || s.owns(f.pointers))
}

// owns reports whether the document has all of these parts.
func (s *scanner) owns(pointers []Pointer) bool {
	return !slices.ContainsFunc(pointers, func(p Pointer) bool { return !s.numbers[p.Label] })
}

// reportBehind reads the report named behind an item: "of this Form 10-K" is the document itself, "of our 2018 Form 10-K" another.
func (s *scanner) reportBehind(f found) found {
	if !s.words(f.last, "of") {
		return f
	}
	for k := f.last + 1; k < f.last+9; k++ {
		form := s.is(k, "Form") && s.tok(k+1).kind == numeral
		if !form && !s.words(k, "annual", "report") && !s.words(k, "quarterly", "report") {
			continue
		}
		end := k + 2
		if form && s.hyphen(end) {
			end += 2
		}
		if s.words(f.last+1, "this") {
			f.self, f.rest = true, end
			return f
		}
		f.mean(s.slice(f.last+2, end)) // without "of our"
		f.named, f.last, f.rest = true, end, end
		return f
	}
	return f
}
