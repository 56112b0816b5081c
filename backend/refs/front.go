package refs

import "strings"

// inFront completes a reference that names no document behind it with the one named in front: "KX-07, Section 8.2", "the Handbook,
// Section 5.2, Table 3", "(Damp Cellars: A Handbook, Section 3)". What may be a name and may be none is kept as hints.
func (s *scanner) inFront(f found) found {
	if f.named || f.self || len(f.pointers[0].Hints) > 0 || !ofAnyDocument(f) {
		return f
	}
	if g, ok := s.continued(f); ok {
		return f.like(g)
	}
	if g, ok := s.teller(f.first); ok {
		return f.like(g)
	}
	if s.afterReference(f.first) {
		return f
	}
	return s.lookBack(f)
}

// ofAnyDocument reports whether the part pointed to is one that documents of every sort have, unlike the paragraphs of laws.
func ofAnyDocument(f found) bool {
	switch f.kind {
	case KindSection, KindChapter, KindPart:
		return !strings.HasPrefix(f.pointers[0].Label, "§")
	case KindAnnex, KindTable, KindFigure, KindEquation:
		return true
	}
	return false
}

// like gives a reference the document that another means.
func (f found) like(g found) found {
	last := g.pointers[len(g.pointers)-1]
	f.named, f.front = last.Qualifier != "", true
	f.mean(last.Qualifier, last.Hints...)
	return f
}

func (s *scanner) last() (found, bool) {
	if len(s.found) == 0 {
		return found{}, false
	}
	return s.found[len(s.found)-1], true
}

// continued returns the reference whose document f shares: a table named right behind a section of another document, or a section
// behind an annex.
func (s *scanner) continued(f found) (found, bool) {
	g, ok := s.last()
	if !ok || !g.front {
		return g, false
	}
	at := g.last
	if next, conjunction, ok := s.separator(at); ok && !isRange(conjunction) {
		at = next
	}
	inner := f.kind == KindTable || f.kind == KindFigure || f.kind == KindEquation || f.kind == KindSection && g.kind == KindAnnex
	return g, at == f.first && inner
}

// afterReference reports whether nothing but a comma stands between a reference to another part and token i: it is no name.
func (s *scanner) afterReference(i int) bool {
	g, ok := s.last()
	return ok && g.kind != KindDocument && (g.last == i || g.last == i-1 && s.is(i-1, ","))
}

// teller returns the reference to the document that "its Section 6", or "the Handbook lists in Section 6", means: the last in the
// sentence, or else what an article and its noun make a document.
func (s *scanner) teller(i int) (found, bool) {
	possessive := s.possessive(i - 1)
	if !possessive && s.tok(i-1).lower != "in" && s.tok(i-2).lower != "in" {
		return found{}, false
	}
	g, ok := s.lastNaming(i)
	if !ok || s.sentenceEnds(g.last, i) {
		return g, false
	}
	return g, possessive || g.kind == KindDocument && s.subject(g) && s.tells(g.last, i)
}

// lastNaming returns the last reference in front of token i that names another document, or may.
func (s *scanner) lastNaming(i int) (found, bool) {
	const reach = 40 // tokens
	g, ok := s.last()
	floor := max(0, i-reach)
	if ok {
		floor = max(floor, g.last)
	}
	for k := i - 1; k > floor; k-- {
		if s.capital(k) && paperNoun(s.tok(k).lower) && determiner(s.tok(k-1).lower) {
			p := Pointer{Hints: []string{s.tok(k).text}}
			return found{kind: KindDocument, pointers: []Pointer{p}, first: k, last: k + 1}, true
		}
	}
	if !ok || i-g.last > reach {
		return g, false
	}
	p := g.pointers[len(g.pointers)-1]
	return g, p.Qualifier != "" || len(p.Hints) > 0
}

func (s *scanner) possessive(i int) bool {
	return oneOf(s.tok(i).lower, "its", "seine", "seiner", "seinem", "seinen", "ihre", "ihrer", "ihrem", "ihren", "dessen", "deren")
}

func (s *scanner) sentenceEnds(from, to int) bool {
	for k := from; k < to; k++ {
		if t := s.tok(k); t.kind == stop || t.text == ";" || t.text == "." && s.capital(k+1) {
			return true
		}
	}
	return false
}

// subject reports whether a document named is not the object of a preposition: "results of the Handbook are given in Section 4".
func (s *scanner) subject(g found) bool {
	i := g.first - 1
	if determiner(s.tok(i).lower) {
		i--
	}
	switch s.tok(i).lower {
	case "of", "from", "by", "with", "to", "for", "under", "in", "von", "aus", "mit", "nach", "gemäß", "zu", "bei":
		return false
	}
	return s.tok(g.first-1).lower != "des"
}

// tells reports whether a verb and "in" lead from the name that ends before token from to the reference at token to.
func (s *scanner) tells(from, to int) bool {
	if s.is(from, "(") {
		if closing := s.closing(from); closing > 0 {
			from = closing + 1
		}
	}
	if determiner(s.tok(to - 1).lower) {
		to--
	}
	if s.tok(to-1).lower != "in" || !reporting(s.tok(from).lower) || to-from > 5 {
		return false
	}
	for k := from; k < to; k++ {
		if s.tok(k).kind != word {
			return false
		}
	}
	return true
}
