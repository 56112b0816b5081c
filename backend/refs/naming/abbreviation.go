package naming

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs/numbering"
)

// MixedCase reports whether a word has small letters.
func MixedCase(w string) bool { return strings.ContainsFunc(w, unicode.IsLower) }

// IsAbbreviation reports whether a word looks like the abbreviation of a law: "RnG", "VwGO", "TFEU", "KL-VO".
func IsAbbreviation(w string) bool {
	upper, lower := 0, 0
	for _, r := range w {
		switch {
		case r >= 'A' && r <= 'Z' || strings.ContainsRune("ÄÖÜ", r):
			upper++
		case r >= 'a' && r <= 'z' || strings.ContainsRune("äöüß", r):
			lower++
		case r != '-':
			return false
		}
	}
	if w == "MeV" || w == "GeV" || w == "TeV" {
		return false // units
	}
	if upper < 2 || len(w) < 3 || len(w) > 14 || w[0] < 'A' || numbering.RomanValue(w) > 0 {
		return false
	}
	last := w[len(w)-1]
	if lower == 0 {
		return upper <= 8 && last != '-'
	}
	return strings.IndexByte("GVOB", last) >= 0
}

// ShortCode reports whether a word of two capitals right behind a number is the abbreviation of a law: "Art. 3 GG".
func ShortCode(w string) bool {
	switch w {
	case "EU", "US", "UK", "UN", "EG", "OR", "AN", "IN", "OF", "TO", "BY", "NO":
		return false
	}
	return len(w) == 2 && w[0] >= 'A' && w[0] <= 'Z' && w[1] >= 'A' && w[1] <= 'Z' && numbering.RomanValue(w) == 0
}
