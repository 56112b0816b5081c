package quotable

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/step/ask"
)

// scrap reports whether a sentence is the rest of one: short, and it begins in the middle.
func scrap(sentence string) bool {
	first, _ := utf8.DecodeRuneInString(sentence)
	return len(sentence) < 40 && (first == '(' || unicode.IsLower(first)) && !ask.StatesQuantity(sentence)
}

// Sentence closes a quote like a sentence; one that goes on in the document ends with an ellipsis.
func Sentence(quote string) string {
	quote = strings.Join(strings.Fields(quote), " ")
	switch {
	case quote == "" || strings.ContainsRune(".!?…。！？", ask.LastRune(quote)):
		return quote
	case ask.Unfinished.MatchString(quote), LeadOnly.MatchString(quote):
		return strings.TrimRight(quote, ",;") + " …"
	}
	return quote + "."
}

// Begin folds a quote without the mark that its sentence goes on.
func Begin(quote string) string { return strings.TrimRight(ask.Fold(quote), " .,;…") }

// BegunElsewhere reports whether a quote begins in the middle of a word or sentence: with a small letter that is no mark of a list entry,
// as an entry that goes on in the next, or as what is said in addition to the sentence before.
func BegunElsewhere(quote string) bool {
	if ListEntry.MatchString(quote) && !ParagraphMark.MatchString(quote) {
		return ask.Unfinished.MatchString(quote)
	}
	return startsLower(quote) || inAddition.MatchString(quote)
}

var inAddition = regexp.MustCompile(`^(?:Additionally|In addition|Furthermore|Moreover|Darüber hinaus|Außerdem|Ferner|Zusätzlich|Im Übrigen)\b`)

// CutShort reports whether a quote begins or ends in the middle of what it says.
func CutShort(quote string) bool {
	quote = strings.Join(strings.Fields(quote), " ")
	return LeadOnly.MatchString(quote) || BegunElsewhere(quote) || ask.Unfinished.MatchString(quote)
}

// rows returns the table as one unit if it is short, else each row under what stands above the table.
func rows(b grid.Block) []string {
	if whole := joined(b.Lines); len(whole) <= WholeSentence {
		return []string{whole}
	}
	head := joined(b.Lead())
	var units []string
	for i, e := range b.Entries() {
		if !cite.Proves(e.Row) { // nothing to find it by on its page
			continue
		}
		parts := append(slices.Clone(e.Headings), e.Row)
		if head != "" {
			parts = slices.Insert(parts, 0, head)
		}
		unit := strings.Join(parts, " … ")
		if first := strings.Join(parts, " "); i == 0 && strings.HasPrefix(joined(b.Lines), joined(parts)) { // nothing is left out between
			unit = first
		}
		units = append(units, unit)
	}
	return units
}

// IsSentence reports whether a unit is a sentence rather than an entry of a list, a row, or a quote with a hole in it.
func IsSentence(unit string) bool {
	return !IsRow(unit) && !ListEntry.MatchString(unit) && !strings.Contains(unit, "…") && strings.ContainsAny(unit[len(unit)-1:], ".!?")
}

// IsRow reports whether a unit is a row of a table, under its head or alone.
func IsRow(unit string) bool { return grid.IsRow(strings.TrimPrefix(Row(unit), "… ")) }

// Row returns the row of a unit that quotes one under the head of its table, for the head says nothing besides; else the whole unit.
func Row(unit string) string {
	if at := strings.LastIndex(unit, "… "); at >= 0 && grid.IsRow(unit[at+len("… "):]) {
		return unit[at:]
	}
	return unit
}

func joined(lines []string) string {
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

// LeadOnly matches a quote that announces a list or a table and ends before it: "has to ensure that".
var LeadOnly = regexp.MustCompile(`(?i)(?::|\b(?:dass|that|wenn|if|sofern|soweit|indem))\s*…?\s*$`)
