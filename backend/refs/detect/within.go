package detect

import (
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/refs/provision"
)

// withinRef reads a reference inside the section it stands in: "Absatz 2 Satz 1", "paragraph 2", "point (a) of paragraph 1", "this Article".
// It has a pointer for each place named, whose Sub names the units from the widest to the narrowest: "Absatz 2 Satz 1", "paragraph 1 point a".
func (s *scanner) withinRef(i int) (found, bool) {
	if f, ok := s.thisRef(i); ok {
		return f, true
	}
	kind, next := refs.KindParagraph, 0
	var paths []provision.Path
	switch unit, _ := numbering.SubUnit(s.Tok(i).Lower); unit {
	case "Satz", "Halbsatz", "Absatz", "Unterabsatz", "Nummer", "Buchstabe", "Doppelbuchstabe":
		if unit == "Satz" || unit == "Halbsatz" {
			kind = refs.KindSentence
		}
		next = s.chain(i, "", false)
		paths = s.germanPaths(i, next)
	default:
		paths, next = s.englishPaths(i)
	}
	if next <= i+1 || len(paths) == 0 {
		return found{}, false
	}
	if f, ok := s.ofArticle(i, next, paths); ok {
		return f, true
	}
	label := s.Slice(i, next)
	f := found{kind: kind, first: i, last: next, rest: s.ofThis(next)}
	for _, p := range paths {
		f.pointers = append(f.pointers, refs.Pointer{Kind: kind, Number: p[0].Value, Label: label, Sub: p.String()})
	}
	return f, true
}

// ofArticle reads the article behind a part of it: "point (f) of Article 6(1)".
func (s *scanner) ofArticle(i, next int, paths []provision.Path) (found, bool) {
	if !s.Words(next, "of") {
		return found{}, false
	}
	f, ok := s.articleRef(next + 1)
	if !ok {
		return found{}, false
	}
	f.first = i
	if len(f.pointers) == 1 && len(paths) == 1 {
		f.pointers[0].Sub = strings.TrimSpace(f.pointers[0].Sub + " " + paths[0].String())
	}
	return f, true
}

// thisRef reads "this Article", "dieses Absatzes": the place it stands in itself, whose pointer has no Sub.
func (s *scanner) thisRef(i int) (found, bool) {
	switch s.Tok(i).Lower {
	case "this", "dieser", "dieses", "diesem", "diesen":
	default:
		return found{}, false
	}
	noun := s.Tok(i + 1)
	if _, ok := numbering.HereUnit(noun.Lower); !ok || s.Tok(i+2).Kind == naming.Numeral || s.Is(i+2, "(") {
		return found{}, false
	}
	p := refs.Pointer{Kind: refs.KindParagraph, Label: s.Slice(i, i+2)}
	return found{kind: refs.KindParagraph, pointers: []refs.Pointer{p}, first: i, last: i + 2, self: true}, true
}

// ofThis returns the token behind "of this Article" at token i, i where it does not say so.
func (s *scanner) ofThis(i int) int {
	if s.Words(i, "of", "this") {
		i++
	} else if s.Words(i, "dieses") || s.Words(i, "dieser") {
		if _, ok := numbering.HereUnit(s.Tok(i + 1).Lower); !ok {
			return i
		}
	} else {
		return i
	}
	if f, ok := s.thisRef(i); ok {
		return f.last
	}
	return i
}

// germanPaths takes the chain of units in tokens [i, end) apart: "Absatz 1 Satz 2 und 3" names two places.
func (s *scanner) germanPaths(i, end int) []provision.Path {
	var out []provision.Path
	var at provision.Path
	joined, ranged := false, false // by a comma or conjunction, by "bis", to what stands in front
	unit := ""
	for ; i < end; i++ {
		t := s.Tok(i)
		if numbering.IsOrdinal(t.Lower) {
			continue
		}
		if u, ok := numbering.SubUnit(t.Lower); ok {
			if numbering.IsOrdinal(s.Tok(i - 1).Lower) {
				continue // "erster Halbsatz": as far as the sentence
			}
			if unit = u; joined && len(at) > 0 && provision.Width(u) <= provision.Width(at[len(at)-1].Unit) {
				out = append(out, slices.Clone(at))
				at = at.Above(u)
			} else if joined && !s.comma(i) && len(at) > 0 { // "Satz 2 und Nummer 3" are two places side by side
				out, at = append(out, slices.Clone(at)), slices.Clone(at[:len(at)-1])
			}
			joined = false
			continue
		}
		switch {
		case t.Lower == "verbindung":
			if len(at) > 0 {
				out = append(out, slices.Clone(at))
			}
			at, joined = nil, false
		case t.Text == "," || numbering.IsConjunction(t.Lower):
			joined, ranged = true, numbering.IsRange(t.Lower)
		case t.Kind == naming.Numeral || t.Kind == naming.Word && len(t.Text) <= 4 && unit != "":
			if unit == "" || t.Kind == naming.Word && (t.Lower == "in" || t.Lower == "mit" || t.Lower == "auch" || t.Lower == "nach" || naming.Determiner(t.Lower)) {
				continue
			}
			if joined && len(at) > 0 {
				from := at[len(at)-1].Value
				out = append(out, slices.Clone(at))
				if ranged {
					for _, n := range expandValues(from, t.Text) {
						at[len(at)-1].Value = n
						out = append(out, slices.Clone(at))
					}
				}
				at = slices.Clone(at[:len(at)-1])
			}
			at, joined, ranged = append(at, provision.Step{Unit: unit, Value: t.Text}), false, false
		}
	}
	if len(at) > 0 {
		out = append(out, at)
	}
	return out
}

