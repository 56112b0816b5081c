package detect

import (
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// coordinate gives references that name no document the one named after the last of a coordinated row: "§ 6, § 7 oder § 9 des
// Radongesetzes". It also carries "this law" and the version meant.
func (s *scanner) coordinate() {
	for i := len(s.found) - 1; i > 0; i-- {
		next, f := &s.found[i], &s.found[i-1]
		if f.named || f.self || !(next.named || next.self) || !coordinates(f, next) || !s.connected(f.last, next.first) {
			continue
		}
		if next.named && (s.ownProvision(f, next) || s.ownSection(f, next)) {
			continue
		}
		last := next.pointers[len(next.pointers)-1]
		f.named, f.self, f.shared = next.named, next.self, true
		f.mean(last.Qualifier, last.Hints...)
		if last.Old {
			f.outdate()
		}
	}
}

// ownProvision reports whether a reference joined only by "in Verbindung mit", or by a preposition said again ("nach den §§ 6 und 7 oder
// nach § 12 des ..."), means a section this document has, rather than one of the law named behind the next.
func (s *scanner) ownProvision(f, next *found) bool {
	last := next.pointers[len(next.pointers)-1]
	if _, edition := naming.CutEdition(last.Qualifier); last.Old || edition != "" || next.shared {
		return false // the row is about a version, or goes on behind the next
	}
	loose := false
	for i := f.last; i < next.first; i++ {
		t := s.Tok(i).Lower
		loose = loose || t == "verbindung" || t == "conjunction" || (t == "nach" || t == "gemäß") && len(f.pointers) > 1
	}
	return loose && s.owns(f.pointers)
}

// ownSection reports whether a section in front of one of another document, "Section 4 and Section 7.2 of [HTTP]", may be one of this document:
// where it has such a section, and the other is no act, whose sections are named in rows.
func (s *scanner) ownSection(f, next *found) bool {
	if !strings.HasPrefix(f.pointers[0].Label, "Section ") {
		return false
	}
	for _, w := range strings.Fields(next.pointers[len(next.pointers)-1].Qualifier) {
		if naming.WorkNoun(strings.ToLower(w)) && w != strings.ToLower(w) {
			return false
		}
	}
	return slices.ContainsFunc(f.pointers, func(p refs.Pointer) bool { return s.numbers[p.Label] })
}

// coordinates reports whether two references can share a document's name.
func coordinates(a, b *found) bool {
	sort := func(f *found) string {
		switch label := f.pointers[0].Label; {
		case f.kind == refs.KindArticle:
			return "article"
		case f.kind == refs.KindSection && len(label) > 1 && label[:2] == "§", f.kind == refs.KindAnnex:
			return "law"
		case strings.HasPrefix(label, "Section "):
			return "section"
		}
		return ""
	}
	return sort(a) != "" && sort(a) == sort(b)
}

// connected reports whether only words that join references stand between two of them.
func (s *scanner) connected(from, to int) bool {
	if to <= from || to-from > 9 {
		return false
	}
	joined := false
	for i := from; i < to; i++ {
		t := s.Tok(i)
		switch {
		case t.Text == "," || numbering.IsConjunction(t.Lower) || t.Lower == "verbindung" || t.Lower == "conjunction":
			joined = true
		case t.Text == ".":
			if s.Tok(i-1).Lower != "i" && s.Tok(i-1).Lower != "v" && s.Tok(i-1).Lower != "m" {
				return false
			}
		case !connector(t.Lower):
			return false
		}
	}
	return joined
}

func connector(word string) bool {
	return numbering.OneOf(word, "nach", "den", "des", "der", "dem", "die", "in", "mit", "auch", "jeweils", "gemäß", "von", "i", "v", "m", "entgegen", "noch", "with", "under", "either")
}

// echo marks a reference without a document whose section was last named, in the same paragraph, in an old version: "nach § 29 der ...
// in der bis zum ... geltenden Fassung ..., bei der gemäß § 29 Absatz 2 der Nachweis geführt ist".
func (s *scanner) echo() {
	const reach = 80 // tokens
	for i := range s.found {
		f := &s.found[i]
		if f.named || f.self || len(f.pointers) != 1 || f.kind != refs.KindSection {
			continue
		}
		for k := i - 1; k >= 0 && f.first-s.found[k].last < reach && !s.broken(s.found[k].last, f.first); k-- {
			p := s.found[k].pointers[0]
			if p.Old && p.Number == f.pointers[0].Number && p.Kind == f.kind && p.Label == f.pointers[0].Label {
				f.pointers[0].Old, f.pointers[0].Qualifier, f.named = true, p.Qualifier, true
				break
			}
		}
	}
}

// broken reports whether a title or a new section stands between two tokens.
func (s *scanner) broken(from, to int) bool {
	return slices.ContainsFunc(s.Tokens[from:max(from, to)], func(t naming.Token) bool { return t.Kind == naming.Stop })
}
