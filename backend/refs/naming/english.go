package naming

import (
	"strings"

	"rabbithole/backend/refs/numbering"
)

// Publication reads what is published under a number: an act, a Request for Comments, a standard.
func (s *Stream) Publication(i int) (name string, next int, ok bool) {
	for _, read := range []func(int) (string, int, bool){s.Act, s.request, s.Standard} {
		if name, next, ok = read(i); ok {
			break
		}
	}
	return name, next, ok
}

// Institution knows the words that stand in front of an act of the European Union and are no part of its name.
func Institution(word string) bool {
	return numbering.OneOf(word, "Council", "Commission", "Implementing", "Delegated", "Framework")
}

// WorkNoun reports whether word, lower case, is a kind of document: what "this ..." may mean.
func WorkNoun(word string) bool {
	return numbering.OneOf(word, "regulation", "directive", "decision", "act", "law", "code", "treaty", "charter", "convention", "agreement", "protocol", "statute",
		"constitution", "document", "specification", "memo", "standard", "report", "paper", "guideline", "guidelines", "rules", "regulations",
		"recommendation", "ordinance", "framework", "contract", "policy")
}

// TitleLink reports whether a lower-case word may stand inside an English title.
func TitleLink(word string) bool {
	return numbering.OneOf(word, "of", "on", "the", "and", "for", "to", "in", "with", "against", "between", "by")
}

// Act reads an act of the European Union by its number: "Regulation (EU) 2099/123", "Directive 95/46/EC", "Verordnung (EG) Nr. 1907/2006".
func (s *Stream) Act(i int) (name string, next int, ok bool) {
	if ActKind(s.Tok(i).Lower) == "" {
		return "", i, false
	}
	k := i + 1
	if s.Is(k, "(") {
		for k++; k < i+8 && !s.Is(k, ")"); k++ {
			if s.Tok(k).Kind != Word && !s.Is(k, ",") {
				return "", i, false
			}
		}
		k++
	}
	if t := s.Tok(k).Lower; t == "no" || t == "nr" {
		if k++; s.Is(k, ".") {
			k++
		}
	}
	if s.Tok(k).Kind != Numeral || !s.Is(k+1, "/") || s.Tok(k+2).Kind != Numeral {
		return "", i, false
	}
	k += 3
	if s.Is(k, "/") && s.Tok(k+1).Kind == Word {
		k += 2
	}
	return s.Slice(i, k), k, true
}

// ActKind returns the English word for the kind of act a word names in English or German, "" when it names none.
func ActKind(word string) string {
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

// request reads "RFC 9999" and "RFC9999".
func (s *Stream) request(i int) (name string, next int, ok bool) {
	t := s.Tok(i)
	if t.Text == "RFC" && s.Tok(i+1).Kind == Numeral && !strings.Contains(s.Tok(i+1).Text, ".") {
		return s.Slice(i, i+2), i + 2, true
	}
	digits, isRFC := strings.CutPrefix(t.Text, "RFC")
	if isRFC && len(digits) >= 3 && numbering.DigitsLen(digits) == len(digits) {
		return t.Text, i + 1, true
	}
	return "", i, false
}
