package refs

import (
	"slices"
	"strings"
)

// withinRef reads a reference inside the section it stands in: "Absatz 2 Satz 1", "paragraph 2", "point (a) of paragraph 1", "this Article".
// It has a pointer for each place named, whose Sub names the units from the widest to the narrowest: "Absatz 2 Satz 1", "paragraph 1 point a".
func (s *scanner) withinRef(i int) (found, bool) {
	if f, ok := s.thisRef(i); ok {
		return f, true
	}
	kind, next := KindParagraph, 0
	var paths []path
	switch unit, _ := subUnit(s.tok(i).lower); unit {
	case "Satz", "Halbsatz", "Absatz", "Unterabsatz", "Nummer", "Buchstabe", "Doppelbuchstabe":
		if unit == "Satz" || unit == "Halbsatz" {
			kind = KindSentence
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
	label := s.slice(i, next)
	f := found{kind: kind, first: i, last: next, rest: s.ofThis(next)}
	for _, p := range paths {
		f.pointers = append(f.pointers, Pointer{Kind: kind, Number: p[0].value, Label: label, Sub: p.String()})
	}
	return f, true
}

// ofArticle reads the article behind a part of it: "point (f) of Article 6(1)".
func (s *scanner) ofArticle(i, next int, paths []path) (found, bool) {
	if !s.words(next, "of") {
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
	switch s.tok(i).lower {
	case "this", "dieser", "dieses", "diesem", "diesen":
	default:
		return found{}, false
	}
	noun := s.tok(i + 1)
	if _, ok := hereUnit(noun.lower); !ok || s.tok(i+2).kind == numeral || s.is(i+2, "(") {
		return found{}, false
	}
	p := Pointer{Kind: KindParagraph, Label: s.slice(i, i+2)}
	return found{kind: KindParagraph, pointers: []Pointer{p}, first: i, last: i + 2, self: true}, true
}

// ofThis returns the token behind "of this Article" at token i, i where it does not say so.
func (s *scanner) ofThis(i int) int {
	if s.words(i, "of", "this") {
		i++
	} else if s.words(i, "dieses") || s.words(i, "dieser") {
		if _, ok := hereUnit(s.tok(i + 1).lower); !ok {
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

// step is one unit of a path with its value: "Absatz", "2".
type step struct{ unit, value string }

// path names a place inside a section, the widest unit first.
type path []step

func (p path) String() string {
	var out []string
	for _, s := range p {
		out = append(out, s.unit+" "+s.value)
	}
	return strings.Join(out, " ")
}

// parsePath reads what String wrote.
func parsePath(s string) path {
	var out path
	words := strings.Fields(s)
	for i := 0; i+1 < len(words); i += 2 {
		out = append(out, step{words[i], words[i+1]})
	}
	return out
}

// width orders the units of a law, the widest first.
func width(unit string) int {
	switch unit {
	case "Absatz", "subsection":
		return 1
	case "Unterabsatz":
		return 2
	case "Satz":
		return 3
	case "Nummer", "Ziffer":
		return 4
	case "Buchstabe":
		return 5
	case "Doppelbuchstabe":
		return 6
	}
	return 7
}

// germanPaths takes the chain of units in tokens [i, end) apart: "Absatz 1 Satz 2 und 3" names two places.
func (s *scanner) germanPaths(i, end int) []path {
	var out []path
	var at path
	joined, ranged := false, false // by a comma or conjunction, by "bis", to what stands in front
	unit := ""
	for ; i < end; i++ {
		t := s.tok(i)
		if isOrdinal(t.lower) {
			continue
		}
		if u, ok := subUnit(t.lower); ok {
			if isOrdinal(s.tok(i - 1).lower) {
				continue // "erster Halbsatz": as far as the sentence
			}
			if unit = u; joined && len(at) > 0 && width(u) <= width(at[len(at)-1].unit) {
				out = append(out, slices.Clone(at))
				at = at.above(u)
			} else if joined && !s.comma(i) && len(at) > 0 { // "Satz 2 und Nummer 3" are two places side by side
				out, at = append(out, slices.Clone(at)), slices.Clone(at[:len(at)-1])
			}
			joined = false
			continue
		}
		switch {
		case t.lower == "verbindung":
			if len(at) > 0 {
				out = append(out, slices.Clone(at))
			}
			at, joined = nil, false
		case t.text == "," || isConjunction(t.lower):
			joined, ranged = true, isRange(t.lower)
		case t.kind == numeral || t.kind == word && len(t.text) <= 4 && unit != "":
			if unit == "" || t.kind == word && (t.lower == "in" || t.lower == "mit" || t.lower == "auch" || t.lower == "nach" || determiner(t.lower)) {
				continue
			}
			if joined && len(at) > 0 {
				from := at[len(at)-1].value
				out = append(out, slices.Clone(at))
				if ranged {
					for _, n := range expandValues(from, t.text) {
						at[len(at)-1].value = n
						out = append(out, slices.Clone(at))
					}
				}
				at = slices.Clone(at[:len(at)-1])
			}
			at, joined, ranged = append(at, step{unit, t.text}), false, false
		}
	}
	if len(at) > 0 {
		out = append(out, at)
	}
	return out
}

// comma reports whether only a comma stands in front of token i: "Absatz 1, Satz 2" goes on.
func (s *scanner) comma(i int) bool { return s.is(i-1, ",") }

// above returns the steps of a path that are wider than a unit.
func (p path) above(unit string) path {
	n := slices.IndexFunc(p, func(s step) bool { return width(s.unit) >= width(unit) })
	if n < 0 {
		n = len(p)
	}
	return slices.Clone(p[:n])
}

// expandValues returns the values between two: numbers, or letters.
func expandValues(from, to string) []string {
	if len(from) == 1 && len(to) == 1 && from[0] >= 'a' && to[0] <= 'z' {
		var out []string
		for c := from[0] + 1; c < to[0]; c++ {
			out = append(out, string(c))
		}
		return out
	}
	return expand(from, to)
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
func (s *scanner) englishPaths(i int) ([]path, int) {
	if ordinal := ordinalWord(s.tok(i).lower); ordinal != "" {
		if s.tok(i+1).lower != "subparagraph" {
			return nil, 0
		}
		return s.ofPart([]path{{{"block", ordinal}}}, i+2)
	}
	unit, ok := partWord(s.tok(i).lower)
	if !ok {
		return nil, 0
	}
	var out []path
	next, ranged := i+1, false
	for at := next; ; {
		p, end := s.partValue(at, unit)
		if end == at {
			break
		}
		if ranged && len(p) == 1 && len(out) > 0 && len(out[len(out)-1]) == 1 {
			for _, v := range expandValues(out[len(out)-1][0].value, p[0].value) {
				out = append(out, path{{unit, v}})
			}
		}
		out, next = append(out, p), end
		var conjunction string
		if at, conjunction, ok = s.separator(next); !ok {
			break
		}
		ranged = isRange(conjunction)
	}
	if len(out) == 0 {
		return nil, 0
	}
	return s.ofPart(out, next)
}

// partValue reads a value of an English unit, "1", "(a)", "3(b)(i)", and returns the token after it, i when there is none.
func (s *scanner) partValue(i int, unit string) (p path, next int) {
	switch t := s.tok(i); {
	case t.kind == numeral && !s.dated(i):
		p, next = path{{unit, t.text}}, i+1
	case s.is(i, "(") && s.shortValue(i+1) && s.is(i+2, ")"):
		p, next = path{{unit, s.tok(i + 1).text}}, i+3
	default:
		return nil, i
	}
	for s.is(next, "(") && s.is(next+2, ")") && s.shortValue(next+1) && s.tok(next).at == s.tok(next-1).end() {
		p, next = append(p, step{"point", s.tok(next + 1).text}), next+3
	}
	return p, next
}

// ofPart reads the wider part that paths lie in, behind "of": "of paragraph 1", "of the second subparagraph".
func (s *scanner) ofPart(paths []path, next int) ([]path, int) {
	at := next
	if !s.words(at, "of") {
		return paths, next
	}
	if at++; s.words(at, "the") {
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
			return itoa(i + 1)
		}
	}
	return ""
}

// hereUnit knows the nouns of "this ..." and "dieses ..." that name a part of a document, and the kind of it: KindParagraph is a part of a section.
func hereUnit(noun string) (Kind, bool) {
	switch noun {
	case "article", "artikel", "artikels":
		return KindArticle, true
	case "section", "paragraphen", "paragraphs", "paragrafen":
		return KindSection, true
	case "chapter", "kapitel", "kapitels", "abschnitt", "abschnitts", "abschnittes":
		return KindChapter, true
	case "teil", "teils", "teiles":
		return KindPart, true
	case "annex", "appendix", "anlage", "anhang", "anhangs":
		return KindAnnex, true
	case "absatz", "absatzes", "paragraph", "subparagraph", "subsection":
		return KindParagraph, true
	}
	return "", false
}
