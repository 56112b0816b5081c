package refs

import (
	"strings"
	"unicode"
)

// documentRef reads a whole document named in running text: "Directive 95/46/EC", "RFC 9999", "das Radongesetz", "RnSchG".
func (s *scanner) documentRef(i int) (found, bool) {
	t := s.tok(i)
	if name, next, ok := s.publication(i); ok {
		return s.sectionBehind(i, name, next)
	}
	if f, ok := s.requests(i); ok {
		return f, true
	}
	if lawNoun(t.lower) == namedLaw && unicode.IsUpper(firstRune(t.text)) {
		first := i
		for first > 0 && i-first < 3 && s.capitalAdjective(first-1) {
			first--
		}
		return s.document(first, i+1, s.slice(first, i+1)), true
	}
	if isAbbreviation(t.text) && mixedCase(t.text) {
		return s.document(i, i+1, t.text), true
	}
	return s.aliasRef(i)
}

// aliasRef reads a name the text has introduced for another document, with its article unless it is an abbreviation, and numbers of
// series: "the Handbook", "LKL", "BT-12".
func (s *scanner) aliasRef(i int) (found, bool) {
	if a, n := s.aliasAt(i); n > 0 && a.sure && (shortName(a.text) || s.determined(i)) {
		f := s.document(i, i+n, s.slice(i, i+n))
		f.pointers[0].Qualifier, f.pointers[0].Hints = s.meaning(a.text)
		return f, true
	}
	if t := s.tok(i); isCode(t.text) && s.series[nameKey(t.text)] && !s.aliases.own[nameKey(t.text)] {
		return s.document(i, i+1, t.text), true
	}
	return found{}, false
}

// capitalAdjective reports whether token i is a capital adjective of the name behind it: "Bergrechtlichen Verfahrensverordnung".
func (s *scanner) capitalAdjective(i int) bool {
	t := s.tok(i)
	before := s.tok(i - 1)
	sentence := before.kind == stop || before.text == "."
	return t.kind == word && !sentence && unicode.IsUpper(firstRune(t.text)) && nameAdjective(t.text) && lawNoun(t.lower) == notLaw &&
		(len(t.text) > 5 && t.text[len(t.text)-2:] == "en" || t.text[len(t.text)-1] == '-')
}

func (s *scanner) document(first, last int, name string) found {
	p := Pointer{Kind: KindDocument, Label: name, Qualifier: name}
	rest := s.edition(last)
	if rest > last {
		p.Qualifier += " " + s.slice(last, rest)
	}
	p.Old = s.oldVersion(rest) || s.oldBefore(first)
	return found{kind: KindDocument, pointers: []Pointer{p}, first: first, last: last, named: true, rest: rest}
}

// sectionBehind reads the section named behind a document, "RFC 9999, Section 4", and else makes a reference to the whole document.
func (s *scanner) sectionBehind(i int, name string, next int) (found, bool) {
	at := next
	if s.is(at, ",") {
		at++
	}
	_, series, _ := s.standard(i)
	if f, ok := s.numbered(at); ok && (at > next || series == next) && !f.named {
		f.mean(name, f.pointers[0].Hints...)
		f.first, f.named, f.front = i, true, true
		return f, true
	}
	return s.document(i, next, name), true
}

// numbered reads a section, article, annex, table or figure at token i.
func (s *scanner) numbered(i int) (found, bool) {
	if s.tok(i).kind != word {
		return found{}, false
	}
	for _, family := range []func(int) (found, bool){s.articleRef, s.annexRef, s.sectionRef, s.captionRef} {
		if f, ok := family(i); ok {
			return f, true
		}
	}
	return found{}, false
}

func mixedCase(w string) bool { return strings.ContainsFunc(w, unicode.IsLower) }
