package detect

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
)

// codeRef reads a section of a code cited by its volume: "15 U.S.C. § 78m(a)", "17 CFR 240.10b-5", "42 U.S.C. §§ 7401-7671q".
func (s *scanner) codeRef(i int) (found, bool) {
	k := i + 1
	switch {
	case s.Words(k, "u", ".", "s", ".", "c", "."), s.Words(k, "c", ".", "f", ".", "r", "."):
		k += 6
		if s.Words(k, "a", ".") { // annotated
			k += 2
		}
	case s.Is(k, "USC") || s.Is(k, "CFR") || s.Is(k, "USCA"):
		k++
	default:
		return found{}, false
	}
	code := s.Slice(i, k)
	for s.Is(k, "§") || s.Is(k, "Section") || s.Is(k, "Sections") || s.Is(k, "Part") || s.Is(k, "Parts") || s.Words(k, "sec") || k > i && s.Words(k-1, "sec", ".") {
		k++
	}
	var pointers []refs.Pointer
	for {
		number, next := s.codeNumber(k)
		if number == "" {
			break
		}
		end := s.parentheses(next)
		pointers = append(pointers, refs.Pointer{Kind: refs.KindSection, Number: number, Label: "§ " + number, Sub: s.Slice(next, end), Qualifier: code})
		k = end
		at, _, ok := s.separator(k)
		if _, after := s.codeNumber(at); !ok || after == at || s.codeBehind(at) {
			break
		}
		k = at
	}
	if pointers == nil {
		return found{}, false
	}
	f := found{kind: refs.KindSection, pointers: pointers, first: i, last: k, rest: k, named: true}
	if s.oldVersion(k) {
		f.outdate()
	}
	return f, true
}

// codeBehind reports whether the number at token i is the volume of another code: "15 U.S.C. 78m and 17 CFR 240.1".
func (s *scanner) codeBehind(i int) bool {
	return s.Words(i+1, "u", ".") || s.Words(i+1, "c", ".") || s.Is(i+1, "USC") || s.Is(i+1, "CFR")
}

// codeNumber reads the number of a section of a code: "78m", "240.10b-5", "78dd-1", up to a space or a parenthesis. A point or comma behind
// it does not belong to it.
func (s *scanner) codeNumber(i int) (number string, next int) {
	t := s.Tok(i)
	if t.Kind != naming.Numeral {
		return "", i
	}
	rest := s.Text[t.At:]
	n := strings.IndexFunc(rest, func(r rune) bool {
		return !unicode.IsDigit(r) && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !strings.ContainsRune(".-–‐‑", r)
	})
	if n < 0 {
		n = len(rest)
	}
	number = strings.TrimRight(rest[:n], ".-–‐‑")
	return number, s.SkipTo(i, t.At+len(number))
}

// ruleRef reads a rule under an act: "Rule 10b-5", "Rules 13a-15(e) and 15d-15(e) under the Exchange Act".
func (s *scanner) ruleRef(i int) (found, bool) {
	t := s.Tok(i)
	if t.Text != "Rule" && t.Text != "Rules" {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		number, next := s.codeNumber(k)
		letter := strings.IndexFunc(number, unicode.IsLetter)
		if letter <= 0 || !strings.ContainsAny(number, "-–") && letter+1 < len(number) {
			return "", "", k, false
		}
		end := s.parentheses(next)
		return number, s.Slice(next, end), end, true
	}
	f, ok := s.listed(refs.KindSection, "Rule", i, i+1, read, t.Text == "Rules")
	if next := f.last; ok && (s.Words(next, "under", "the") || s.Words(next, "of", "the")) {
		if q, ok := s.englishTitle(next + 2); ok {
			f.named, f.last, f.rest = true, q.next, s.Edition(q.next)
			f.mean(s.Slice(next+2, f.rest))
		}
	}
	return f, ok
}

// shortRef reads the short forms that are references only with the name of an act behind them: "s. 5(2) of the Cellar Act 1999",
// "reg. 4 of ...", "Regulation 4 of the Cellar Regulations 2005".
func (s *scanner) shortRef(i int) (found, bool) {
	t := s.Tok(i)
	label, point := "", false
	switch t.Text {
	case "s", "ss":
		label, point = "Section", true
	case "reg", "regs":
		label, point = "Regulation", true
	case "Regulation", "Regulations":
		label = "Regulation"
	default:
		return found{}, false
	}
	j := i + 1
	if point {
		if !s.Is(j, ".") {
			return found{}, false
		}
		j++
	}
	read := func(k int) (string, string, int, bool) {
		if s.Tok(k).Kind != naming.Numeral || s.Dated(k) {
			return "", "", k, false
		}
		end := s.parentheses(k + 1)
		return s.Tok(k).Text, s.Slice(k+1, end), end, true
	}
	f, _ := s.qualified(refs.KindSection, label, i, j, read, strings.HasSuffix(t.Text, "s") && t.Text != "s")
	return f, f.named
}
