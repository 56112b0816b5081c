package refs

import (
	"slices"
	"strings"
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
		if next := s.edition(f.rest); next > f.rest && name != "" {
			name, f.rest = name+" "+s.slice(f.rest, next), next
			if isYear(s.tok(next-1).text) && next-q.next < 3 { // "Act of 1934": the year is part of the name, a day is not
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
func (s *scanner) qualifier(i int, kind Kind) (qualifier, bool) {
	if s.is(i, ",") && kind == KindArticle && s.is(i-1, ")") && s.words(i+1, "of") { // "Article 4(1), points (a) and (b), of Regulation ..."
		return s.englishName(i + 2)
	}
	if s.is(i, ",") && s.aside(i) && (s.words(i+1, "des") || s.words(i+1, "der")) {
		return s.germanName(i + 2)
	}
	switch s.tok(i).lower {
	case "of":
		at := i + 1
		if s.words(at, "the") {
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
		if kind == KindAnnex {
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
		if lawNoun(s.tok(i+1).lower) != notLaw {
			return qualifier{self: true, next: i + 2}, true
		}
	}
	return s.abbreviation(i, kind)
}

// aside reports whether the comma at token i closes what another has opened: "§ 12 Absatz 1, auch in Verbindung mit Absatz 2, des ...".
func (s *scanner) aside(i int) bool {
	for k := i - 1; k > 0 && k > i-12 && s.tok(k).kind != stop; k-- {
		if s.words(k, "verbindung", "mit") {
			for j := k - 1; j > k-6; j-- { // "jeweils auch in" may stand between
				if s.is(j, ",") {
					return true
				}
			}
		}
	}
	return false
}

// abbreviation reads a law's abbreviation right behind a number: "§ 5 RnSchG", "Article 263 TFEU", "Artikel 5 Grundgesetz".
func (s *scanner) abbreviation(i int, kind Kind) (qualifier, bool) {
	t := s.tok(i)
	if t.kind != word || kind != KindSection && kind != KindArticle && kind != KindAnnex {
		return qualifier{}, false
	}
	section := kind == KindSection && !strings.HasPrefix(s.slice(i-2, i), "§") && !s.behindLaw(i)
	if kind != KindAnnex && !section && shortCode(t.text) {
		return qualifier{name: t.text, next: i + 1}, true
	}
	if isAbbreviation(t.text) && !section && (kind != KindAnnex || t.text != strings.ToUpper(t.text)) || lawNoun(t.lower) == namedLaw && kind != KindAnnex && !section {
		return qualifier{name: t.text, next: i + 1}, true
	}
	return qualifier{}, false
}

// behindLaw reports whether the reference that ends before token i began with a paragraph sign.
func (s *scanner) behindLaw(i int) bool {
	for k := i - 1; k >= 0 && k > i-40; k-- {
		switch {
		case s.is(k, "§"):
			return true
		case s.tok(k).kind == stop || s.tok(k).lower == "section" || s.tok(k).lower == "sections":
			return false
		}
	}
	return false
}

// isAbbreviation reports whether a word looks like the abbreviation of a law: "RnG", "VwGO", "TFEU", "KL-VO".
func isAbbreviation(w string) bool {
	upper, lower := 0, 0
	for _, r := range w {
		switch {
		case r >= 'A' && r <= 'Z' || strings.ContainsRune("ÄÖÜ", r):
			upper++
		case r >= 'a' && r <= 'z' || strings.ContainsRune("äöüß", r):
			lower++
		case r != '-':
			return false
		}
	}
	if w == "MeV" || w == "GeV" || w == "TeV" {
		return false // units
	}
	if upper < 2 || len(w) < 3 || len(w) > 14 || w[0] < 'A' || romanValue(w) > 0 {
		return false
	}
	last := w[len(w)-1]
	if lower == 0 {
		return upper <= 8 && last != '-'
	}
	return strings.IndexByte("GVOB", last) >= 0
}

// shortCode reports whether a word of two capitals right behind a number is the abbreviation of a law: "Art. 3 GG".
func shortCode(w string) bool {
	switch w {
	case "EU", "US", "UK", "UN", "EG", "OR", "AN", "IN", "OF", "TO", "BY", "NO":
		return false
	}
	return len(w) == 2 && w[0] >= 'A' && w[0] <= 'Z' && w[1] >= 'A' && w[1] <= 'Z' && romanValue(w) == 0
}

// lastNamed returns the document named last, or the fallback.
func (s *scanner) lastNamed(fallback string) string {
	if len(s.named) == 0 {
		return fallback
	}
	return s.named[len(s.named)-1]
}
