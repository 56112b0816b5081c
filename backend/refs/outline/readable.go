package outline

import (
	"regexp"
	"strings"
	"unicode"

	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// shouted finds words in capitals side by side: a single one is an abbreviation.
var (
	letters = regexp.MustCompile(`\p{L}+`)
	shouted = regexp.MustCompile(`\b\p{Lu}{2,}(?:[^\p{L}\n]+\p{Lu}{2,}\b)+`)
)

// readable writes a title that is all capitals as the document's own sentences write its words, which keeps abbreviations and the nouns of German. It
// stays as it is where they do not have all of them.
func readable(title string, pages []source.Page) string {
	if title != strings.ToUpper(title) || numbering.CountIf(title, unicode.IsUpper)*2 <= numbering.Letters(title) {
		return title
	}
	forms := map[string]map[string]int{}
	for _, w := range letters.FindAllString(title, -1) {
		forms[strings.ToLower(w)] = map[string]int{}
	}
	for _, p := range pages {
		for line := range strings.Lines(p.Text) {
			for _, w := range letters.FindAllString(shouted.ReplaceAllString(line, ""), -1) {
				if known, ok := forms[strings.ToLower(w)]; ok {
					known[w]++
				}
			}
		}
	}
	unknown := false
	out := letters.ReplaceAllStringFunc(title, func(w string) string {
		best, n := w, 0
		for form, times := range forms[strings.ToLower(w)] {
			if times > n || times == n && form < best {
				best, n = form, times
			}
		}
		unknown = unknown || n == 0
		return best
	})
	if unknown {
		return title
	}
	first := string(numbering.FirstRune(out))
	return strings.ToUpper(first) + strings.TrimPrefix(out, first)
}
