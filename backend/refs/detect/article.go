package detect

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// articleRef reads "Article 6(1)(f)", "Articles 12 to 15", "Artikel 18 Absatz 1 Buchstabe a", "Art. 6".
func (s *scanner) articleRef(i int) (found, bool) {
	plural, j, ok := s.ArticleWord(i)
	if !ok {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n := s.Tok(k)
		if n.Kind != naming.Numeral || s.Dated(k) {
			return "", "", k, false
		}
		next := s.romanParagraph(s.points(s.parentheses(k + 1)))
		next = s.chain(next, n.Text, plural)
		return n.Text, s.Slice(k+1, next), next, true
	}
	return s.qualified(refs.KindArticle, "Article", i, j, read, true)
}

// points reads ", point (f)" and ", first subparagraph" behind an article.
func (s *scanner) points(i int) int {
	j := i
	if s.Is(j, ",") {
		j++
	}
	if t := s.Tok(j).Lower; (t == "point" || t == "points") && s.Is(j+1, "(") && s.shortValue(j+2) && s.Is(j+3, ")") {
		return s.parenthesesAfter(j + 1)
	}
	if s.Tok(j+1).Lower == "subparagraph" && j > i {
		return j + 2
	}
	return i
}

// parenthesesAfter reads a list of values in parentheses that begins at token i after a space.
func (s *scanner) parenthesesAfter(i int) int {
	next := i
	for s.Is(next, "(") && s.shortValue(next+1) && s.Is(next+2, ")") {
		next += 3
		at, _, ok := s.separator(next)
		if !ok || !s.Is(at, "(") {
			return next
		}
		if !s.shortValue(at+1) || !s.Is(at+2, ")") {
			return next
		}
		next = at
	}
	return next
}

// annexRef reads "Anlage 3 Teil B Nummer 2", "Annex II", "Appendix C.2.1".
func (s *scanner) annexRef(i int) (found, bool) {
	t := s.Tok(i)
	label, ok := numbering.AnnexWord(t.Lower)
	if !ok {
		return found{}, false
	}
	if numbering.OwnAnnexWord(label) && t.Text == t.Lower {
		return found{}, false // "schedule 2 meetings"
	}
	plural := t.Lower == "anlagen" || t.Lower == "anhänge" || t.Lower == "anhängen" || t.Lower == "appendices" || strings.HasSuffix(t.Lower, "s") && t.Lower != "anhangs" && t.Lower != "anhanges"
	read := func(k int) (string, string, int, bool) {
		n, next := s.composite(k)
		if n == "" || s.Dated(k) {
			return "", "", k, false
		}
		end := s.chain(s.parentheses(next), n, plural)
		return n, s.Slice(next, end), end, true
	}
	return s.qualified(refs.KindAnnex, label, i, i+1, read, plural)
}

// composite reads a number that may begin with a letter or be Roman, "C.2.1", "III", "5.2", at token i.
func (s *scanner) composite(i int) (number string, next int) {
	t := s.Tok(i)
	if t.Kind == naming.Stop || t.Kind == naming.Sign {
		return "", i
	}
	number, rest := numbering.CutAnnexNumber(s.Text[t.At:])
	if number == "" || numbering.IsWordByte(rest) && rest[0] != ' ' {
		return "", i
	}
	next = s.SkipTo(i, t.At+len(number))
	if s.Is(next, ".") && s.Tok(next+1).Kind == naming.Numeral && s.numbers[number+"."+s.Tok(next+1).Text] {
		return number + "." + s.Tok(next+1).Text, next + 2 // "Appendix C. 2.2", set apart at a line end
	}
	return number, next
}

// recitalRef reads "recital 26", "Recitals (1) and (2)", "Erwägungsgrund 4".
func (s *scanner) recitalRef(i int) (found, bool) {
	switch s.Tok(i).Lower {
	case "recital", "recitals", "erwägungsgrund", "erwägungsgrundes", "erwägungsgründe", "erwägungsgründen":
	default:
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		if s.Is(k, "(") && s.Tok(k+1).Kind == naming.Numeral && s.Is(k+2, ")") {
			return s.Tok(k + 1).Text, "", k + 3, true
		}
		return s.Tok(k).Text, "", k + 1, s.Tok(k).Kind == naming.Numeral
	}
	return s.qualified(refs.KindRecital, "Recital", i, i+1, read, true)
}
