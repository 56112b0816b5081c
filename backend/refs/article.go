package refs

import "strings"

// articleRef reads "Article 6(1)(f)", "Articles 12 to 15", "Artikel 18 Absatz 1 Buchstabe a", "Art. 6".
func (s *scanner) articleRef(i int) (found, bool) {
	plural, j, ok := s.articleWord(i)
	if !ok {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n := s.tok(k)
		if n.kind != numeral || s.dated(k) {
			return "", "", k, false
		}
		next := s.romanParagraph(s.points(s.parentheses(k + 1)))
		next = s.chain(next, n.text, plural)
		return n.text, s.slice(k+1, next), next, true
	}
	return s.qualified(KindArticle, "Article", i, j, read, true)
}

// articleWord reads the word at token i and whether it promises several.
func (s *Stream) articleWord(i int) (plural bool, next int, ok bool) {
	switch t := s.tok(i); t.lower {
	case "article", "artikels":
		return false, i + 1, true
	case "artikel":
		before := s.tok(i - 1).lower
		return before == "die" || before == "den" || before == "der", i + 1, true
	case "articles", "artikeln":
		return true, i + 1, true
	case "art", "arts":
		if s.is(i+1, ".") {
			return t.lower == "arts", i + 2, true
		}
		return false, i + 1, t.text == "Art"
	}
	return false, i, false
}

// points reads ", point (f)" and ", first subparagraph" behind an article.
func (s *scanner) points(i int) int {
	j := i
	if s.is(j, ",") {
		j++
	}
	if t := s.tok(j).lower; (t == "point" || t == "points") && s.is(j+1, "(") && s.shortValue(j+2) && s.is(j+3, ")") {
		return s.parenthesesAfter(j + 1)
	}
	if s.tok(j+1).lower == "subparagraph" && j > i {
		return j + 2
	}
	return i
}

// parenthesesAfter reads a list of values in parentheses that begins at token i after a space.
func (s *scanner) parenthesesAfter(i int) int {
	next := i
	for s.is(next, "(") && s.shortValue(next+1) && s.is(next+2, ")") {
		next += 3
		at, _, ok := s.separator(next)
		if !ok || !s.is(at, "(") {
			return next
		}
		if !s.shortValue(at+1) || !s.is(at+2, ")") {
			return next
		}
		next = at
	}
	return next
}

// annexRef reads "Anlage 3 Teil B Nummer 2", "Annex II", "Appendix C.2.1".
func (s *scanner) annexRef(i int) (found, bool) {
	t := s.tok(i)
	label, ok := annexWord(t.lower)
	if !ok {
		return found{}, false
	}
	if ownAnnexWord(label) && t.text == t.lower {
		return found{}, false // "schedule 2 meetings"
	}
	plural := t.lower == "anlagen" || t.lower == "anhänge" || t.lower == "anhängen" || t.lower == "appendices" || strings.HasSuffix(t.lower, "s") && t.lower != "anhangs" && t.lower != "anhanges"
	read := func(k int) (string, string, int, bool) {
		n, next := s.composite(k)
		if n == "" || s.dated(k) {
			return "", "", k, false
		}
		end := s.chain(s.parentheses(next), n, plural)
		return n, s.slice(next, end), end, true
	}
	return s.qualified(KindAnnex, label, i, i+1, read, plural)
}

// composite reads a number that may begin with a letter or be Roman, "C.2.1", "III", "5.2", at token i.
func (s *scanner) composite(i int) (number string, next int) {
	t := s.tok(i)
	if t.kind == stop || t.kind == sign {
		return "", i
	}
	number, rest := cutAnnexNumber(s.text[t.at:])
	if number == "" || isWordByte(rest) && rest[0] != ' ' {
		return "", i
	}
	next = s.skipTo(i, t.at+len(number))
	if s.is(next, ".") && s.tok(next+1).kind == numeral && s.numbers[number+"."+s.tok(next+1).text] {
		return number + "." + s.tok(next+1).text, next + 2 // "Appendix C. 2.2", set apart at a line end
	}
	return number, next
}

// recitalRef reads "recital 26", "Recitals (1) and (2)", "Erwägungsgrund 4".
func (s *scanner) recitalRef(i int) (found, bool) {
	switch s.tok(i).lower {
	case "recital", "recitals", "erwägungsgrund", "erwägungsgrundes", "erwägungsgründe", "erwägungsgründen":
	default:
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		if s.is(k, "(") && s.tok(k+1).kind == numeral && s.is(k+2, ")") {
			return s.tok(k + 1).text, "", k + 3, true
		}
		return s.tok(k).text, "", k + 1, s.tok(k).kind == numeral
	}
	return s.qualified(KindRecital, "Recital", i, i+1, read, true)
}
