package refs

import (
	"slices"
	"strings"
	"unicode"
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

// maxAlias is how many tokens a name introduced for a document may have.
const maxAlias = 5

// learnAliases reads the whole text for introductions of names. own are names the document is known to have itself.
func (s *scanner) learnAliases(own []string) {
	s.aliases = aliases{map[string]alias{}, map[string][]int{}, map[string]bool{}, map[string]bool{}}
	for _, name := range own {
		s.aliases.own[nameKey(name)] = true
	}
	for i := range s.tokens {
		if s.is(i, "(") {
			s.learnParentheses(i)
		} else if at, ok := s.formula(i); ok {
			s.learnFormula(i, at)
		}
	}
}

// learn adds a name that stands in tokens [first, last).
func (s *scanner) learn(first, last int, sure bool, full string) {
	text := s.slice(first, last)
	key := nameKey(text)
	if len(key) < 3 || s.aliases.own[key] || s.pointsAt(first) || lawNoun(s.tok(last-1).lower) != notLaw {
		return
	}
	if old := s.aliases.names[key]; old.sure {
		return
	}
	head := s.tok(first).lower
	s.aliases.names[key] = alias{text, full, sure}
	if !slices.Contains(s.aliases.heads[head], last-first) {
		s.aliases.heads[head] = append(s.aliases.heads[head], last-first)
	}
	if sure {
		s.aliases.titles[nameKey(full)] = true
	}
}

// learnParentheses reads "the Handbook (Damp Cellars: A Handbook for Owners, Section 3)" and "Leitfaden Lüften im Keller (LLK)".
func (s *scanner) learnParentheses(open int) {
	closing := s.closing(open)
	if closing == 0 {
		return
	}
	if closing == open+2 && shortName(s.tok(open+1).text) {
		if name := s.phrase(open); s.namedBook(name) {
			s.learn(open+1, closing, true, s.slice(name.first, name.last))
		}
		return
	}
	first := open
	for first > 0 && open-first < 3 && s.capital(first-1) && !opensSentence(s.tok(first-1).lower) {
		first--
	}
	for k := open + 1; k < closing; k++ {
		if s.is(k, ",") && s.pointsAt(k+1) {
			closing = k
		}
	}
	if first == open || !paperNoun(s.tok(open-1).lower) || !s.determined(first) || !s.title(open+1, closing) {
		return
	}
	s.learn(first, open, true, s.slice(open+1, closing))
}

// namedBook reports whether a phrase names a document by its first or last word, and not something that has one: "Leitfaden Lüften im
// Keller", but not "Handbuch der Keller-Skala".
func (s *scanner) namedBook(name span) bool {
	if name.last-name.first < 2 {
		return false
	}
	first := bookNoun(s.tok(name.first).lower) && !determiner(s.tok(name.first+1).lower) && s.tok(name.first+1).lower != "of"
	return first || bookNoun(s.tok(name.last-1).lower)
}

// title reports whether tokens [first, last) may be a title in full: three words or more, the first with a capital.
func (s *scanner) title(first, last int) bool {
	words := 0
	for i := first; i < last; i++ {
		if s.tok(i).kind == word {
			words++
		}
	}
	return words > 2 && s.capital(first)
}

// formula reads words that introduce a name at token i and returns the token the name begins at.
func (s *Stream) formula(i int) (int, bool) {
	next := 0
	switch t := s.tok(i).lower; t {
	case "hereafter", "hereinafter", "henceforth", "nachfolgend", "nachstehend", "fortan", "abgekürzt":
		next = i + 1
	case "im":
		if s.words(i+1, "folgenden") || s.words(i+1, "weiteren") {
			next = i + 2
		}
	case "cited", "zitiert":
		if s.words(i+1, "as") || s.words(i+1, "als") {
			next = i + 2
		}
	case "referred":
		if s.words(i+1, "to", "as") {
			next = i + 3
		}
	}
	if next == 0 {
		return 0, false
	}
	for end := next + 6; next < end && s.leadsToName(next); next++ {
	}
	return next, s.capital(next)
}

// asksToBeCited reports whether a formula at token i says how the document itself is cited.
func (s *Stream) asksToBeCited(i int) bool {
	return oneOf(s.tok(i).lower, "cited", "zitiert") && !s.is(i-1, "(")
}

// nameEnd returns the token behind the name that a formula introduces at token i.
func (s *Stream) nameEnd(i int) int {
	end := i + 1
	for end < i+maxAlias && s.capital(end) {
		end++
	}
	return end
}

// leadsToName reports whether token i may stand between a formula and the name it introduces.
func (s *Stream) leadsToName(i int) bool {
	switch t := s.tok(i); t.lower {
	case "as", "called", "referred", "to", "als", "kurz", "auch":
		return true
	default:
		return determiner(t.lower) || t.kind == sign && (t.text == ":" || quote(t.text))
	}
}

// learnFormula takes the name at token at, introduced by the formula at token i, for what stands in front of the formula; a name
// that follows "cited as" outside parentheses is the document's own.
func (s *scanner) learnFormula(i, at int) {
	last := s.nameEnd(at)
	before := i
	for before > 0 && (s.is(before-1, "(") || s.is(before-1, ",")) {
		before--
	}
	if s.asksToBeCited(i) {
		s.aliases.own[nameKey(s.slice(at, last))] = true
		return
	}
	name := s.phrase(before)
	if name.last-name.first < 2 {
		return
	}
	sure := paperNoun(s.tok(last-1).lower) || shortName(s.slice(at, last)) && s.holdsBookNoun(name.first, name.last)
	s.learn(at, last, sure, s.slice(name.first, name.last))
}

// aliasAt returns how many tokens from i on are a name introduced for another document, 0 for none. A genitive's s is allowed.
func (s *scanner) aliasAt(i int) (alias, int) {
	head := s.tok(i)
	if head.kind != word || !unicode.IsUpper(firstRune(head.text)) {
		return alias{}, 0
	}
	best, n := alias{}, 0
	for _, lower := range []string{head.lower, strings.TrimSuffix(head.lower, "s")} {
		for _, length := range s.aliases.heads[lower] {
			text := s.slice(i, i+length)
			a, ok := s.aliases.names[nameKey(text)]
			if !ok && length == 1 {
				a, ok = s.aliases.names[nameKey(strings.TrimSuffix(text, "s"))]
			}
			if ok && length > n && (!shortName(a.text) || a.text == text) {
				best, n = a, length
			}
		}
	}
	return best, n
}

// meaning returns what a name in the text stands for: the full name where the text introduces it for a document, and the names that may
// be meant.
func (s *scanner) meaning(name string) (qualifier string, hints []string) {
	a, ok := s.aliases.names[nameKey(name)]
	if !ok {
		a, ok = s.aliases.names[nameKey(strings.TrimSuffix(name, "s"))]
	}
	switch {
	case !ok:
		return name, nil
	case !a.sure:
		return name, []string{a.full}
	case shortName(a.text):
		return a.full, []string{a.full, a.text}
	}
	return a.full, nil
}

// shortName reports whether a name is an abbreviation or a number of a series, which means one thing wherever it stands.
func shortName(s string) bool { return isAbbreviation(s) || isCode(s) }

// closing returns the token of the parenthesis that closes the one at token open, 0 when it is far or past the section's end.
func (s *scanner) closing(open int) int {
	for k := open + 1; k < open+40; k++ {
		switch t := s.tok(k); {
		case t.kind == stop || t.text == "(":
			return 0
		case t.text == ")":
			return k
		}
	}
	return 0
}

func (s *Stream) capital(i int) bool {
	t := s.tok(i)
	return t.kind == word && unicode.IsUpper(firstRune(t.text))
}

// determined reports whether a noun at token i has an article, or opens a parenthesis or follows "see".
func (s *Stream) determined(i int) bool {
	t := s.tok(i - 1)
	return determiner(t.lower) || t.text == "(" || t.lower == "see" || t.lower == "siehe" || t.lower == "vgl" || t.kind == sign && quote(t.text)
}

func (s *scanner) holdsBookNoun(first, last int) bool {
	for i := first; i < last; i++ {
		if s.capital(i) && bookNoun(s.tok(i).lower) {
			return true
		}
	}
	return false
}

func quote(s string) bool { return strings.ContainsAny(s, "\"“”„«»‘’‚") }
