package detect

import (
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// sectionRef reads "Section 5.2", "Sections 3.1 and 3.2 of [HTTP]", "Abschnitt 4.1", "Chapter IV", "Teil 2 Kapitel 3".
func (s *scanner) sectionRef(i int) (found, bool) {
	d, plural, j, ok := s.divisionWord(i)
	if !ok {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n, next := s.composite(k)
		if n == "" || s.Dated(k) || d.Kind != refs.KindSection && s.Tok(k).Kind == naming.Numeral && strings.Contains(n, ".") && d.Label != "Abschnitt" && d.Label != "Kapitel" {
			return "", "", k, false
		}
		end := s.parentheses(next)
		return n, s.Slice(next, end), end, true
	}
	pointers, next := s.list(j, read, plural, func(n string) refs.Pointer { return divisionPointer(d, n) })
	if pointers == nil {
		return found{}, false
	}
	f := found{kind: pointers[0].Kind, pointers: pointers, first: i, last: next, parts: slices.Clone(s.parts)}
	if inner, ok := s.sectionRef(next); ok && f.kind != refs.KindSection && !inner.named {
		inner.first = i // "Teil 2 Kapitel 3": the inner part is meant
		return inner, true
	}
	return s.qualify(f), true
}

// divisionPointer makes the pointer to number n: decimals are sections whatever the word ("Kapitel 4.2").
func divisionPointer(d numbering.Division, n string) refs.Pointer {
	if d.Kind == refs.KindSection || strings.Contains(n, ".") {
		return refs.Pointer{Kind: refs.KindSection, Number: n, Label: "Section " + n}
	}
	return refs.Pointer{Kind: d.Kind, Number: n, Label: d.Label + " " + n}
}

// divisionWord reads the word at token i. English words for parts count only with a capital: "part 2 of the form" is no reference.
func (s *scanner) divisionWord(i int) (d numbering.Division, plural bool, next int, ok bool) {
	t := s.Tok(i)
	switch t.Lower {
	case "sec", "secs":
		d, _ = numbering.DivisionWord("section")
		next = i + 1
		if s.Is(next, ".") {
			next++
		}
		return d, t.Lower == "secs", next, true
	}
	if d, ok = numbering.DivisionWord(t.Lower); !ok {
		return d, false, i, false
	}
	lowerCase := t.Text == t.Lower
	if lowerCase && d.Label != "Section" && d.Label != "Chapter" && d.Label != "Clause" {
		return d, false, i, false
	}
	plural = strings.HasSuffix(t.Lower, "s") && strings.Contains("sections chapters parts titles books clauses subclauses", t.Lower) ||
		t.Lower == "teile" || t.Lower == "teilen" || t.Lower == "abschnitte" || t.Lower == "abschnitten" || t.Lower == "kapiteln"
	return d, plural, i + 1, true
}

// captionRef reads "Table 3", "Abb. 2", "Tabellen 1 und 2".
func (s *scanner) captionRef(i int) (found, bool) {
	t := s.Tok(i)
	kind, label, ok := numbering.CaptionWord(t.Lower)
	if !ok || t.Text == t.Lower && len(t.Text) < 5 {
		return found{}, false
	}
	j := i + 1
	if s.Is(j, ".") {
		j++
	}
	read := func(k int) (string, string, int, bool) {
		n, next := s.composite(k)
		if n == "" || s.Dated(k) {
			return "", "", k, false
		}
		end := s.chain(next, n, true)
		return n, s.Slice(next, end), end, true
	}
	plural := strings.HasSuffix(t.Lower, "s") || strings.HasSuffix(t.Lower, "en")
	return s.qualified(kind, label, i, j, read, plural)
}
