package detect

import (
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/refs/outline"
)

// itemRef reads "Item 7", "Items 7 and 7A of this Form 10-K", "Note 12 to the consolidated financial statements" where the document has
// such a part: other things are called items and notes too.
func (s *scanner) itemRef(i int) (found, bool) {
	t := s.Tok(i)
	label, rank := outline.ItemWord(t.Lower)
	if label == "" || t.Text == t.Lower {
		return found{}, false
	}
	read := func(k int) (string, string, int, bool) {
		n := s.Tok(k)
		if n.Kind != naming.Numeral || numbering.DigitsLen(n.Text) != len(n.Text) || s.Dated(k) {
			return "", "", k, false
		}
		if l := s.Tok(k + 1); l.Kind == naming.Word && len(l.Text) == 1 && l.At == n.End() && unicode.IsUpper(numbering.FirstRune(l.Text)) {
			return n.Text + l.Text, "", k + 2, true
		}
		return n.Text, "", k + 1, true
	}
	f, ok := s.listed(refs.KindSection, label, i, i+1, read, strings.HasSuffix(t.Lower, "s"))
	if ok && rank == outline.RankItem {
		f = s.reportBehind(f)
	}
	return f, ok && (f.named || s.owns(f.pointers))
}

// owns reports whether the document has all of these parts.
func (s *scanner) owns(pointers []refs.Pointer) bool {
	return !slices.ContainsFunc(pointers, func(p refs.Pointer) bool { return !s.numbers[p.Label] })
}

// reportBehind reads the report named behind an item: "of this Form 10-K" is the document itself, "of our 2018 Form 10-K" another.
func (s *scanner) reportBehind(f found) found {
	if !s.Words(f.last, "of") {
		return f
	}
	for k := f.last + 1; k < f.last+9; k++ {
		form := s.Is(k, "Form") && s.Tok(k+1).Kind == naming.Numeral
		if !form && !s.Words(k, "annual", "report") && !s.Words(k, "quarterly", "report") {
			continue
		}
		end := k + 2
		if form && s.Hyphen(end) {
			end += 2
		}
		if s.Words(f.last+1, "this") {
			f.self, f.rest = true, end
			return f
		}
		f.mean(s.Slice(f.last+2, end)) // without "of our"
		f.named, f.last, f.rest = true, end, end
		return f
	}
	return f
}