// comma reports whether only a comma stands in front of token i: "Absatz 1, Satz 2" goes on.
func (s *scanner) comma(i int) bool { return s.Is(i-1, ",") }

// expandValues returns the values between two: numbers, or letters.
func expandValues(from, to string) []string {
	if len(from) == 1 && len(to) == 1 && from[0] >= 'a' && to[0] <= 'z' {
		var out []string
		for c := from[0] + 1; c < to[0]; c++ {
			out = append(out, string(c))
		}
		return out
	}
	return numbering.Expand(from, to)
}

// partWord returns the word for a unit inside a section that an English word names.
func partWord(word string) (string, bool) {
	switch strings.TrimSuffix(word, "s") {
	case "paragraph", "subparagraph", "point", "subsection":
		return strings.TrimSuffix(word, "s"), true
	case "para":
		return "paragraph", true
	}
	return "", false
}

// englishPaths reads "paragraphs 1 and 2", "points (a) to (c) of paragraph 1", "the first subparagraph of paragraph 2", "subsection (b)(1)".
func (s *scanner) englishPaths(i int) ([]provision.Path, int) {
	if ordinal := ordinalWord(s.Tok(i).Lower); ordinal != "" {
		if s.Tok(i+1).Lower != "subparagraph" {
			return nil, 0
		}
		return s.ofPart([]provision.Path{{{Unit: "block", Value: ordinal}}}, i+2)
	}
	unit, ok := partWord(s.Tok(i).Lower)
	if !ok {
		return nil, 0
	}
	var out []provision.Path
	next, ranged := i+1, false
	for at := next; ; {
		p, end := s.partValue(at, unit)
		if end == at {
			break
		}
		if ranged && len(p) == 1 && len(out) > 0 && len(out[len(out)-1]) == 1 {
			for _, v := range expandValues(out[len(out)-1][0].Value, p[0].Value) {
				out = append(out, provision.Path{{Unit: unit, Value: v}})
			}
		}
		out, next = append(out, p), end
		var conjunction string
		if at, conjunction, ok = s.separator(next); !ok {
			break
		}
		ranged = numbering.IsRange(conjunction)
	}
	if len(out) == 0 {
		return nil, 0
	}
	return s.ofPart(out, next)
}

// partValue reads a value of an English unit, "1", "(a)", "3(b)(i)", and returns the token after it, i when there is none.
func (s *scanner) partValue(i int, unit string) (p provision.Path, next int) {
	switch t := s.Tok(i); {
	case t.Kind == naming.Numeral && !s.Dated(i):
		p, next = provision.Path{{Unit: unit, Value: t.Text}}, i+1
	case s.Is(i, "(") && s.shortValue(i+1) && s.Is(i+2, ")"):
		p, next = provision.Path{{Unit: unit, Value: s.Tok(i + 1).Text}}, i+3
	default:
		return nil, i
	}
	for s.Is(next, "(") && s.Is(next+2, ")") && s.shortValue(next+1) && s.Tok(next).At == s.Tok(next-1).End() {
		p, next = append(p, provision.Step{Unit: "point", Value: s.Tok(next + 1).Text}), next+3
	}
	return p, next
}

// ofPart reads the wider part that paths lie in, behind "of": "of paragraph 1", "of the second subparagraph".
func (s *scanner) ofPart(paths []provision.Path, next int) ([]provision.Path, int) {
	at := next
	if !s.Words(at, "of") {
		return paths, next
	}
	if at++; s.Words(at, "the") {
		at++
	}
	wider, end := s.englishPaths(at)
	if len(wider) != 1 {
		return paths, next
	}
	for i, p := range paths {
		paths[i] = slices.Concat(wider[0], p)
	}
	return paths, end
}

// ordinalWord returns the number that an English ordinal stands for, "" for none.
func ordinalWord(word string) string {
	for i, w := range []string{"first", "second", "third", "fourth", "fifth", "sixth"} {
		if w == word {
			return strconv.Itoa(i + 1)
		}
	}
	return ""
}
