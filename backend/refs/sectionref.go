package refs

import (
	"slices"
	"strings"
)

// sectionRef reads "Section 5.2", "Sections 3.1 and 3.2 of [HTTP]", "Abschnitt 4.1", "Chapter IV", "Teil 2 Kapitel 3".
func (s *scanner) sectionRef(i int) (found, bool) {
	d, plural, j, ok := s.divisionWord(i)
	if !ok {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n, next := s.composite(k)
		if n == "" || s.dated(k) || d.kind != KindSection && s.tok(k).kind == numeral && strings.Contains(n, ".") && d.label != "Abschnitt" && d.label != "Kapitel" {
			return "", "", k, false
		}
		end := s.parentheses(next)
		return n, s.slice(next, end), end, true
	}
	pointers, next := s.list(j, read, plural, func(n string) Pointer { return d.pointer(n) })
	if pointers == nil {
		return found{}, false
	}
	f := found{kind: pointers[0].Kind, pointers: pointers, first: i, last: next, parts: slices.Clone(s.parts)}
	if inner, ok := s.sectionRef(next); ok && f.kind != KindSection && !inner.named {
		inner.first = i // "Teil 2 Kapitel 3": the inner part is meant
		return inner, true
	}
	return s.qualify(f), true
}

// pointer makes the pointer to number n: decimals are sections whatever the word ("Kapitel 4.2").
func (d division) pointer(n string) Pointer {
	if d.kind == KindSection || strings.Contains(n, ".") {
		return Pointer{Kind: KindSection, Number: n, Label: "Section " + n}
	}
	return Pointer{Kind: d.kind, Number: n, Label: d.label + " " + n}
}

// divisionWord reads the word at token i. English words for parts count only with a capital: "part 2 of the form" is no reference.
func (s *scanner) divisionWord(i int) (d division, plural bool, next int, ok bool) {
	t := s.tok(i)
	switch t.lower {
	case "sec", "secs":
		d, _ = divisionWord("section")
		next = i + 1
		if s.is(next, ".") {
			next++
		}
		return d, t.lower == "secs", next, true
	}
	if d, ok = divisionWord(t.lower); !ok {
		return d, false, i, false
	}
	lowerCase := t.text == t.lower
	if lowerCase && d.label != "Section" && d.label != "Chapter" && d.label != "Clause" {
		return d, false, i, false
	}
	plural = strings.HasSuffix(t.lower, "s") && strings.Contains("sections chapters parts titles books clauses subclauses", t.lower) ||
		t.lower == "teile" || t.lower == "teilen" || t.lower == "abschnitte" || t.lower == "abschnitten" || t.lower == "kapiteln"
	return d, plural, i + 1, true
}

// captionRef reads "Table 3", "Abb. 2", "Tabellen 1 und 2".
func (s *scanner) captionRef(i int) (found, bool) {
	t := s.tok(i)
	kind, label, ok := captionWord(t.lower)
	if !ok || t.text == t.lower && len(t.text) < 5 {
		return found{}, false
	}
	j := i + 1
	if s.is(j, ".") {
		j++
	}
	read := func(k int) (string, string, int, bool) {
		n, next := s.composite(k)
		if n == "" || s.dated(k) {
			return "", "", k, false
		}
		end := s.chain(next, n, true)
		return n, s.slice(next, end), end, true
	}
	plural := strings.HasSuffix(t.lower, "s") || strings.HasSuffix(t.lower, "en")
	return s.qualified(kind, label, i, j, read, plural)
}
