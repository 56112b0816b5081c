package step

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/chunk"
	"rabbithole/backend/step/ask"
)

// why names the words that a passage shares with the question, as they stand in it: "Berufsleben" where the question says
// "Berufslebensdosis" and the passage does not.
func (k *Kit) why(q Question, r Reading) string {
	words := ask.WordsFor(q.Language)
	read := strings.FieldsFunc(strings.Join(append(slices.Clone(r.Passage.Headings), r.Passage.Text), "\n"), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-'
	})
	stands := map[string]string{}
	for _, w := range read {
		if _, ok := stands[ask.Fold(w)]; !ok {
			stands[ask.Fold(w)] = w
		}
	}
	var found []string
	for _, w := range ask.ContentWords(q.Text, words.Stop) {
		named := ""
		if partOfCitation(w, q.Text) {
			continue
		}
		if _, ok := stands[ask.Fold(w)]; ok {
			named = w
		} else {
			named = k.akin(w, q.Language, stands, r.Document.Language)
		}
		if named != "" && len(found) < whyWords && !slices.Contains(found, named) {
			found = append(found, named)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return fmt.Sprintf(words.Names, strings.Join(found, ", "))
}

// partOfCitation reports whether a word of a question is a number or a shortened word, as in "§ 7 Abs. 3": alone it says nothing. A year does.
func partOfCitation(word, question string) bool {
	return !strings.ContainsFunc(word, unicode.IsLetter) && !ask.Year.MatchString(word) || chunk.IsAbbreviation(word) && strings.Contains(question, word+".")
}

// akin returns the longest word of a text that shares its stem, or a part, with a word of the question; "" where none does.
func (k *Kit) akin(word, language string, stands map[string]string, of string) string {
	terms := ask.Set(k.Lexicon.Terms(word, language))
	best := ""
	for _, w := range stands {
		if !slices.ContainsFunc(k.Lexicon.Terms(w, of), func(t string) bool { return terms[t] }) {
			continue
		}
		if best == "" || len(w) > len(best) || len(w) == len(best) && w < best {
			best = w
		}
	}
	return best
}

// whyWords is the most words that why names.
const whyWords = 5
