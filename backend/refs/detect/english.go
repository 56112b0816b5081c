package detect

import (
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// englishName reads the document named behind "of": "[HTTP]", "RFC 9999", "Directive 95/46/EC", "this Regulation", "the Charter".
func (s *scanner) englishName(i int) (qualifier, bool) {
	switch t := s.Tok(i); {
	case t.Text == "[":
		if label, next, ok := s.tag(i); ok {
			return qualifier{name: "[" + label + "]", next: next}, true
		}
	case t.Lower == "this":
		if naming.WorkNoun(s.Tok(i + 1).Lower) {
			return qualifier{self: true, next: i + 2}, true
		}
	case t.Lower == "that" || t.Lower == "those":
		if naming.WorkNoun(s.Tok(i + 1).Lower) {
			return qualifier{name: s.lastNamed(s.Slice(i, i+2)), next: i + 2}, true
		}
	case t.Lower == "the":
		return s.englishTitle(i + 1)
	case naming.Institution(t.Text):
		return s.englishName(i + 1)
	}
	name, next, ok := s.Publication(i)
	return qualifier{name: name, next: next}, ok
}

// englishTitle reads a title in capitals that has a word for a kind of document in it: "Treaty on European Union (TEU)".
func (s *scanner) englishTitle(i int) (qualifier, bool) {
	if name, next, ok := s.Act(i); ok {
		return qualifier{name: name, next: next}, true
	}
	end, noun := i, false
	for k := i; k < i+14; k++ {
		t := s.Tok(k)
		if t.Kind != naming.Word {
			break
		}
		switch {
		case unicode.IsUpper(numbering.FirstRune(t.Text)):
			noun = noun || naming.WorkNoun(t.Lower)
			end = k + 1
		case k == i || !naming.TitleLink(t.Lower):
			k = i + 14
		}
	}
	if !noun {
		return qualifier{}, false
	}
	name := s.Slice(i, end)
	if s.Is(end, "(") && naming.IsAbbreviation(s.Tok(end+1).Text) && s.Is(end+2, ")") {
		end += 3
	}
	return qualifier{name: name, next: end}, true
}

// requests reads "RFCs 9998 and 9999".
func (s *scanner) requests(i int) (found, bool) {
	if !s.Is(i, "RFCs") {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n := s.Tok(k)
		return n.Text, "", k + 1, n.Kind == naming.Numeral && len(n.Text) > 2 && numbering.DigitsLen(n.Text) == len(n.Text)
	}
	pointers, next := s.list(i+1, read, true, func(n string) refs.Pointer {
		return refs.Pointer{Kind: refs.KindDocument, Label: "RFC " + n, Qualifier: "RFC " + n}
	})
	return found{kind: refs.KindDocument, pointers: pointers, first: i, last: next, rest: next, named: true}, pointers != nil
}
