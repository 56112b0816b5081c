package ask

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"rabbithole/prompts"
)

var (
	// fenceMark matches the marks of fences, which a weak model copies out of a prompt.
	fenceMark = regexp.MustCompile(`<{3}|>{3}|\b` + prompts.MarkForm + `\b`)
	// listNumber matches the number of an entry of a list.
	listNumber = regexp.MustCompile(`^\s*(\d{1,2})[.)]\s+`)
)

// Searchable returns those of a model's queries or concepts that can be looked for, without copied marks and numbers of a list. Their words need stand neither
// in the question nor in the library: they may be other names for what does, which embeddings find.
func Searchable(list []string) []string {
	numbered := len(list) > 1
	for i, text := range list { // "2. Weltkrieg" alone is no entry of a list
		m := listNumber.FindStringSubmatch(text)
		numbered = numbered && m != nil && m[1] == strconv.Itoa(i+1)
	}
	out := []string{}
	for _, text := range list {
		text = fenceMark.ReplaceAllString(text, " ")
		if numbered {
			text = listNumber.ReplaceAllString(text, "")
		}
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			out = append(out, strings.Join(strings.Fields(text), " "))
		}
	}
	return out
}
