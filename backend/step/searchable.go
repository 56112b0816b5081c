package step

import (
	"regexp"
	"strings"
	"unicode"
)

// copiedMark matches what a weak model copies out of a prompt: marks of fences, and the number or dash of a list.
var copiedMark = regexp.MustCompile(`<{3}|>{3}|\b[0-9a-f]{12}\b|^\s*(?:\d{1,2}[.)]|[-*•])\s+`)

// searchable returns those of a model's queries or concepts that can be looked for, without copied marks. Their words need stand neither in the question nor
// in the library: they may be other names for what does, which embeddings find.
func searchable(list []string) []string {
	out := []string{}
	for _, text := range list {
		text = strings.TrimSpace(copiedMark.ReplaceAllString(text, " "))
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			out = append(out, strings.Join(strings.Fields(text), " "))
		}
	}
	return out
}
