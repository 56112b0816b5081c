package detect

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// lawRef reads "§ 62 Abs. 1 Satz 2 Nr. 3", "§§ 31 bis 33", and the law's name behind it.
func (s *scanner) lawRef(i int) (found, bool) {
	j, plural := i+1, false
	if s.Is(j, "§") {
		j, plural = j+1, true
	}
	read := func(k int) (string, string, int, bool) {
		n := s.Tok(k)
		if n.Kind != naming.Numeral {
			return "", "", k, false
		}
		next := s.chain(s.romanParagraph(k+1), n.Text, plural)
		return n.Text, s.Slice(k+1, next), next, true
	}
	return s.qualified(refs.KindSection, "§", i, j, read, plural)
}

// chain reads the units inside a section, "Absatz 1 Satz 2 oder Absatz 3", and returns the token after them. current is the number of
// the section and plural whether more sections may follow in the list.
func (s *scanner) chain(i int, current string, plural bool) int {
	end := i
	for {
		next := s.unit(s.chainLink(end, end > i), current, plural)
		if next == 0 {
			return end
		}
		end = next
	}
}

// chainLink skips what may stand between two units of a chain, once one has been read.
func (s *scanner) chainLink(i int, begun bool) int {
	if !begun {
		return i
	}
	if next, _, ok := s.separator(i); ok && !s.Words(next, "jeweils") && !s.Words(next, "auch") && !s.Words(next, "in") {
		if s.Words(next, "nach") || s.Words(next, "des") || s.Words(next, "der") || s.Words(next, "den") {
			next++
		}
		return next
	}
	next := i
	if s.Is(next, ",") {
		next++
	}
	for s.Words(next, "jeweils") || s.Words(next, "auch") {
		next++
	}
	if s.Words(next, "in", "verbindung", "mit") {
		if next += 3; s.Words(next, "den") || s.Words(next, "dem") {
			next++
		}
		return next
	}
	return i
}

// unit reads one unit with its values at token i and returns the token after it, 0 when there is none.
func (s *scanner) unit(i int, current string, plural bool) int {
	t := s.Tok(i)
	if t.Kind != naming.Word {
		return 0
	}
	if numbering.IsOrdinal(t.Lower) && numbering.OrdinalUnit(s.Tok(i+1).Lower) {
		return i + 2
	}
	name, ok := numbering.SubUnit(t.Lower)
	if t.Text == "S" && s.Is(i+1, ".") && s.Tok(i-1).Kind != naming.Sign && len(s.Tok(i+2).Text) < 3 {
		name, ok = "Satz", true // behind a comma it is a page
	}
	if !ok {
		return 0
	}
	next := i + 1
	if s.Is(next, ".") {
		next++
	}
	next, ok = s.value(next, name)
	if !ok {
		return 0
	}
	for {
		at, _, ok := s.separator(next)
		if !ok || plural && s.opensSection(at, current) {
			return next
		}
		after, ok := s.value(at, name)
		if !ok || s.Dated(at) || name == "Absatz" && s.Tok(at).Kind != naming.Numeral { // "nach Absatz 1 oder 2 oder b) ..."
			return next
		}
		next = after
	}
}

// opensSection reports whether the number at token i is the next section of a list rather than one more value of a unit: in
// "§§ 79, 81 Absatz 3 und 85" 85 is a section, in "§§ 8, 10 Abs. 1 bis 4, 6" 6 is not.
func (s *scanner) opensSection(i int, current string) bool {
	if s.Tok(i).Kind != naming.Numeral {
		return false
	}
	n, _ := numbering.SplitNumber(s.Tok(i).Text)
	c, _ := numbering.SplitNumber(current)
	return n > c
}

// romanParagraph skips a paragraph in the short form of German legal writing, "§ 433 II BGB", "Art. 14 I 2 GG": only with a law behind it.
func (s *scanner) romanParagraph(i int) int {
	if t := s.Tok(i); t.Kind != naming.Word || numbering.RomanValue(t.Text) == 0 || numbering.RomanValue(t.Text) > 30 {
		return i
	}
	next := i + 1
	for s.Tok(next).Kind == naming.Numeral && next < i+3 {
		next++
	}
	if t := s.Tok(next); t.Kind == naming.Word && (naming.IsAbbreviation(t.Text) || naming.ShortCode(t.Text)) {
		return next
	}
	return i
}

// value reads a value of a unit at token i: a number, a letter, a Roman number.
func (s *scanner) value(i int, unit string) (next int, ok bool) {
	t := s.Tok(i)
	switch t.Kind {
	case naming.Numeral:
		return i + 1, !s.Dated(i)
	case naming.Word:
		letter := len(t.Text) == 1 && t.Text[0] < 0x80 || len(t.Text) == 2 && t.Text[0] == t.Text[1]
		roman := numbering.RomanValue(t.Text) > 0 && unit != "Satz" && unit != "Nummer"
		return i + 1, letter && unit != "Satz" || roman
	}
	return i, false
}

// parentheses reads "(1)(f)", "(1), (2) and (3)" right behind a number and returns the token after them.
func (s *scanner) parentheses(i int) int {
	next := i
	for s.Is(next, "(") && s.Is(next+2, ")") && s.shortValue(next+1) && s.Tok(next).At == s.Tok(next-1).End() {
		next += 3
	}
	if next == i {
		return i
	}
	for {
		at, _, ok := s.separator(next)
		if !ok || !s.Is(at, "(") || !s.Is(at+2, ")") || !s.shortValue(at+1) {
			return next
		}
		for s.Is(at, "(") && s.Is(at+2, ")") && s.shortValue(at+1) {
			at += 3
		}
		next = at
	}
}

func (s *scanner) shortValue(i int) bool {
	t := s.Tok(i)
	return t.Kind == naming.Numeral && !strings.Contains(t.Text, ".") || t.Kind == naming.Word && (len(t.Text) <= 2 || numbering.RomanValue(t.Text) > 0)
}
