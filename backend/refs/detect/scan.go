package detect

import (
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// scanner reads the references out of a flow's tokens. Each family of patterns has a file of its own with a method that takes the
// token a reference may begin at and returns what it found there.
type scanner struct {
	*naming.Stream
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
	kind     refs.Kind
	pointers []refs.Pointer
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

// mean gives a reference the document that its words name, and what hints at it.
func (f found) mean(qualifier string, hints ...string) {
	f.qualify(qualifier)
	f.hint(hints...)
}

func (f found) qualify(qualifier string) {
	for i := range f.pointers {
		f.pointers[i].Qualifier = qualifier
	}
}

func (f found) hint(hints ...string) {
	for i := range f.pointers {
		f.pointers[i].Hints = hints
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
	for i := 0; i < len(s.Tokens); {
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
	t := s.Tokens[i]
	switch t.Kind {
	case naming.Sign:
		switch t.Text {
		case "§":
			return s.lawRef(i)
		case "[":
			return s.labelRef(i)
		}
	case naming.Word:
		for _, family := range []func(int) (found, bool){s.articleRef, s.annexRef, s.sectionRef, s.recitalRef, s.captionRef,
			s.ruleRef, s.itemRef, s.shortRef, s.authorRef, s.documentRef, s.withinRef} {
			if f, ok := family(i); ok {
				return f, true
			}
		}
	case naming.Numeral:
		return s.codeRef(i)
	}
	return found{}, false
}

// itemNumber reports whether the number at token i, behind a comma, opens the next item of a numbered list: "§§ 95 und 95a, 2. der".
func (s *scanner) itemNumber(i int, last string) bool {
	if !s.Is(i+1, ".") || s.Tok(i+2).Kind != naming.Word {
		return false
	}
	n, _ := numbering.SplitNumber(s.Tok(i).Text)
	before, _ := numbering.SplitNumber(last)
	return n <= before || s.Tok(i+2).Text == s.Tok(i+2).Lower
}

// separator skips what stands between the members of a list: a comma, a conjunction, or both. It returns the conjunction.
func (s *scanner) separator(i int) (next int, conjunction string, ok bool) {
	next = i
	if s.Is(next, ",") && s.Tok(next+1).At > s.Tok(next).End() {
		next++
	}
	if t := s.Tok(next); t.Kind == naming.Word && numbering.IsConjunction(t.Lower) {
		next++
		if s.Is(next, "/") && numbering.IsConjunction(s.Tok(next+1).Lower) { // und/oder
			next += 2
		}
		return next, t.Lower, true
	}
	return next, "", next > i
}

// reader reads one number of a list at token i: the number, the rest of its chain, and the token after both.
type reader func(i int) (number, sub string, next int, ok bool)

// listed reads a reference that begins at token first: a list of numbers, from token i on, of parts that one word names.
func (s *scanner) listed(kind refs.Kind, label string, first, i int, read reader, plural bool) (found, bool) {
	pointers, next := s.list(i, read, plural, func(n string) refs.Pointer { return refs.Pointer{Kind: kind, Number: n, Label: label + " " + n} })
	return found{kind: kind, pointers: pointers, first: first, last: next, rest: next}, pointers != nil
}

// qualified reads what listed reads, and the document named behind it.
func (s *scanner) qualified(kind refs.Kind, label string, first, i int, read reader, plural bool) (found, bool) {
	f, ok := s.listed(kind, label, first, i, read, plural)
	if !ok {
		return f, false
	}
	return s.qualify(f), true
}

// list reads a list of numbers from token i on: "31 bis 33, 35 Absatz 2 und 37". A single reference ends after its first number
// unless a range follows.
func (s *scanner) list(i int, read reader, plural bool, make func(number string) refs.Pointer) (pointers []refs.Pointer, next int) {
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
			if n, _, _, read := read(at); !read || !numbering.Ascends(pointers[len(pointers)-1].Number, n) {
				return pointers, next
			}
		}
		if !ok || !plural && !numbering.IsRange(conjunction) {
			return pointers, next
		}
		n, sub, after, ok := read(at)
		before := pointers[len(pointers)-1].Number
		if !ok || s.Dated(at) || conjunction == "" && s.itemNumber(at, before) {
			return pointers, next
		}
		p := make(n)
		p.Sub = sub
		if numbering.IsRange(conjunction) {
			p.From = before
			for _, between := range numbering.Expand(before, n) {
				pointers = append(pointers, make(between))
			}
		}
		pointers, next = append(pointers, p), after
		s.parts = append(s.parts, part{at, len(pointers)})
	}
	return pointers, next
}
