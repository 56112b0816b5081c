package detect

import (
	"unicode"

	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// germanName reads a law's name behind an article: "Radongesetzes", "Bürgerlichen Gesetzbuchs", "Verordnung (EU) 2099/123",
// "Siebten Buches Sozialgesetzbuch", "Gesetzes über Ordnungswidrigkeiten".
func (s *scanner) germanName(i int) (qualifier, bool) {
	if name, next, ok := s.Act(i); ok {
		return qualifier{name: name, next: next}, true
	}
	if name, next, ok := s.Standard(i); ok {
		return qualifier{name: name, next: next}, true
	}
	for k := i; k < i+6; k++ {
		t := s.Tok(k)
		if t.Kind != naming.Word {
			return qualifier{}, false
		}
		switch law := naming.LawNoun(t.Lower); {
		case law != naming.NotLaw && unicode.IsUpper(numbering.FirstRune(t.Text)):
			next := s.nameTail(k+1, law == naming.AnyLaw)
			return qualifier{name: s.Slice(i, next), next: next}, true
		case naming.IsAbbreviation(t.Text) && k == i:
			return qualifier{name: t.Text, next: k + 1}, true
		case !naming.NameAdjective(t.Text):
			return qualifier{}, false
		}
	}
	return qualifier{}, false
}

// nameTail reads on behind the noun: the book a general code is named by, or what a general noun is about.
func (s *scanner) nameTail(i int, general bool) int {
	if name, next, ok := s.Act(i - 1); ok && name != "" {
		return next
	}
	if naming.LawNoun(s.Tok(i).Lower) == naming.NamedLaw && s.Tok(i-1).Lower == "buches" {
		return i + 1
	}
	if t := s.Tok(i).Lower; !general || t != "über" && t != "zur" && t != "zum" && t != "für" && t != "betreffend" {
		return i
	}
	end := i
	for k := i + 1; k < i+14; k++ {
		t := s.Tok(k)
		if t.Kind != naming.Word {
			break
		}
		if unicode.IsUpper(numbering.FirstRune(t.Text)) {
			end = k + 1
		} else if !naming.NameWord(t.Lower) || naming.Participle(t.Lower) || t.Lower == "dem" && unicode.IsUpper(numbering.FirstRune(s.Tok(k-1).Text)) {
			break // the name has ended: "die Verordnung über Keller dem Rat vorlegt"
		}
	}
	return end
}
