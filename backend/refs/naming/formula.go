package naming

import (
	"strings"

	"rabbithole/backend/refs/numbering"
)

// maxAlias is how many tokens a name introduced for a document may have.
const maxAlias = 5

// Formula reads words that introduce a name at token i and returns the token the name begins at.
func (s *Stream) Formula(i int) (int, bool) {
	next := 0
	switch t := s.Tok(i).Lower; t {
	case "hereafter", "hereinafter", "henceforth", "nachfolgend", "nachstehend", "fortan", "abgekürzt":
		next = i + 1
	case "im":
		if s.Words(i+1, "folgenden") || s.Words(i+1, "weiteren") {
			next = i + 2
		}
	case "cited", "zitiert":
		if s.Words(i+1, "as") || s.Words(i+1, "als") {
			next = i + 2
		}
	case "referred":
		if s.Words(i+1, "to", "as") {
			next = i + 3
		}
	}
	if next == 0 {
		return 0, false
	}
	for end := next + 6; next < end && s.leadsToName(next); next++ {
	}
	return next, s.Capital(next)
}

// AsksToBeCited reports whether a formula at token i says how the document itself is cited.
func (s *Stream) AsksToBeCited(i int) bool {
	return numbering.OneOf(s.Tok(i).Lower, "cited", "zitiert") && !s.Is(i-1, "(")
}

// NameEnd returns the token behind the name that a formula introduces at token i.
func (s *Stream) NameEnd(i int) int {
	end := i + 1
	for end < i+maxAlias && s.Capital(end) {
		end++
	}
	return end
}

// leadsToName reports whether token i may stand between a formula and the name it introduces.
func (s *Stream) leadsToName(i int) bool {
	switch t := s.Tok(i); t.Lower {
	case "as", "called", "referred", "to", "als", "kurz", "auch":
		return true
	default:
		return Determiner(t.Lower) || t.Kind == Sign && (t.Text == ":" || Quote(t.Text))
	}
}

// ShortName reports whether a name is an abbreviation or a number of a series, which means one thing wherever it stands.
func ShortName(s string) bool { return IsAbbreviation(s) || IsCode(s) }

// Quote reports whether a sign is a quotation mark.
func Quote(s string) bool { return strings.ContainsAny(s, "\"“”„«»‘’‚") }
