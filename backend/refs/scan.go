package refs

// scanner reads the references out of a flow's tokens. Each family of patterns has a file of its own with a method that takes the
// token a reference may begin at and returns what it found there.
type scanner struct {
	*Stream
	found   []found
	entries map[string]string // labels of the reference list by their keys
	authors map[string]bool   // family names they begin with, where they are author and year
	numbers map[string]bool   // labels of the document's own sections
	parts   []part            // where the members of the list read last begin
	named   []string          // documents named so far, the latest last: for "that Directive"
	aliases aliases
	series  map[string]bool // keys of the numbers of documents, such as "KX-07", that the text cites
}

// found is a reference in terms of tokens.
type found struct {
	kind     Kind
	pointers []Pointer
	first    int // its tokens: [first, last)
	last     int
	named    bool // it says which document it means
	self     bool // it says that it means this one
	shared   bool // it says so only behind a later reference of its row
	front    bool // the document is named in front of it, or may be
	rest     int  // first token after its qualifier, where the qualifier is not part of the text
	parts    []part
}

// part is where a further member of a list begins, and how many pointers there are up to its end.
type part struct{ token, pointers int }

// mean gives a reference the document that its words name.
func (f found) mean(qualifier string, hints ...string) {
	for i := range f.pointers {
		f.pointers[i].Qualifier, f.pointers[i].Hints = qualifier, hints
	}
}

// outdate says that a reference means an old version.
func (f found) outdate() {
	for i := range f.pointers {
		f.pointers[i].Old = true
	}
}

// scan finds all references in reading order.
func (s *scanner) scan() []found {
	for i := 0; i < len(s.tokens); {
		f, ok := s.at(i)
		if !ok {
			i++
			continue
		}
		f = s.inFront(f)
		s.outward(f)
		s.add(f)
		if n := len(f.pointers); n > 0 && f.pointers[n-1].Qualifier != "" {
			s.named = append(s.named, f.pointers[n-1].Qualifier)
		}
		i = max(f.last, f.rest)
	}
	return s.found
}

// add takes up a reference in place of those to whole documents that its text has taken in.
func (s *scanner) add(f found) {
	n := len(s.found)
	for n > 0 && s.found[n-1].last > f.first {
		n--
	}
	s.found = append(s.found[:n], f)
}

// at reads the reference that begins at token i.
func (s *scanner) at(i int) (found, bool) {
	t := s.tokens[i]
	switch t.kind {
	case sign:
		switch t.text {
		case "§":
			return s.lawRef(i)
		case "[":
			return s.labelRef(i)
		}
	case word:
		for _, family := range []func(int) (found, bool){s.articleRef, s.annexRef, s.sectionRef, s.recitalRef, s.captionRef,
			s.ruleRef, s.itemRef, s.shortRef, s.authorRef, s.documentRef, s.withinRef} {
			if f, ok := family(i); ok {
				return f, true
			}
		}
	case numeral:
		return s.codeRef(i)
	}
	return found{}, false
}

// tok returns token i, a stop past the end.
func (s *Stream) tok(i int) token {
	if i < 0 || i >= len(s.tokens) {
		return token{text: "\n", at: len(s.text), kind: stop}
	}
	return s.tokens[i]
}

func (s *Stream) is(i int, text string) bool { return s.tok(i).text == text }

// words reports whether the tokens from i on are these words, in lower case.
func (s *Stream) words(i int, lower ...string) bool {
	for k, w := range lower {
		t := s.tok(i + k)
		if t.kind != word && t.text != w || t.kind == word && t.lower != w {
			return false
		}
	}
	return true
}

// slice returns the text of tokens [first, last).
func (s *Stream) slice(first, last int) string {
	if last <= first {
		return ""
	}
	return s.text[s.tok(first).at:s.tok(last-1).end()]
}

// skipTo returns the first token that begins at or after offset at, from token i on.
func (s *Stream) skipTo(i, at int) int {
	for i < len(s.tokens) && s.tokens[i].at < at {
		i++
	}
	return i
}

// dated reports whether the number at token i is the day of a date: "31. Dezember".
func (s *Stream) dated(i int) bool {
	if s.is(i+1, ".") {
		i++
	}
	month := s.tok(i + 1)
	return isMonth(month.lower) && month.text != month.lower // "Article 42 may be used"
}

// itemNumber reports whether the number at token i, behind a comma, opens the next item of a numbered list: "§§ 95 und 95a, 2. der".
func (s *scanner) itemNumber(i int, last string) bool {
	if !s.is(i+1, ".") || s.tok(i+2).kind != word {
		return false
	}
	n, _ := splitNumber(s.tok(i).text)
	before, _ := splitNumber(last)
	return n <= before || s.tok(i+2).text == s.tok(i+2).lower
}

// separator skips what stands between the members of a list: a comma, a conjunction, or both. It returns the conjunction.
func (s *scanner) separator(i int) (next int, conjunction string, ok bool) {
	next = i
	if s.is(next, ",") && s.tok(next+1).at > s.tok(next).end() {
		next++
	}
	if t := s.tok(next); t.kind == word && isConjunction(t.lower) {
		next++
		if s.is(next, "/") && isConjunction(s.tok(next+1).lower) { // und/oder
			next += 2
		}
		return next, t.lower, true
	}
	return next, "", next > i
}

// reader reads one number of a list at token i: the number, the rest of its chain, and the token after both.
type reader func(i int) (number, sub string, next int, ok bool)

// listed reads a reference that begins at token first: a list of numbers, from token i on, of parts that one word names.
func (s *scanner) listed(kind Kind, label string, first, i int, read reader, plural bool) (found, bool) {
	pointers, next := s.list(i, read, plural, func(n string) Pointer { return Pointer{Kind: kind, Number: n, Label: label + " " + n} })
	return found{kind: kind, pointers: pointers, first: first, last: next, rest: next}, pointers != nil
}

// qualified reads what listed reads, and the document named behind it.
func (s *scanner) qualified(kind Kind, label string, first, i int, read reader, plural bool) (found, bool) {
	f, ok := s.listed(kind, label, first, i, read, plural)
	if !ok {
		return f, false
	}
	return s.qualify(f), true
}

// list reads a list of numbers from token i on: "31 bis 33, 35 Absatz 2 und 37". A single reference ends after its first number
// unless a range follows.
func (s *scanner) list(i int, read reader, plural bool, make func(number string) Pointer) (pointers []Pointer, next int) {
	n, sub, next, ok := read(i)
	if !ok {
		return nil, i
	}
	s.parts = s.parts[:0]
	p := make(n)
	p.Sub = sub
	pointers = append(pointers, p)
	for len(pointers) < 400 {
		at, conjunction, ok := s.separator(next)
		if s.dash(next) {
			at, conjunction, ok = next+1, "to", true
			if n, _, _, read := read(at); !read || !ascends(pointers[len(pointers)-1].Number, n) {
				return pointers, next
			}
		}
		if !ok || !plural && !isRange(conjunction) {
			return pointers, next
		}
		n, sub, after, ok := read(at)
		before := pointers[len(pointers)-1].Number
		if !ok || s.dated(at) || conjunction == "" && s.itemNumber(at, before) {
			return pointers, next
		}
		p := make(n)
		p.Sub = sub
		if isRange(conjunction) {
			p.From = before
			for _, between := range expand(before, n) {
				pointers = append(pointers, make(between))
			}
		}
		pointers, next = append(pointers, p), after
		s.parts = append(s.parts, part{at, len(pointers)})
	}
	return pointers, next
}
