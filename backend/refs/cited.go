package refs

import (
	"slices"
	"strings"
)

// citedShort reads a short name behind a reference: a number of a series, "Table 4 of KX-07", or a name the text has introduced.
func (s *scanner) citedShort(i int) (qualifier, bool) {
	if determiner(s.tok(i).lower) {
		i++
	}
	if a, n := s.aliasAt(i); n > 0 && a.sure {
		return qualifier{name: a.text, next: i + n}, true
	}
	for k := i; k < i+4 && s.capital(k); k++ {
		if t := s.tok(k); isCode(t.text) && s.series[nameKey(t.text)] && (k == i || paperNoun(s.tok(k-1).lower)) {
			return qualifier{name: t.text, next: k + 1}, true
		}
	}
	return qualifier{}, false
}

// citedName reads what citedShort reads, and else takes a name with a word for a document in it for a hint: "Section 5.2 of the
// Handbook" means another document where the library has a Handbook, and this one where not.
func (s *scanner) citedName(i int) (qualifier, bool) {
	if q, ok := s.citedShort(i); ok {
		return q, true
	}
	if !determiner(s.tok(i-1).lower) && !determiner(s.tok(i).lower) {
		return qualifier{}, false
	}
	if determiner(s.tok(i).lower) {
		i++
	}
	if lawNoun(s.tok(i).lower) == namedLaw && s.capital(i) { // "§ 5 of the Kellerluftverordnung" in an English text
		return qualifier{name: s.tok(i).text, next: i + 1}, true
	}
	end, noun := i, 0
	for k := i; k < i+maxName; k++ {
		t := s.tok(k)
		if s.capital(k) {
			end = k + 1
			if noun == 0 && paperNoun(t.lower) {
				noun = end
			}
		} else if k == i || !(t.kind == word && (titleLink(t.lower) || nameWord(t.lower) || t.lower == "am") || s.is(k, ":")) {
			break
		}
	}
	if noun == 0 {
		return qualifier{}, false
	}
	short := s.slice(i, noun)
	hints := slices.Compact([]string{s.slice(i, end), short})
	if bare, ok := strings.CutSuffix(short, "s"); ok {
		hints = append(hints, bare) // the genitive
	}
	return qualifier{hints: hints, next: noun}, true
}

// outward gives a table the document of the section it is in: "Table 3 in Section 5.2 of the Handbook".
func (s *scanner) outward(f found) {
	g, ok := s.last()
	last := f.pointers[len(f.pointers)-1]
	if !ok || g.named || g.kind != KindTable && g.kind != KindFigure && g.kind != KindEquation || last.Qualifier == "" && len(last.Hints) == 0 {
		return
	}
	if f.first != g.last+1 || s.tok(g.last).lower != "in" && s.tok(g.last).lower != "of" && s.tok(g.last).lower != "von" {
		return
	}
	s.found[len(s.found)-1] = g.like(f)
}
