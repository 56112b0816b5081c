package step

import (
	"rabbithole/backend/step/ask"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isSentence reports whether a unit is a sentence rather than an entry of a list, a row, or a quote with a hole in it.
func isSentence(unit string) bool {
	return !isRow(unit) && !listEntry.MatchString(unit) && !strings.Contains(unit, "…") && strings.ContainsAny(unit[len(unit)-1:], ".!?")
}

// scrap reports whether a sentence is the rest of one: short, and it begins in the middle.
func scrap(sentence string) bool {
	first, _ := utf8.DecodeRuneInString(sentence)
	return len(sentence) < 40 && (first == '(' || unicode.IsLower(first)) && !ask.StatesQuantity(sentence)
}

// sentence closes a quote like a sentence; one that goes on in the document ends with an ellipsis.
func sentence(quote string) string {
	quote = strings.Join(strings.Fields(quote), " ")
	switch {
	case quote == "" || strings.ContainsRune(".!?…。！？", ask.LastRune(quote)):
		return quote
	case ask.Unfinished.MatchString(quote), leadOnly.MatchString(quote):
		return strings.TrimRight(quote, ",;") + " …"
	}
	return quote + "."
}

// begin folds a quote without the mark that its sentence goes on.
func begin(quote string) string { return strings.TrimRight(ask.Fold(quote), " .,;…") }

// begunElsewhere reports whether a quote begins in the middle of a word or sentence: with a small letter that is no mark of a list entry,
// as an entry that goes on in the next, or as what is said in addition to the sentence before.
func begunElsewhere(quote string) bool {
	if listEntry.MatchString(quote) && !paragraphMark.MatchString(quote) {
		return ask.Unfinished.MatchString(quote)
	}
	return startsLower(quote) || inAddition.MatchString(quote)
}

var inAddition = regexp.MustCompile(`^(?:Additionally|In addition|Furthermore|Moreover|Darüber hinaus|Außerdem|Ferner|Zusätzlich|Im Übrigen)\b`)

// cutShort reports whether a quote begins or ends in the middle of what it says.
func cutShort(quote string) bool {
	quote = strings.Join(strings.Fields(quote), " ")
	return leadOnly.MatchString(quote) || begunElsewhere(quote) || ask.Unfinished.MatchString(quote)
}
