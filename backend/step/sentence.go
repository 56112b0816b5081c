package step

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
)

// isSentence reports whether a unit is a sentence rather than an entry of a list, a row, or a quote with a hole in it.
func isSentence(unit string) bool {
	return !isRow(unit) && !listEntry.MatchString(unit) && !strings.Contains(unit, "…") && strings.ContainsAny(unit[len(unit)-1:], ".!?")
}

// scrap reports whether a sentence is the rest of one: short, and it begins in the middle.
func scrap(sentence string) bool {
	first, _ := utf8.DecodeRuneInString(sentence)
	return len(sentence) < 40 && (first == '(' || unicode.IsLower(first)) && !statesQuantity(sentence)
}

// unfinished matches a quote whose sentence goes on behind it: a list cut short, a rule without its conditions.
var unfinished = regexp.MustCompile(`(?:[,;:]|\b(?:oder|und|sowie|or|and))$`)

// sentence closes a quote like a sentence; one that goes on in the document ends with an ellipsis.
func sentence(quote string) string {
	quote = strings.Join(strings.Fields(quote), " ")
	switch {
	case quote == "" || strings.ContainsRune(".!?…。！？", lastRune(quote)):
		return quote
	case unfinished.MatchString(quote), leadOnly.MatchString(quote):
		return strings.TrimRight(quote, ",;") + " …"
	}
	return quote + "."
}

// begin folds a quote without the mark that its sentence goes on.
func begin(quote string) string { return strings.TrimRight(fold(quote), " .,;…") }

// begunElsewhere reports whether a quote begins in the middle of a word or sentence: with a small letter that is no mark of a list entry,
// as an entry that goes on in the next, or as what is said in addition to the sentence before.
func begunElsewhere(quote string) bool {
	if listEntry.MatchString(quote) && !paragraphMark.MatchString(quote) {
		return unfinished.MatchString(quote)
	}
	return startsLower(quote) || inAddition.MatchString(quote)
}

var inAddition = regexp.MustCompile(`^(?:Additionally|In addition|Furthermore|Moreover|Darüber hinaus|Außerdem|Ferner|Zusätzlich|Im Übrigen)\b`)

// cutShort reports whether a quote begins or ends in the middle of what it says.
func cutShort(quote string) bool {
	quote = strings.Join(strings.Fields(quote), " ")
	return leadOnly.MatchString(quote) || begunElsewhere(quote) || unfinished.MatchString(quote)
}

// sentencesOf cuts a question into its sentences.
func sentencesOf(question, language string) []string {
	var out []string
	from := 0
	add := func(to int) {
		if s := strings.TrimSpace(question[from:to]); s != "" {
			out = append(out, s)
		}
		from = to
	}
	for _, end := range questionEnds.FindAllStringIndex(question, -1) {
		if stop := end[0] + strings.IndexAny(question[end[0]:end[1]], "?!."); chunk.Ends(question, stop, language) {
			add(end[1])
		}
	}
	add(len(question))
	return out
}

var questionEnds = regexp.MustCompile(`[?!.]["”“)]?\s+`)
