package detect

import (
	"unicode"

	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// seriesNumbers returns the keys of the words with hyphen and number that the text treats as documents somewhere: "SARS-2" alone is
// no document, "Bulletin BT-12" and "BT-12, Section 4" are, and then every other "BT-12" is.
func (s *scanner) seriesNumbers() map[string]bool {
	known := map[string]bool{}
	for i, t := range s.Tokens {
		if t.Kind == naming.Word && naming.IsCode(t.Text) && s.citesCode(i) {
			known[naming.NameKey(t.Text)] = true
		}
	}
	return known
}

func (s *scanner) citesCode(i int) bool {
	before, after := s.Tok(i-1).Lower, s.Tok(i+1).Lower
	switch {
	case naming.PaperNoun(before), before == "see", before == "siehe", before == "gemäß", before == "laut", s.Words(i-2, "according", "to"):
		return true
	case s.pointsAt(i + 1), (s.Is(i+1, ",") || s.Is(i+1, "(")) && s.pointsAt(i+2), naming.Reporting(after):
		return true
	case before == "of" || before == "von":
		return s.pointsAt(i - 3)
	}
	label, _, ok := s.label(i + 1)
	return ok && numbering.DigitsLen(label) == len(label)
}

// pointsAt reports whether a reference to a part of a document may begin at token i: "Section 5", "Anlage B", "Tabellen 1 und 2".
func (s *scanner) pointsAt(i int) bool {
	t := s.Tok(i)
	if t.Kind != naming.Word || !unicode.IsUpper(numbering.FirstRune(t.Text)) {
		return false
	}
	_, division := numbering.DivisionWord(t.Lower)
	_, annex := numbering.AnnexWord(t.Lower)
	_, _, caption := numbering.CaptionWord(t.Lower)
	if !division && !annex && !caption {
		return false
	}
	number, _ := s.composite(i + 1)
	return number != ""
}
