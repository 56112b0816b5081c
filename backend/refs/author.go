package refs

import (
	"strings"
	"unicode"
)

// authorRef reads a citation by author and year, "Smith et al. (2019)", "(Smith and Doe, 2019; Roe 2020b)", where the reference list has an
// entry of that name and year.
func (s *scanner) authorRef(i int) (found, bool) {
	t := s.tok(i)
	if !s.authors[t.text] {
		return found{}, false
	}
	k := i + 1
	for k < i+12 {
		switch w := s.tok(k); {
		case w.lower == "et" && s.is(k+1, "al"):
			if k += 2; s.is(k, ".") {
				k++
			}
		case w.text == "&" || w.lower == "and" || w.lower == "und" || w.text == "," && s.tok(k+1).kind == word:
			k++
		case w.kind == word && unicode.IsUpper(firstRune(w.text)) && (s.is(k-1, "&") || s.is(k-1, ",") || isConjunction(s.tok(k-1).lower)):
			k++
		default:
			return s.authorYears(i, k)
		}
	}
	return found{}, false
}

// authorYears reads the years behind the authors that stand in tokens [i, k): ", 2019", "(2019, 2020b)".
func (s *scanner) authorYears(i, k int) (found, bool) {
	open := s.is(k, "(")
	if open || s.is(k, ",") {
		k++
	}
	f := found{kind: KindBibliography, first: i, named: true}
	for {
		label := s.tok(i).text + " " + s.tok(k).text
		if s.tok(k).kind != numeral || s.entries[label] == "" {
			break
		}
		f.pointers = append(f.pointers, Pointer{Kind: KindBibliography, Number: label, Label: label})
		k++
		f.last = k
		if !s.is(k, ",") && !s.is(k, ";") {
			break
		}
		k++
	}
	if f.pointers == nil {
		return found{}, false
	}
	if open && s.is(f.last, ")") {
		f.last++
	}
	f.rest = f.last
	return f, true
}

// authorsOf returns the family names that the labels of a reference list begin with: "Smith" of "Smith 2019".
func authorsOf(entries map[string]string) map[string]bool {
	out := map[string]bool{}
	for _, label := range entries {
		if name, year, ok := strings.Cut(label, " "); ok && isYear(year[:min(4, len(year))]) {
			out[name] = true
		}
	}
	return out
}
