package detect

import (
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// documentRef reads a whole document named in running text: "Directive 95/46/EC", "RFC 9999", "das Radongesetz", "RnSchG".
func (s *scanner) documentRef(i int) (found, bool) {
	t := s.Tok(i)
	if name, next, ok := s.Publication(i); ok {
		return s.sectionBehind(i, name, next)
	}
	if f, ok := s.requests(i); ok {
		return f, true
	}
	if naming.LawNoun(t.Lower) == naming.NamedLaw && unicode.IsUpper(numbering.FirstRune(t.Text)) {
		first := i
		for first > 0 && i-first < 3 && s.capitalAdjective(first-1) {
			first--
		}
		return s.document(first, i+1, s.Slice(first, i+1)), true
	}
	if naming.IsAbbreviation(t.Text) && naming.MixedCase(t.Text) {
		return s.document(i, i+1, t.Text), true
	}
	return s.aliasRef(i)
}

// aliasRef reads a name the text has introduced for another document, with its article unless it is an abbreviation, and numbers of
// series: "the Handbook", "LKL", "BT-12".
func (s *scanner) aliasRef(i int) (found, bool) {
	if a, n := s.aliasAt(i); n > 0 && a.sure && (naming.ShortName(a.text) || s.Determined(i)) {
		f := s.document(i, i+n, s.Slice(i, i+n))
		f.pointers[0].Qualifier, f.pointers[0].Hints = s.meaning(a.text)
		return f, true
	}
	if t := s.Tok(i); naming.IsCode(t.Text) && s.series[naming.NameKey(t.Text)] && !s.aliases.own[naming.NameKey(t.Text)] {
		return s.document(i, i+1, t.Text), true
	}
	return found{}, false
}

// capitalAdjective reports whether token i is a capital adjective of the name behind it: "Bergrechtlichen Verfahrensverordnung".
func (s *scanner) capitalAdjective(i int) bool {
	t := s.Tok(i)
	before := s.Tok(i - 1)
	sentence := before.Kind == naming.Stop || before.Text == "."
	return t.Kind == naming.Word && !sentence && unicode.IsUpper(numbering.FirstRune(t.Text)) && naming.NameAdjective(t.Text) && naming.LawNoun(t.Lower) == naming.NotLaw &&
		(len(t.Text) > 5 && t.Text[len(t.Text)-2:] == "en" || t.Text[len(t.Text)-1] == '-')
}

func (s *scanner) document(first, last int, name string) found {
	p := refs.Pointer{Kind: refs.KindDocument, Label: name, Qualifier: name}
	rest := s.Edition(last)
	if rest > last {
		p.Qualifier += " " + s.Slice(last, rest)
	}
	p.Old = s.oldVersion(rest) || s.oldBefore(first)
	return found{kind: refs.KindDocument, pointers: []refs.Pointer{p}, first: first, last: last, named: true, rest: rest}
}

// sectionBehind reads the section named behind a document, "RFC 9999, Section 4", and else makes a reference to the whole document.
func (s *scanner) sectionBehind(i int, name string, next int) (found, bool) {
	at := next
	if s.Is(at, ",") {
		at++
	}
	_, series, _ := s.Standard(i)
	if f, ok := s.numbered(at); ok && (at > next || series == next) && !f.named {
		f.qualify(name)
		f.first, f.named, f.front = i, true, true
		return f, true
	}
	return s.document(i, next, name), true
}

// numbered reads a section, article, annex, table or figure at token i.
func (s *scanner) numbered(i int) (found, bool) {
	if s.Tok(i).Kind != naming.Word {
		return found{}, false
	}
	for _, family := range []func(int) (found, bool){s.articleRef, s.annexRef, s.sectionRef, s.captionRef} {
		if f, ok := family(i); ok {
			return f, true
		}
	}
	return found{}, false
}
