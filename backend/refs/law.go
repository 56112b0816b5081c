package refs

import "strings"

// lawRef reads "§ 62 Abs. 1 Satz 2 Nr. 3", "§§ 31 bis 33", and the law's name behind it.
func (s *scanner) lawRef(i int) (found, bool) {
	j, plural := i+1, false
	if s.is(j, "§") {
		j, plural = j+1, true
	}
	read := func(k int) (string, string, int, bool) {
		n := s.tok(k)
		if n.kind != numeral {
			return "", "", k, false
		}
		next := s.chain(s.romanParagraph(k+1), n.text, plural)
		return n.text, s.slice(k+1, next), next, true
	}
	return s.qualified(KindSection, "§", i, j, read, plural)
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
	if next, _, ok := s.separator(i); ok && !s.words(next, "jeweils") && !s.words(next, "auch") && !s.words(next, "in") {
		if s.words(next, "nach") || s.words(next, "des") || s.words(next, "der") || s.words(next, "den") {
			next++
		}
		return next
	}
	next := i
	if s.is(next, ",") {
		next++
	}
	for s.words(next, "jeweils") || s.words(next, "auch") {
		next++
	}
	if s.words(next, "in", "verbindung", "mit") {
		if next += 3; s.words(next, "den") || s.words(next, "dem") {
			next++
		}
		return next
	}
	return i
}

// unit reads one unit with its values at token i and returns the token after it, 0 when there is none.
func (s *scanner) unit(i int, current string, plural bool) int {
	t := s.tok(i)
	if t.kind != word {
		return 0
	}
	if isOrdinal(t.lower) && ordinalUnit(s.tok(i+1).lower) {
		return i + 2
	}
	name, ok := subUnit(t.lower)
	if t.text == "S" && s.is(i+1, ".") && s.tok(i-1).kind != sign && len(s.tok(i+2).text) < 3 {
		name, ok = "Satz", true // behind a comma it is a page
	}
	if !ok {
		return 0
	}
	next := i + 1
	if s.is(next, ".") {
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
		if !ok || s.dated(at) || name == "Absatz" && s.tok(at).kind != numeral { // "nach Absatz 1 oder 2 oder b) ..."
			return next
		}
		next = after
	}
}

// opensSection reports whether the number at token i is the next section of a list rather than one more value of a unit: in
// "§§ 79, 81 Absatz 3 und 85" 85 is a section, in "§§ 8, 10 Abs. 1 bis 4, 6" 6 is not.
func (s *scanner) opensSection(i int, current string) bool {
	if s.tok(i).kind != numeral {
		return false
	}
	n, _ := splitNumber(s.tok(i).text)
	c, _ := splitNumber(current)
	return n > c
}

// romanParagraph skips a paragraph in the short form of German legal writing, "§ 433 II BGB", "Art. 14 I 2 GG": only with a law behind it.
func (s *scanner) romanParagraph(i int) int {
	if t := s.tok(i); t.kind != word || romanValue(t.text) == 0 || romanValue(t.text) > 30 {
		return i
	}
	next := i + 1
	for s.tok(next).kind == numeral && next < i+3 {
		next++
	}
	if t := s.tok(next); t.kind == word && (isAbbreviation(t.text) || shortCode(t.text)) {
		return next
	}
	return i
}

// value reads a value of a unit at token i: a number, a letter, a Roman number.
func (s *scanner) value(i int, unit string) (next int, ok bool) {
	t := s.tok(i)
	switch t.kind {
	case numeral:
		return i + 1, !s.dated(i)
	case word:
		letter := len(t.text) == 1 && t.text[0] < 0x80 || len(t.text) == 2 && t.text[0] == t.text[1]
		roman := romanValue(t.text) > 0 && unit != "Satz" && unit != "Nummer"
		return i + 1, letter && unit != "Satz" || roman
	}
	return i, false
}

// parentheses reads "(1)(f)", "(1), (2) and (3)" right behind a number and returns the token after them.
func (s *scanner) parentheses(i int) int {
	next := i
	for s.is(next, "(") && s.is(next+2, ")") && s.shortValue(next+1) && s.tok(next).at == s.tok(next-1).end() {
		next += 3
	}
	if next == i {
		return i
	}
	for {
		at, _, ok := s.separator(next)
		if !ok || !s.is(at, "(") || !s.is(at+2, ")") || !s.shortValue(at+1) {
			return next
		}
		for s.is(at, "(") && s.is(at+2, ")") && s.shortValue(at+1) {
			at += 3
		}
		next = at
	}
}

func (s *scanner) shortValue(i int) bool {
	t := s.tok(i)
	return t.kind == numeral && !strings.Contains(t.text, ".") || t.kind == word && (len(t.text) <= 2 || romanValue(t.text) > 0)
}
