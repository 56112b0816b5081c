package detect

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
)

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
		text := s.Slice(n.first, n.last)
		a := s.aliases.names[naming.NameKey(text)]
		switch last := s.Tok(n.last - 1).Text; {
		case a.sure || s.aliases.titles[naming.NameKey(text)]:
			if b.first >= 0 {
				n.first = min(n.first, b.first)
			}
			return s.take(f, n.first, text)
		case naming.IsCode(last):
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
		text := s.Slice(n.first, n.last)
		_, more := s.meaning(text)
		hints = append(append(hints, text), more...)
	}
	f.front = true
	f.hint(hints...)
	if name := s.phrase(b.end); s.holdsBookNoun(name.first, name.last) || naming.PaperNoun(s.Tok(b.end-1).Lower) || naming.IsAbbreviation(s.Slice(name.first, name.last)) {
		f.first = s.claim(name.first, f.first)
	}
	return f
}

// claim returns the token a reference may begin at when its name begins at token first: earlier references to parts stay whole, and
// a parenthesis is not opened.
func (s *scanner) claim(first, own int) int {
	for n := len(s.found); n > 0 && s.found[n-1].last > first; n-- {
		if s.found[n-1].kind != refs.KindDocument {
			return own
		}
	}
	if s.Is(own-1, "(") {
		return own
	}
	return first
}

// before collects the names in front of the reference at token i: "X, Section 5", "X (Y), Section 5", "X (Section 5)", “X,” Section 5.
func (s *scanner) before(i int) namesBefore {
	b := namesBefore{first: -1, tight: s.Is(i-1, ",")}
	end := i
	if b.tight || s.Is(i-1, "(") {
		end--
	}
	if t := s.Tok(end - 1); t.Kind == naming.Sign && naming.Quote(t.Text) {
		return s.quotedBefore(end-1, b)
	}
	if b.end = end; s.Is(end-1, ")") {
		open := s.opening(end - 1)
		b.names, b.first, b.end = s.candidates(open), s.phrase(open).first, open
		b.names = append(b.names, s.candidates(end-1)...)
		return b
	}
	b.names = s.candidates(end)
	b.tight = b.tight || naming.PaperNoun(s.Tok(end-1).Lower) && s.Determined(end-1)
	return b
}

// quotedBefore takes a title in quotation marks for a name.
func (s *scanner) quotedBefore(closing int, b namesBefore) namesBefore {
	for open := closing - 1; open >= 0 && closing-open < 25 && s.Tok(open).Kind != naming.Stop; open-- {
		if t := s.Tok(open); t.Kind != naming.Sign || !naming.Quote(t.Text) {
			continue
		}
		end := closing
		if s.Is(end-1, ",") {
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
		switch t := s.Tok(k); {
		case t.Kind == naming.Stop || t.Text == ")":
			return 0
		case t.Text == "(":
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
	if !s.Capital(end-1) && s.Tok(end-1).Kind != naming.Numeral {
		return nil
	}
	for k := end - 1; k >= 0 && end-k <= maxName && len(out) < enough; k-- {
		if t := s.Tok(k); t.Kind == naming.Stop || t.Kind == naming.Sign && !strings.Contains(":–-’'&/", t.Text) {
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
	if !s.Capital(k) || opensSentence(s.Tok(k).Lower) || s.Capital(k-1) && !opensSentence(s.Tok(k-1).Lower) || s.Is(k-1, ":") {
		return false
	}
	return end-k > 1 || naming.ShortName(s.Tok(k).Text) || s.Determined(k)
}

// phrase returns the row of capitals, and of the small words between them, that ends before token end.
func (s *scanner) phrase(end int) span {
	if naming.PaperNoun(s.Tok(end-1).Lower) && naming.Determiner(s.Tok(end-2).Lower) {
		return span{end - 1, end}
	}
	first := end
	for k := end - 1; k >= 0 && end-k <= maxName; k-- {
		switch t := s.Tok(k); {
		case s.Capital(k) && !opensSentence(t.Lower):
			first = k
		case t.Kind == naming.Numeral, t.Kind == naming.Sign && strings.Contains(":–-’'&/", t.Text):
		case t.Kind == naming.Word && t.Text == t.Lower && (naming.TitleLink(t.Lower) || naming.NameWord(t.Lower) || t.Lower == "am"):
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
	return naming.Determiner(word)
}
