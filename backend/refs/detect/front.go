package detect

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

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
	case refs.KindSection, refs.KindChapter, refs.KindPart:
		return !strings.HasPrefix(f.pointers[0].Label, "§")
	case refs.KindAnnex, refs.KindTable, refs.KindFigure, refs.KindEquation:
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
	if next, conjunction, ok := s.separator(at); ok && !numbering.IsRange(conjunction) {
		at = next
	}
	inner := f.kind == refs.KindTable || f.kind == refs.KindFigure || f.kind == refs.KindEquation || f.kind == refs.KindSection && g.kind == refs.KindAnnex
	return g, at == f.first && inner
}

// afterReference reports whether nothing but a comma stands between a reference to another part and token i: it is no name.
func (s *scanner) afterReference(i int) bool {
	g, ok := s.last()
	return ok && g.kind != refs.KindDocument && (g.last == i || g.last == i-1 && s.Is(i-1, ","))
}

// teller returns the reference to the document that "its Section 6", or "the Handbook lists in Section 6", means: the last in the
// sentence, or else what an article and its noun make a document.
func (s *scanner) teller(i int) (found, bool) {
	possessive := s.possessive(i - 1)
	if !possessive && s.Tok(i-1).Lower != "in" && s.Tok(i-2).Lower != "in" {
		return found{}, false
	}
	g, ok := s.lastNaming(i)
	if !ok || s.sentenceEnds(g.last, i) {
		return g, false
	}
	return g, possessive || g.kind == refs.KindDocument && s.subject(g) && s.tells(g.last, i)
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
		if s.Capital(k) && naming.PaperNoun(s.Tok(k).Lower) && naming.Determiner(s.Tok(k-1).Lower) {
			p := refs.Pointer{Hints: []string{s.Tok(k).Text}}
			return found{kind: refs.KindDocument, pointers: []refs.Pointer{p}, first: k, last: k + 1}, true
		}
	}
	if !ok || i-g.last > reach {
		return g, false
	}
	p := g.pointers[len(g.pointers)-1]
	return g, p.Qualifier != "" || len(p.Hints) > 0
}

func (s *scanner) possessive(i int) bool {
	return numbering.OneOf(s.Tok(i).Lower, "its", "seine", "seiner", "seinem", "seinen", "ihre", "ihrer", "ihrem", "ihren", "dessen", "deren")
}

func (s *scanner) sentenceEnds(from, to int) bool {
	for k := from; k < to; k++ {
		if t := s.Tok(k); t.Kind == naming.Stop || t.Text == ";" || t.Text == "." && s.Capital(k+1) {
			return true
		}
	}
	return false
}

// subject reports whether a document named is not the object of a preposition: "results of the Handbook are given in Section 4".
func (s *scanner) subject(g found) bool {
	i := g.first - 1
	if naming.Determiner(s.Tok(i).Lower) {
		i--
	}
	switch s.Tok(i).Lower {
	case "of", "from", "by", "with", "to", "for", "under", "in", "von", "aus", "mit", "nach", "gemäß", "zu", "bei":
		return false
	}
	return s.Tok(g.first-1).Lower != "des"
}

// tells reports whether a verb and "in" lead from the name that ends before token from to the reference at token to.
func (s *scanner) tells(from, to int) bool {
	if s.Is(from, "(") {
		if closing := s.closing(from); closing > 0 {
			from = closing + 1
		}
	}
	if naming.Determiner(s.Tok(to - 1).Lower) {
		to--
	}
	if s.Tok(to-1).Lower != "in" || !naming.Reporting(s.Tok(from).Lower) || to-from > 5 {
		return false
	}
	for k := from; k < to; k++ {
		if s.Tok(k).Kind != naming.Word {
			return false
		}
	}
	return true
}
