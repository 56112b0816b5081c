package refs

import (
	"strings"
	"unicode"
)

// englishName reads the document named behind "of": "[HTTP]", "RFC 9999", "Directive 95/46/EC", "this Regulation", "the Charter".
func (s *scanner) englishName(i int) (qualifier, bool) {
	switch t := s.tok(i); {
	case t.text == "[":
		if label, next, ok := s.tag(i); ok {
			return qualifier{name: "[" + label + "]", next: next}, true
		}
	case t.lower == "this":
		if workNoun(s.tok(i + 1).lower) {
			return qualifier{self: true, next: i + 2}, true
		}
	case t.lower == "that" || t.lower == "those":
		if workNoun(s.tok(i + 1).lower) {
			return qualifier{name: s.lastNamed(s.slice(i, i+2)), next: i + 2}, true
		}
	case t.lower == "the":
		return s.englishTitle(i + 1)
	case institution(t.text):
		return s.englishName(i + 1)
	}
	name, next, ok := s.publication(i)
	return qualifier{name: name, next: next}, ok
}

// publication reads what is published under a number: an act, a Request for Comments, a standard.
func (s *Stream) publication(i int) (name string, next int, ok bool) {
	for _, read := range []func(int) (string, int, bool){s.act, s.request, s.standard} {
		if name, next, ok = read(i); ok {
			break
		}
	}
	return name, next, ok
}

// institution knows the words that stand in front of an act of the European Union and are no part of its name.
func institution(word string) bool {
	return oneOf(word, "Council", "Commission", "Implementing", "Delegated", "Framework")
}

// workNoun reports whether word, lower case, is a kind of document: what "this ..." may mean.
func workNoun(word string) bool {
	return oneOf(word, "regulation", "directive", "decision", "act", "law", "code", "treaty", "charter", "convention", "agreement", "protocol", "statute",
		"constitution", "document", "specification", "memo", "standard", "report", "paper", "guideline", "guidelines", "rules", "regulations",
		"recommendation", "ordinance", "framework", "contract", "policy")
}

// englishTitle reads a title in capitals that has a word for a kind of document in it: "Treaty on European Union (TEU)".
func (s *scanner) englishTitle(i int) (qualifier, bool) {
	if name, next, ok := s.act(i); ok {
		return qualifier{name: name, next: next}, true
	}
	end, noun := i, false
	for k := i; k < i+14; k++ {
		t := s.tok(k)
		if t.kind != word {
			break
		}
		switch {
		case unicode.IsUpper(firstRune(t.text)):
			noun = noun || workNoun(t.lower)
			end = k + 1
		case k == i || !titleLink(t.lower):
			k = i + 14
		}
	}
	if !noun {
		return qualifier{}, false
	}
	name := s.slice(i, end)
	if s.is(end, "(") && isAbbreviation(s.tok(end+1).text) && s.is(end+2, ")") {
		end += 3
	}
	return qualifier{name: name, next: end}, true
}

// titleLink reports whether a lower-case word may stand inside an English title.
func titleLink(word string) bool {
	return oneOf(word, "of", "on", "the", "and", "for", "to", "in", "with", "against", "between", "by")
}

// act reads an act of the European Union by its number: "Regulation (EU) 2099/123", "Directive 95/46/EC", "Verordnung (EG) Nr. 1907/2006".
func (s *Stream) act(i int) (name string, next int, ok bool) {
	if actKind(s.tok(i).lower) == "" {
		return "", i, false
	}
	k := i + 1
	if s.is(k, "(") {
		for k++; k < i+8 && !s.is(k, ")"); k++ {
			if s.tok(k).kind != word && !s.is(k, ",") {
				return "", i, false
			}
		}
		k++
	}
	if t := s.tok(k).lower; t == "no" || t == "nr" {
		if k++; s.is(k, ".") {
			k++
		}
	}
	if s.tok(k).kind != numeral || !s.is(k+1, "/") || s.tok(k+2).kind != numeral {
		return "", i, false
	}
	k += 3
	if s.is(k, "/") && s.tok(k+1).kind == word {
		k += 2
	}
	return s.slice(i, k), k, true
}

// actKind returns the English word for the kind of act a word names in English or German, "" when it names none.
func actKind(word string) string {
	switch strings.TrimSuffix(strings.TrimSuffix(word, "n"), "s") {
	case "regulation", "verordnung", "verordnunge", "durchführungsverordnung":
		return "regulation"
	case "directive", "richtlinie":
		return "directive"
	case "decision", "decisio", "beschlus", "beschluss", "beschlusse", "rahmenbeschlus", "rahmenbeschluss", "rahmenbeschlusse":
		return "decision"
	case "recommendation", "recommendatio", "empfehlung":
		return "recommendation"
	}
	if strings.HasPrefix(word, "regulation") {
		return "regulation"
	}
	return ""
}

// requests reads "RFCs 9998 and 9999".
func (s *scanner) requests(i int) (found, bool) {
	if !s.is(i, "RFCs") {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n := s.tok(k)
		return n.text, "", k + 1, n.kind == numeral && len(n.text) > 2 && digitsLen(n.text) == len(n.text)
	}
	pointers, next := s.list(i+1, read, true, func(n string) Pointer {
		return Pointer{Kind: KindDocument, Label: "RFC " + n, Qualifier: "RFC " + n}
	})
	return found{kind: KindDocument, pointers: pointers, first: i, last: next, rest: next, named: true}, pointers != nil
}

// request reads "RFC 9999" and "RFC9999".
func (s *Stream) request(i int) (name string, next int, ok bool) {
	t := s.tok(i)
	if t.text == "RFC" && s.tok(i+1).kind == numeral && !strings.Contains(s.tok(i+1).text, ".") {
		return s.slice(i, i+2), i + 2, true
	}
	digits, isRFC := strings.CutPrefix(t.text, "RFC")
	if isRFC && len(digits) >= 3 && digitsLen(digits) == len(digits) {
		return t.text, i + 1, true
	}
	return "", i, false
}
