package detect

import (
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// qualifier is the document a reference names behind its number.
type qualifier struct {
	name  string   // as written: "Radongesetzes", "Directive 95/46/EC", "[HTTP]"; "" when this document is meant, or may be
	hints []string // see Pointer.Hints
	self  bool     // "this Regulation", "dieses Gesetzes"
	next  int      // first token after it
	old   bool     // the words in front of the name say that it is no longer in force
}

// qualify completes a reference with the document named behind it and the version meant.
func (s *scanner) qualify(f found) found {
	f.rest = f.last
	q, ok := s.qualifier(f.last, f.kind)
	old := s.oldBefore(f.first)
	if ok {
		f.named, f.self, f.rest = q.name != "", q.self, q.next
		if !q.self {
			f.last = q.next
		}
		name, hints := s.meaning(q.name)
		if next := s.Edition(f.rest); next > f.rest && name != "" {
			name, f.rest = name+" "+s.Slice(f.rest, next), next
			if numbering.IsYear(s.Tok(next-1).Text) && next-q.next < 3 { // "Act of 1934": the year is part of the name, a day is not
				f.last = next
			}
		}
		f.mean(name, slices.Concat(hints, q.hints)...)
	}
	if old || q.old || s.oldVersion(f.rest) {
		f.outdate()
	}
	return f
}

// qualifier reads the name of a document at token i, behind a reference of the given kind.
func (s *scanner) qualifier(i int, kind refs.Kind) (qualifier, bool) {
	if s.Is(i, ",") && kind == refs.KindArticle && s.Is(i-1, ")") && s.Words(i+1, "of") { // "Article 4(1), points (a) and (b), of Regulation ..."
		return s.englishName(i + 2)
	}
	if s.Is(i, ",") && s.aside(i) && (s.Words(i+1, "des") || s.Words(i+1, "der")) {
		return s.germanName(i + 2)
	}
	switch s.Tok(i).Lower {
	case "of":
		at := i + 1
		if s.Words(at, "the") {
			at++
		}
		if next, old := s.skipOld(at); old {
			q, ok := s.englishTitle(next)
			q.old = true
			return q, ok
		}
		if q, ok := s.englishName(i + 1); ok {
			return q, true
		}
		return s.citedName(i + 1)
	case "von", "in":
		if label, next, ok := s.label(i + 1); ok {
			return qualifier{name: "[" + label + "]", next: next}, true
		}
		return s.citedShort(i + 1)
	case "to":
		if kind == refs.KindAnnex {
			return s.englishName(i + 1)
		}
	case "thereof":
		return qualifier{name: s.lastNamed("thereof"), next: i + 1}, true
	case "des", "der", "dem", "zum", "zur", "im", "vom":
		next, old := s.skipOld(i + 1)
		if q, ok := s.germanName(next); ok {
			q.old = old
			return q, true
		}
		return s.citedName(i + 1)
	case "dieses", "dieser", "diesem":
		if naming.LawNoun(s.Tok(i+1).Lower) != naming.NotLaw {
			return qualifier{self: true, next: i + 2}, true
		}
	}
	return s.abbreviation(i, kind)
}

// aside reports whether the comma at token i closes what another has opened: "§ 12 Absatz 1, auch in Verbindung mit Absatz 2, des ...".
func (s *scanner) aside(i int) bool {
	for k := i - 1; k > 0 && k > i-12 && s.Tok(k).Kind != naming.Stop; k-- {
		if s.Words(k, "verbindung", "mit") {
			for j := k - 1; j > k-6; j-- { // "jeweils auch in" may stand between
				if s.Is(j, ",") {
					return true
				}
			}
		}
	}
	return false
}

// abbreviation reads a law's abbreviation right behind a number: "§ 5 RnSchG", "Article 263 TFEU", "Artikel 5 Grundgesetz".
func (s *scanner) abbreviation(i int, kind refs.Kind) (qualifier, bool) {
	t := s.Tok(i)
	if t.Kind != naming.Word || kind != refs.KindSection && kind != refs.KindArticle && kind != refs.KindAnnex {
		return qualifier{}, false
	}
	section := kind == refs.KindSection && !strings.HasPrefix(s.Slice(i-2, i), "§") && !s.behindLaw(i)
	if kind != refs.KindAnnex && !section && naming.ShortCode(t.Text) {
		return qualifier{name: t.Text, next: i + 1}, true
	}
	if naming.IsAbbreviation(t.Text) && !section && (kind != refs.KindAnnex || t.Text != strings.ToUpper(t.Text)) || naming.LawNoun(t.Lower) == naming.NamedLaw && kind != refs.KindAnnex && !section {
		return qualifier{name: t.Text, next: i + 1}, true
	}
	return qualifier{}, false
}

// behindLaw reports whether the reference that ends before token i began with a paragraph sign.
func (s *scanner) behindLaw(i int) bool {
	for k := i - 1; k >= 0 && k > i-40; k-- {
		switch {
		case s.Is(k, "§"):
			return true
		case s.Tok(k).Kind == naming.Stop || s.Tok(k).Lower == "section" || s.Tok(k).Lower == "sections":
			return false
		}
	}
	return false
}

// lastNamed returns the document named last, or the fallback.
func (s *scanner) lastNamed(fallback string) string {
	if len(s.named) == 0 {
		return fallback
	}
	return s.named[len(s.named)-1]
}
