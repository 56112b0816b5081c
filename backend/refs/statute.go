package refs

import (
	"strings"
	"unicode"
)

// codeRef reads a section of a code cited by its volume: "15 U.S.C. § 78m(a)", "17 CFR 240.10b-5", "42 U.S.C. §§ 7401-7671q".
func (s *scanner) codeRef(i int) (found, bool) {
	k := i + 1
	switch {
	case s.words(k, "u", ".", "s", ".", "c", "."), s.words(k, "c", ".", "f", ".", "r", "."):
		k += 6
		if s.words(k, "a", ".") { // annotated
			k += 2
		}
	case s.is(k, "USC") || s.is(k, "CFR") || s.is(k, "USCA"):
		k++
	default:
		return found{}, false
	}
	code := s.slice(i, k)
	for s.is(k, "§") || s.is(k, "Section") || s.is(k, "Sections") || s.is(k, "Part") || s.is(k, "Parts") || s.words(k, "sec") || k > i && s.words(k-1, "sec", ".") {
		k++
	}
	var pointers []Pointer
	for {
		number, next := s.codeNumber(k)
		if number == "" {
			break
		}
		end := s.parentheses(next)
		pointers = append(pointers, Pointer{Kind: KindSection, Number: number, Label: "§ " + number, Sub: s.slice(next, end), Qualifier: code})
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
	f := found{kind: KindSection, pointers: pointers, first: i, last: k, rest: k, named: true}
	if s.oldVersion(k) {
		f.outdate()
	}
	return f, true
}

// codeBehind reports whether the number at token i is the volume of another code: "15 U.S.C. 78m and 17 CFR 240.1".
func (s *scanner) codeBehind(i int) bool {
	return s.words(i+1, "u", ".") || s.words(i+1, "c", ".") || s.is(i+1, "USC") || s.is(i+1, "CFR")
}

// codeNumber reads the number of a section of a code: "78m", "240.10b-5", "78dd-1", up to a space or a parenthesis. A point or comma behind
// it does not belong to it.
func (s *scanner) codeNumber(i int) (number string, next int) {
	t := s.tok(i)
	if t.kind != numeral {
		return "", i
	}
	rest := s.text[t.at:]
	n := strings.IndexFunc(rest, func(r rune) bool {
		return !unicode.IsDigit(r) && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !strings.ContainsRune(".-–‐‑", r)
	})
	if n < 0 {
		n = len(rest)
	}
	number = strings.TrimRight(rest[:n], ".-–‐‑")
	return number, s.skipTo(i, t.at+len(number))
}

// ruleRef reads a rule under an act: "Rule 10b-5", "Rules 13a-15(e) and 15d-15(e) under the Exchange Act".
func (s *scanner) ruleRef(i int) (found, bool) {
	t := s.tok(i)
	if t.text != "Rule" && t.text != "Rules" {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		number, next := s.codeNumber(k)
		letter := strings.IndexFunc(number, unicode.IsLetter)
		if letter <= 0 || !strings.ContainsAny(number, "-–") && letter+1 < len(number) {
			return "", "", k, false
		}
		end := s.parentheses(next)
		return number, s.slice(next, end), end, true
	}
	f, ok := s.listed(KindSection, "Rule", i, i+1, read, t.text == "Rules")
	if next := f.last; ok && (s.words(next, "under", "the") || s.words(next, "of", "the")) {
		if q, ok := s.englishTitle(next + 2); ok {
			f.named, f.last, f.rest = true, q.next, s.edition(q.next)
			f.mean(s.slice(next+2, f.rest))
		}
	}
	return f, ok
}

// shortRef reads the short forms that are references only with the name of an act behind them: "s. 5(2) of the Cellar Act 1999",
// "reg. 4 of ...", "Regulation 4 of the Cellar Regulations 2005".
func (s *scanner) shortRef(i int) (found, bool) {
	t := s.tok(i)
	label, point := "", false
	switch t.text {
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
		if !s.is(j, ".") {
			return found{}, false
		}
		j++
	}
	read := func(k int) (string, string, int, bool) {
		if s.tok(k).kind != numeral || s.dated(k) {
			return "", "", k, false
		}
		end := s.parentheses(k + 1)
		return s.tok(k).text, s.slice(k+1, end), end, true
	}
	f, _ := s.qualified(KindSection, label, i, j, read, strings.HasSuffix(t.text, "s") && t.text != "s")
	return f, f.named
}
