package outline

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// The ranks of the items of a report that an authority lays down, and of the notes to its accounts.
const (
	RankItem = numbering.RankArticle + 1
	rankNote = numbering.RankArticle + 2
)

// ItemWord knows the words that number the parts of a company's report.
func ItemWord(word string) (label string, rank int) {
	switch word {
	case "item", "items":
		return "Item", RankItem
	case "note", "notes":
		return "Note", rankNote
	}
	return "", 0
}

// itemHeading reads "Item 7A. Title" and "NOTE 12 - Title".
func itemHeading(s string) (heading, bool) {
	word, rest := numbering.CutWord(s)
	label, rank := ItemWord(strings.ToLower(word))
	if label == "" || !unicode.IsUpper(numbering.FirstRune(word)) || strings.HasSuffix(strings.ToLower(word), "s") {
		return heading{}, false
	}
	number, rest := cutItemNumber(strings.TrimSpace(rest))
	if number == "" || rest != "" && !strings.ContainsRune(" \t.:–—-", numbering.FirstRune(rest)) {
		return heading{}, false
	}
	title := trimTitle(rest)
	if !titleLike(title) || strings.HasPrefix(title, "(") {
		return heading{}, false
	}
	return heading{Kind: refs.KindSection, Number: number, label: label + " " + number, title: title, Rank: rank}, true
}

// cutItemNumber splits "7", "7A" off the front of s.
func cutItemNumber(s string) (number, rest string) {
	n := numbering.DigitsLen(s)
	if n == 0 || n > 2 {
		return "", s
	}
	if n < len(s) && s[n] >= 'A' && s[n] <= 'Z' && (n+1 == len(s) || !numbering.IsWordByte(s[n+1:])) {
		n++
	}
	return s[:n], s[n:]
}
