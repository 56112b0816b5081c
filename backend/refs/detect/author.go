package detect

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// authorRef reads a citation by author and year, "Smith et al. (2019)", "(Smith and Doe, 2019; Roe 2020b)", where the reference list has an
// entry of that name and year.
func (s *scanner) authorRef(i int) (found, bool) {
	t := s.Tok(i)
	if !s.authors[t.Text] {
		return found{}, false
	}
	k := i + 1
	for k < i+12 {
		switch w := s.Tok(k); {
		case w.Lower == "et" && s.Is(k+1, "al"):
			if k += 2; s.Is(k, ".") {
				k++
			}
		case w.Text == "&" || w.Lower == "and" || w.Lower == "und" || w.Text == "," && s.Tok(k+1).Kind == naming.Word:
			k++
		case w.Kind == naming.Word && unicode.IsUpper(numbering.FirstRune(w.Text)) && (s.Is(k-1, "&") || s.Is(k-1, ",") || numbering.IsConjunction(s.Tok(k-1).Lower)):
			k++
		default:
			return s.authorYears(i, k)
		}
	}
	return found{}, false
}

// authorYears reads the years behind the authors that stand in tokens [i, k): ", 2019", "(2019, 2020b)".
func (s *scanner) authorYears(i, k int) (found, bool) {
	open := s.Is(k, "(")
	if open || s.Is(k, ",") {
		k++
	}
	f := found{kind: refs.KindBibliography, first: i, named: true}
	for {
		label := s.Tok(i).Text + " " + s.Tok(k).Text
		if s.Tok(k).Kind != naming.Numeral || s.entries[label] == "" {
			break
		}
		f.pointers = append(f.pointers, refs.Pointer{Kind: refs.KindBibliography, Number: label, Label: label})
		k++
		f.last = k
		if !s.Is(k, ",") && !s.Is(k, ";") {
			break
		}
		k++
	}
	if f.pointers == nil {
		return found{}, false
	}
	if open && s.Is(f.last, ")") {
		f.last++
	}
	f.rest = f.last
	return f, true
}

// authorsOf returns the family names that the labels of a reference list begin with: "Smith" of "Smith 2019".
func authorsOf(entries map[string]string) map[string]bool {
	out := map[string]bool{}
	for _, label := range entries {
		if name, year, ok := strings.Cut(label, " "); ok && numbering.IsYear(year[:min(4, len(year))]) {
			out[name] = true
		}
	}
	return out
}
