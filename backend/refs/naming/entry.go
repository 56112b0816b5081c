package naming

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs/numbering"
)

// Initials reports whether a word is made of first letters: "J.", "J.-P.", "JP".
func Initials(w string) bool {
	n := 0
	for _, r := range w {
		switch {
		case unicode.IsUpper(r):
			n++
		case r != '.' && r != '-':
			return false
		}
	}
	return n > 0 && n < 4 && (strings.Contains(w, ".") || n == len([]rune(w)))
}

// EntryYear returns the year an entry is known by, with the letter that tells works of one year apart: the one in parentheses, else the
// last that is no part of an address.
func EntryYear(s string) string {
	last, before := "", ""
	for _, w := range strings.Fields(s) {
		number := before == "RFC" || standardBody(before) || standardSeries(before)
		before = w
		if number {
			continue
		}
		if strings.Contains(w, "/") || strings.Contains(w, ":") && !strings.HasSuffix(w, ":") && !numbering.IsYear(w[:min(4, len(w))]) {
			continue
		}
		bare := strings.Trim(w, "(),.;:[]")
		year := bare[:min(4, len(bare))]
		if !numbering.IsYear(year) || len(bare) > 5 && bare[4] != ';' || len(bare) == 5 && (bare[4] < 'a' || bare[4] > 'h') {
			continue
		}
		if len(bare) > 5 {
			bare = year
		}
		if strings.HasPrefix(w, "(") {
			return bare
		}
		last = bare
	}
	return last
}

// LabelKey folds a label so that it is known without the hyphens and with the spaces that a line end left of it.
func LabelKey(label string) string {
	return strings.NewReplacer("-", "", "\u2010", "", " ", "").Replace(label)
}

// IsLabel reports whether s can be the label of a bibliography entry.
func IsLabel(s string) bool {
	if s == "" || len(s) > 30 || s != strings.TrimSpace(s) || strings.Count(s, " ") > 2 {
		return false
	}
	ok := false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			ok = true
		case !strings.ContainsRune(" -+./&':,_", r):
			return false
		}
	}
	return ok
}
