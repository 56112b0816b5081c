package detect

import (
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
)

// citedShort reads a short name behind a reference: a number of a series, "Table 4 of KX-07", or a name the text has introduced.
func (s *scanner) citedShort(i int) (qualifier, bool) {
	if naming.Determiner(s.Tok(i).Lower) {
		i++
	}
	if a, n := s.aliasAt(i); n > 0 && a.sure {
		return qualifier{name: a.text, next: i + n}, true
	}
	for k := i; k < i+4 && s.Capital(k); k++ {
		if t := s.Tok(k); naming.IsCode(t.Text) && s.series[naming.NameKey(t.Text)] && (k == i || naming.PaperNoun(s.Tok(k-1).Lower)) {
			return qualifier{name: t.Text, next: k + 1}, true
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
	if !naming.Determiner(s.Tok(i-1).Lower) && !naming.Determiner(s.Tok(i).Lower) {
		return qualifier{}, false
	}
	if naming.Determiner(s.Tok(i).Lower) {
		i++
	}
	if naming.LawNoun(s.Tok(i).Lower) == naming.NamedLaw && s.Capital(i) { // "§ 5 of the Kellerluftverordnung" in an English text
		return qualifier{name: s.Tok(i).Text, next: i + 1}, true
	}
	end, noun := i, 0
	for k := i; k < i+maxName; k++ {
		t := s.Tok(k)
		if s.Capital(k) {
			end = k + 1
			if noun == 0 && naming.PaperNoun(t.Lower) {
				noun = end
			}
		} else if k == i || !(t.Kind == naming.Word && (naming.TitleLink(t.Lower) || naming.NameWord(t.Lower) || t.Lower == "am") || s.Is(k, ":")) {
			break
		}
	}
	if noun == 0 {
		return qualifier{}, false
	}
	short := s.Slice(i, noun)
	hints := slices.Compact([]string{s.Slice(i, end), short})
	if bare, ok := strings.CutSuffix(short, "s"); ok {
		hints = append(hints, bare) // the genitive
	}
	return qualifier{hints: hints, next: noun}, true
}

// outward gives a table the document of the section it is in: "Table 3 in Section 5.2 of the Handbook".
func (s *scanner) outward(f found) {
	g, ok := s.last()
	last := f.pointers[len(f.pointers)-1]
	if !ok || g.named || g.kind != refs.KindTable && g.kind != refs.KindFigure && g.kind != refs.KindEquation || last.Qualifier == "" && len(last.Hints) == 0 {
		return
	}
	if f.first != g.last+1 || s.Tok(g.last).Lower != "in" && s.Tok(g.last).Lower != "of" && s.Tok(g.last).Lower != "von" {
		return
	}
	s.found[len(s.found)-1] = g.like(f)
}
