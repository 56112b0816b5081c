package refs

import "strings"

// oldVersion reports whether the words from token i on say that a version no longer in force is meant: "in der bis zum 31. Dezember
// 2018 geltenden Fassung", "as in force before 1 May 2000", "(repealed)". "In der Fassung der Bekanntmachung vom ..." and "in der jeweils
// geltenden Fassung" are the present one.
func (s *scanner) oldVersion(i int) bool {
	i = s.skipSource(i)
	switch t := s.tok(i).lower; {
	case t == "a" && s.is(i+1, ".") && s.tok(i+2).text == "F", t == "af":
		return true
	case t == "alte" || t == "alter":
		return s.words(i+1, "fassung")
	case s.is(i, "(") || s.is(i, "["):
		return gone(s.tok(i + 1).lower)
	case t == "jeweils" || s.is(i, ","):
		return s.oldVersion(i + 1)
	case s.words(i, "obsoleted", "by"), s.words(i, "repealed", "by"), s.words(i, "since", "repealed"), s.words(i, "now", "repealed"),
		s.words(i, "superseded", "by"), s.words(i, "aufgehoben", "durch"), s.words(i, "ersetzt", "durch"):
		return true
	case t == "as" || t == "prior" || t == "before" || s.words(i, "in", "the", "version"), s.words(i, "in", "its", "version"):
		return s.oldInEnglish(i)
	case !s.words(i, "in", "der") && !s.words(i, "in", "ihrer") && !s.words(i, "in", "seiner"):
		return false
	}
	return s.oldInGerman(i + 2)
}

// oldInGerman reads on behind "in der": "bis zum 31. Dezember 2018 geltenden Fassung".
func (s *scanner) oldInGerman(i int) bool {
	past := false
	for k := i; k < i+18; k++ {
		switch t := s.tok(k); {
		case t.kind == stop || t.text == ";" || t.lower == "jeweils":
			return false
		case t.lower == "bis" || t.lower == "vor" || t.lower == "am" || oldAdjective(t.lower):
			past = true
		case t.lower == "fassung":
			return past
		}
	}
	return false
}

// oldInEnglish reads "as in force before 1 May 2000", "as it stood on 3 May 1999", "prior to its repeal", "in the version in force until".
func (s *scanner) oldInEnglish(i int) bool {
	if s.words(i, "as", "it", "stood") || s.words(i, "as", "it", "was") {
		return true
	}
	if s.words(i, "prior", "to", "its", "repeal") || s.words(i, "before", "its", "repeal") {
		return true
	}
	force := false
	for k := i; k < i+10; k++ {
		switch t := s.tok(k); {
		case t.kind == stop || t.kind == sign:
			return false
		case t.lower == "force" || t.lower == "effect" || t.lower == "version":
			force = true
		case force && (t.lower == "before" || t.lower == "until" || t.lower == "prior" || t.lower == "immediately"):
			return true
		case force && (t.lower == "on" || t.lower == "of" || t.lower == "at"):
			return s.date(k+1) > 0
		}
	}
	return false
}

// skipSource skips "vom 3. Mai 2000" and what stands in parentheses behind a law's name.
func (s *scanner) skipSource(i int) int {
	if next := s.edition(i); next > i {
		i = next
	}
	if s.is(i, "(") && !gone(s.tok(i+1).lower) {
		for k := i + 1; k < i+30; k++ {
			if s.is(k, ")") {
				return k + 1
			}
		}
	}
	return i
}

// gone reports whether word, lower case, says that a provision exists no more.
func gone(word string) bool {
	return oneOf(word, "weggefallen", "aufgehoben", "repealed", "deleted", "außer", "obsoleted", "obsolete", "superseded", "withdrawn", "zurückgezogen")
}

// isGone reports whether a section is only the place where a repealed one stood.
func isGone(s Section) bool {
	word, _ := cutWord(strings.TrimLeft(strings.ToLower(s.Title), " ([-–—"))
	return gone(word)
}

// oldBefore reports whether the words in front of token i say that what follows is of the past: "des früheren § 12", "the repealed Act".
func (s *scanner) oldBefore(i int) bool {
	return oldAdjective(s.tok(i-1).lower) || s.words(i-3, "außer", "kraft", "getretenen")
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
	if s.words(i, "außer", "kraft", "getretenen") {
		return i + 3, true
	}
	if oldAdjective(s.tok(i).lower) {
		return i + 1, true
	}
	return i, false
}
