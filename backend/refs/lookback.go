package refs

import "strings"

// span is a name in the text: tokens [first, last).
type span struct{ first, last int }

// namesBefore is what stands in front of a reference and may be the name of a document.
type namesBefore struct {
	names []span // the longest first
	first int    // where the whole begins when one of the names stands in parentheses behind another, -1 otherwise
	end   int    // where the first name ends
	tight bool   // a comma ties the reference to what stands in front, or that is a document by its words
}

// lookBack reads the names in front of a reference, as far as the text tells them for sure, and keeps the others as hints.
func (s *scanner) lookBack(f found) found {
	b := s.before(f.first)
	for _, n := range b.names {
		text := s.slice(n.first, n.last)
		a := s.aliases.names[nameKey(text)]
		switch last := s.tok(n.last - 1).text; {
		case a.sure || s.aliases.titles[nameKey(text)]:
			if b.first >= 0 {
				n.first = min(n.first, b.first)
			}
			return s.take(f, n.first, text)
		case isCode(last):
			return s.take(f, n.last-1, last)
		}
	}
	if len(b.names) == 0 || !b.tight {
		return f
	}
	return s.suppose(f, b)
}

// take gives a reference the document of that name, which stands from token first on.
func (s *scanner) take(f found, first int, name string) found {
	f.named, f.front, f.first = true, true, s.claim(first, f.first)
	qualifier, hints := s.meaning(name)
	f.mean(qualifier, hints...)
	return f
}

// suppose keeps the names in front of a reference as hints. Its text takes in the name where that is one of a document by its words.
func (s *scanner) suppose(f found, b namesBefore) found {
	var hints []string
	for _, n := range b.names {
		text := s.slice(n.first, n.last)
		_, more := s.meaning(text)
		hints = append(append(hints, text), more...)
	}
	f.front = true
	f.mean("", hints...)
	if name := s.phrase(b.end); s.holdsBookNoun(name.first, name.last) || paperNoun(s.tok(b.end-1).lower) || isAbbreviation(s.slice(name.first, name.last)) {
		f.first = s.claim(name.first, f.first)
	}
	return f
}

// claim returns the token a reference may begin at when its name begins at token first: earlier references to parts stay whole, and
// a parenthesis is not opened.
func (s *scanner) claim(first, own int) int {
	for n := len(s.found); n > 0 && s.found[n-1].last > first; n-- {
		if s.found[n-1].kind != KindDocument {
			return own
		}
	}
	if s.is(own-1, "(") {
		return own
	}
	return first
}

// before collects the names in front of the reference at token i: "X, Section 5", "X (Y), Section 5", "X (Section 5)", “X,” Section 5.
func (s *scanner) before(i int) namesBefore {
	b := namesBefore{first: -1, tight: s.is(i-1, ",")}
	end := i
	if b.tight || s.is(i-1, "(") {
		end--
	}
	if t := s.tok(end - 1); t.kind == sign && quote(t.text) {
		return s.quotedBefore(end-1, b)
	}
	if b.end = end; s.is(end-1, ")") {
		open := s.opening(end - 1)
		b.names, b.first, b.end = s.candidates(open), s.phrase(open).first, open
		b.names = append(b.names, s.candidates(end-1)...)
		return b
	}
	b.names = s.candidates(end)
	b.tight = b.tight || paperNoun(s.tok(end-1).lower) && s.determined(end-1)
	return b
}

// quotedBefore takes a title in quotation marks for a name.
func (s *scanner) quotedBefore(closing int, b namesBefore) namesBefore {
	for open := closing - 1; open >= 0 && closing-open < 25 && s.tok(open).kind != stop; open-- {
		if t := s.tok(open); t.kind != sign || !quote(t.text) {
			continue
		}
		end := closing
		if s.is(end-1, ",") {
			end, b.tight = end-1, true
		}
		if end > open+1 {
			b.names, b.end = []span{{open + 1, end}}, open+1
		}
		return b
	}
	return b
}

// opening returns the token of the parenthesis that the one at token closing closes, 0 when it is far.
func (s *scanner) opening(closing int) int {
	for k := closing - 1; k > 0 && closing-k < 40; k-- {
		switch t := s.tok(k); {
		case t.kind == stop || t.text == ")":
			return 0
		case t.text == "(":
			return k
		}
	}
	return 0
}

// maxName is how many tokens the name of a document may have.
const maxName = 16

// candidates returns the stretches of text that end before token end and may be the name of a document, the longest first.
func (s *scanner) candidates(end int) []span {
	const enough = 6
	var out []span
	if !s.capital(end-1) && s.tok(end-1).kind != numeral {
		return nil
	}
	for k := end - 1; k >= 0 && end-k <= maxName && len(out) < enough; k-- {
		if t := s.tok(k); t.kind == stop || t.kind == sign && !strings.Contains(":–-’'&/", t.text) {
			break
		}
		if s.beginsName(k, end) {
			out = append([]span{{k, end}}, out...)
		}
	}
	return out
}

// beginsName reports whether the name that ends before token end may begin at token k: with a capital, and not in the middle of a
// longer row of capitals: in "the WHO Handbook" no "Handbook" begins. One plain word needs an article: "In Germany, Section 5" names nothing.
func (s *scanner) beginsName(k, end int) bool {
	if !s.capital(k) || opensSentence(s.tok(k).lower) || s.capital(k-1) && !opensSentence(s.tok(k-1).lower) || s.is(k-1, ":") {
		return false
	}
	return end-k > 1 || shortName(s.tok(k).text) || s.determined(k)
}

// phrase returns the row of capitals, and of the small words between them, that ends before token end.
func (s *scanner) phrase(end int) span {
	if paperNoun(s.tok(end-1).lower) && determiner(s.tok(end-2).lower) {
		return span{end - 1, end}
	}
	first := end
	for k := end - 1; k >= 0 && end-k <= maxName; k-- {
		switch t := s.tok(k); {
		case s.capital(k) && !opensSentence(t.lower):
			first = k
		case t.kind == numeral, t.kind == sign && strings.Contains(":–-’'&/", t.text):
		case t.kind == word && t.text == t.lower && (titleLink(t.lower) || nameWord(t.lower) || t.lower == "am"):
		default:
			return span{first, end}
		}
	}
	return span{first, end}
}

// opensSentence reports whether a word with a capital, given in lower case, stands in front of a name rather than in it.
func opensSentence(word string) bool {
	switch word {
	case "in", "as", "see", "for", "according", "under", "by", "with", "from", "of", "to", "im", "siehe", "vgl", "nach", "laut", "gemäß", "für", "mit", "aus", "bei", "zu", "this", "dieser", "diese", "dieses":
		return true
	}
	return determiner(word)
}
