package detect

import (
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// aliases are the names a document uses for others and for itself: "the Handbook (Damp Cellars: A Handbook for Owners)", "hereafter
// the Survey", "im Folgenden LKL".
type aliases struct {
	names  map[string]alias // by key
	heads  map[string][]int // first word of a name, lower case -> lengths in tokens
	titles map[string]bool  // keys of the full names of documents
	own    map[string]bool  // keys of the names the document has itself
}

// alias is a name introduced for another document.
type alias struct {
	text string // as introduced, without article
	full string // what it stands for
	sure bool   // the words say that a document is meant: it is one wherever it stands
}

// learnAliases reads the whole text for introductions of names. own are names the document is known to have itself.
func (s *scanner) learnAliases(own []string) {
	s.aliases = aliases{map[string]alias{}, map[string][]int{}, map[string]bool{}, map[string]bool{}}
	for _, name := range own {
		s.aliases.own[naming.NameKey(name)] = true
	}
	for i := range s.Tokens {
		if s.Is(i, "(") {
			s.learnParentheses(i)
		} else if at, ok := s.Formula(i); ok {
			s.learnFormula(i, at)
		}
	}
}

// learn adds a name that stands in tokens [first, last).
func (s *scanner) learn(first, last int, sure bool, full string) {
	text := s.Slice(first, last)
	key := naming.NameKey(text)
	if len(key) < 3 || s.aliases.own[key] || s.pointsAt(first) || naming.LawNoun(s.Tok(last-1).Lower) != naming.NotLaw {
		return
	}
	if old := s.aliases.names[key]; old.sure {
		return
	}
	head := s.Tok(first).Lower
	s.aliases.names[key] = alias{text, full, sure}
	if !slices.Contains(s.aliases.heads[head], last-first) {
		s.aliases.heads[head] = append(s.aliases.heads[head], last-first)
	}
	if sure {
		s.aliases.titles[naming.NameKey(full)] = true
	}
}

// learnParentheses reads "the Handbook (Damp Cellars: A Handbook for Owners, Section 3)" and "Leitfaden Lüften im Keller (LLK)".
func (s *scanner) learnParentheses(open int) {
	closing := s.closing(open)
	if closing == 0 {
		return
	}
	if closing == open+2 && naming.ShortName(s.Tok(open+1).Text) {
		if name := s.phrase(open); s.namedBook(name) {
			s.learn(open+1, closing, true, s.Slice(name.first, name.last))
		}
		return
	}
	first := open
	for first > 0 && open-first < 3 && s.Capital(first-1) && !opensSentence(s.Tok(first-1).Lower) {
		first--
	}
	for k := open + 1; k < closing; k++ {
		if s.Is(k, ",") && s.pointsAt(k+1) {
			closing = k
		}
	}
	if first == open || !naming.PaperNoun(s.Tok(open-1).Lower) || !s.Determined(first) || !s.title(open+1, closing) {
		return
	}
	s.learn(first, open, true, s.Slice(open+1, closing))
}

// namedBook reports whether a phrase names a document by its first or last word, and not something that has one: "Leitfaden Lüften im
// Keller", but not "Handbuch der Keller-Skala".
func (s *scanner) namedBook(name span) bool {
	if name.last-name.first < 2 {
		return false
	}
	first := naming.BookNoun(s.Tok(name.first).Lower) && !naming.Determiner(s.Tok(name.first+1).Lower) && s.Tok(name.first+1).Lower != "of"
	return first || naming.BookNoun(s.Tok(name.last-1).Lower)
}

// title reports whether tokens [first, last) may be a title in full: three words or more, the first with a capital.
func (s *scanner) title(first, last int) bool {
	words := 0
	for i := first; i < last; i++ {
		if s.Tok(i).Kind == naming.Word {
			words++
		}
	}
	return words > 2 && s.Capital(first)
}

// learnFormula takes the name at token at, introduced by the formula at token i, for what stands in front of the formula; a name
// that follows "cited as" outside parentheses is the document's own.
func (s *scanner) learnFormula(i, at int) {
	last := s.NameEnd(at)
	before := i
	for before > 0 && (s.Is(before-1, "(") || s.Is(before-1, ",")) {
		before--
	}
	if s.AsksToBeCited(i) {
		s.aliases.own[naming.NameKey(s.Slice(at, last))] = true
		return
	}
	name := s.phrase(before)
	if name.last-name.first < 2 {
		return
	}
	sure := naming.PaperNoun(s.Tok(last-1).Lower) || naming.ShortName(s.Slice(at, last)) && s.holdsBookNoun(name.first, name.last)
	s.learn(at, last, sure, s.Slice(name.first, name.last))
}

// aliasAt returns how many tokens from i on are a name introduced for another document, 0 for none. A genitive's s is allowed.
func (s *scanner) aliasAt(i int) (alias, int) {
	head := s.Tok(i)
	if head.Kind != naming.Word || !unicode.IsUpper(numbering.FirstRune(head.Text)) {
		return alias{}, 0
	}
	best, n := alias{}, 0
	for _, lower := range []string{head.Lower, strings.TrimSuffix(head.Lower, "s")} {
		for _, length := range s.aliases.heads[lower] {
			text := s.Slice(i, i+length)
			a, ok := s.aliases.names[naming.NameKey(text)]
			if !ok && length == 1 {
				a, ok = s.aliases.names[naming.NameKey(strings.TrimSuffix(text, "s"))]
			}
			if ok && length > n && (!naming.ShortName(a.text) || a.text == text) {
				best, n = a, length
			}
		}
	}
	return best, n
}

// meaning returns what a name in the text stands for: the full name where the text introduces it for a document, and the names that may
// be meant.
func (s *scanner) meaning(name string) (qualifier string, hints []string) {
	a, ok := s.aliases.names[naming.NameKey(name)]
	if !ok {
		a, ok = s.aliases.names[naming.NameKey(strings.TrimSuffix(name, "s"))]
	}
	switch {
	case !ok:
		return name, nil
	case !a.sure:
		return name, []string{a.full}
	case naming.ShortName(a.text):
		return a.full, []string{a.full, a.text}
	}
	return a.full, nil
}

// closing returns the token of the parenthesis that closes the one at token open, 0 when it is far or past the section's end.
func (s *scanner) closing(open int) int {
	for k := open + 1; k < open+40; k++ {
		switch t := s.Tok(k); {
		case t.Kind == naming.Stop || t.Text == "(":
			return 0
		case t.Text == ")":
			return k
		}
	}
	return 0
}

func (s *scanner) holdsBookNoun(first, last int) bool {
	for i := first; i < last; i++ {
		if s.Capital(i) && naming.BookNoun(s.Tok(i).Lower) {
			return true
		}
	}
	return false
}
