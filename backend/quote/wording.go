package quote

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite/grid"
)

// Closed closes a quote like a sentence; one that goes on in the document ends with an ellipsis.
func Closed(quote string) string {
	quote = folded(quote)
	last, _ := utf8.DecodeLastRuneInString(quote)
	switch {
	case quote == "" || strings.ContainsRune(".!?…。！？", last):
		return quote
	case Unfinished.MatchString(quote), LeadOnly.MatchString(quote):
		return strings.TrimRight(quote, ",;") + " …"
	}
	return quote + "."
}

// BegunElsewhere reports whether a quote begins in the middle of a word or sentence: with a small letter that is no mark of a list entry,
// as an entry that goes on in the next, or as what is said in addition to the sentence before.
func BegunElsewhere(quote string) bool {
	if ListEntry.MatchString(quote) && !ParagraphMark.MatchString(quote) {
		return Unfinished.MatchString(quote)
	}
	return startsLower(quote) || inAddition.MatchString(quote)
}

func startsLower(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLower(first)
}

var inAddition = regexp.MustCompile(`^(?:Additionally|In addition|Furthermore|Moreover|Darüber hinaus|Außerdem|Ferner|Zusätzlich|Im Übrigen)\b`)

// CutShort reports whether a quote begins or ends in the middle of what it says.
func CutShort(quote string) bool {
	quote = folded(quote)
	return LeadOnly.MatchString(quote) || BegunElsewhere(quote) || Unfinished.MatchString(quote)
}

// IsSentence reports whether a unit is a sentence rather than an entry of a list, a row, or a quote with a hole in it.
func IsSentence(unit string) bool {
	return !IsRow(unit) && !ListEntry.MatchString(unit) && !strings.Contains(unit, "…") && strings.ContainsAny(unit[len(unit)-1:], ".!?")
}

// IsRow reports whether a unit is a row of a table, under its head or alone.
func IsRow(unit string) bool { return grid.IsRow(strings.TrimPrefix(BesideHead(unit), "… ")) }

// BesideHead returns the row of a unit that quotes one under the head of its table, for the head says nothing besides; else the whole unit.
func BesideHead(unit string) string {
	if at := strings.LastIndex(unit, "… "); at >= 0 && grid.IsRow(unit[at+len("… "):]) {
		return unit[at:]
	}
	return unit
}

var (
	// ListEntry matches the mark that an entry of a list begins with.
	ListEntry = regexp.MustCompile(`^(?:\(?\d{1,2}[a-z]?[.)]|\(?[a-z]{1,4}\)|[-–—•▪*●·])\s`)
	// ParagraphMark is the number of a law's paragraph, which may lead into a list itself.
	ParagraphMark = regexp.MustCompile(`^\(\d{1,2}[a-z]?\)\s`)
	// LeadOnly matches a quote that announces a list or a table and ends before it: "has to ensure that".
	LeadOnly = regexp.MustCompile(`(?i)(?::|\b(?:dass|that|wenn|if|sofern|soweit|indem))\s*…?\s*$`)
	// Unfinished matches a quote whose sentence goes on behind it: a list cut short, a rule without its conditions.
	Unfinished = regexp.MustCompile(`(?:[,;:]|\b(?:oder|und|sowie|or|and))$`)
)
