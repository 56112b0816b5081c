package detect

import (
	"strings"

	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// oldVersion reports whether the words from token i on say that a version no longer in force is meant: "in der bis zum 31. Dezember
// 2018 geltenden Fassung", "as in force before 1 May 2000", "(repealed)". "In der Fassung der Bekanntmachung vom ..." and "in der jeweils
// geltenden Fassung" are the present one.
func (s *scanner) oldVersion(i int) bool {
	i = s.skipSource(i)
	switch t := s.Tok(i).Lower; {
	case t == "a" && s.Is(i+1, ".") && s.Tok(i+2).Text == "F", t == "af":
		return true
	case t == "alte" || t == "alter":
		return s.Words(i+1, "fassung")
	case s.Is(i, "(") || s.Is(i, "["):
		return numbering.Gone(s.Tok(i + 1).Lower)
	case t == "jeweils" || s.Is(i, ","):
		return s.oldVersion(i + 1)
	case s.Words(i, "obsoleted", "by"), s.Words(i, "repealed", "by"), s.Words(i, "since", "repealed"), s.Words(i, "now", "repealed"),
		s.Words(i, "superseded", "by"), s.Words(i, "aufgehoben", "durch"), s.Words(i, "ersetzt", "durch"):
		return true
	case t == "as" || t == "prior" || t == "before" || s.Words(i, "in", "the", "version"), s.Words(i, "in", "its", "version"):
		return s.oldInEnglish(i)
	case !s.Words(i, "in", "der") && !s.Words(i, "in", "ihrer") && !s.Words(i, "in", "seiner"):
		return false
	}
	return s.oldInGerman(i + 2)
}

// oldInGerman reads on behind "in der": "bis zum 31. Dezember 2018 geltenden Fassung".
func (s *scanner) oldInGerman(i int) bool {
	past := false
	for k := i; k < i+18; k++ {
		switch t := s.Tok(k); {
		case t.Kind == naming.Stop || t.Text == ";" || t.Lower == "jeweils":
			return false
		case t.Lower == "bis" || t.Lower == "vor" || t.Lower == "am" || oldAdjective(t.Lower):
			past = true
		case t.Lower == "fassung":
			return past
		}
	}
	return false
}

// oldInEnglish reads "as in force before 1 May 2000", "as it stood on 3 May 1999", "prior to its repeal", "in the version in force until".
func (s *scanner) oldInEnglish(i int) bool {
	if s.Words(i, "as", "it", "stood") || s.Words(i, "as", "it", "was") {
		return true
	}
	if s.Words(i, "prior", "to", "its", "repeal") || s.Words(i, "before", "its", "repeal") {
		return true
	}
	force := false
	for k := i; k < i+10; k++ {
		switch t := s.Tok(k); {
		case t.Kind == naming.Stop || t.Kind == naming.Sign:
			return false
		case t.Lower == "force" || t.Lower == "effect" || t.Lower == "version":
			force = true
		case force && (t.Lower == "before" || t.Lower == "until" || t.Lower == "prior" || t.Lower == "immediately"):
			return true
		case force && (t.Lower == "on" || t.Lower == "of" || t.Lower == "at"):
			return s.Date(k+1) > 0
		}
	}
	return false
}

// skipSource skips "vom 3. Mai 2000" and what stands in parentheses behind a law's name.
func (s *scanner) skipSource(i int) int {
	if next := s.Edition(i); next > i {
		i = next
	}
	if s.Is(i, "(") && !numbering.Gone(s.Tok(i+1).Lower) {
		for k := i + 1; k < i+30; k++ {
			if s.Is(k, ")") {
				return k + 1
			}
		}
	}
	return i
}

// oldBefore reports whether the words in front of token i say that what follows is of the past: "des früheren § 12", "the repealed Act".
func (s *scanner) oldBefore(i int) bool {
	return oldAdjective(s.Tok(i-1).Lower) || s.Words(i-3, "außer", "kraft", "getretenen")
}

// oldAdjective reports whether a word, lower case, says that the document or provision behind it is no longer in force.
func oldAdjective(word string) bool {
	switch word {
	case "former", "repealed", "superseded", "obsolete", "withdrawn", "predecessor":
		return true
	}
	for _, ending := range []string{"en", "er", "es", "em", "e"} {
		stem, ok := strings.CutSuffix(word, ending)
		if !ok {
			continue
		}
		switch stem {
		case "früher", "aufgehoben", "ehemalig", "alt", "bisherig", "vormalig", "ursprünglich":
			return true
		}
	}
	return false
}

// skipOld skips the words in front of a document's name that say it is of the past.
func (s *scanner) skipOld(i int) (next int, old bool) {
	if s.Words(i, "außer", "kraft", "getretenen") {
		return i + 3, true
	}
	if oldAdjective(s.Tok(i).Lower) {
		return i + 1, true
	}
	return i, false
}
