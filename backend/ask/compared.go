package ask

import (
	"regexp"
	"strings"
)

// Compares matches a clause that sets two things beside each other.
var Compares = regexp.MustCompile(`(?i)\b(?:differences?|differ|compared?|versus|vs|between .+ and|from .+ to|both|respectively|unterschied\w*|unterscheide\w*|vergleich\w*|verglichen|zwischen .+ und|von .+ auf|jeweils|gegenüber)\b|\b(?:19|20)\d\d\b.*\b(?:and|und|or|oder)\b.*\b(?:19|20)\d\d\b`)

// compared matches two names set beside each other in a question.
var compared = regexp.MustCompile(`(` + oneName + `) (?:and|or|und|oder|vs\.?|versus) (?:the |an? |das |der |die |dem |den )?(` + oneName + `)`)

// oneName matches a name: words with capitals or digits, small words of names between them.
const oneName = `["“„]?\p{Lu}[\pL\d.'’&-]*(?:(?: (?:of|the|for|de|la|von|für|der|des))? [\p{Lu}\d][\pL\d.'’&-]*)*["”“]?`

// comparing matches the words that set things beside each other besides their names.
var comparing = regexp.MustCompile(`(?i)\b(?:both|either|beide[rn]?|sowohl|als auch|each of|of|between|zwischen|von) $`)

// Each returns a question on two things as one question for each: "Which is older, A or B?" is asked of A, and of B. None where it sets nothing side by side.
func Each(question, language string) []string {
	text := strings.TrimRight(strings.Join(strings.Fields(question), " "), " ?.")
	for _, m := range compared.FindAllStringSubmatchIndex(text, -1) {
		a, b := text[m[2]:m[3]], text[m[4]:m[5]]
		if sentenceOpeners[strings.ToLower(strings.Fields(a)[0])] || strings.EqualFold(a, b) || !telling(a, language) || !telling(b, language) {
			continue
		}
		before, after := comparing.ReplaceAllString(text[:m[0]], ""), text[m[1]:]
		return []string{before + a + after, before + b + after}
	}
	return nil
}

// telling reports whether a run of capitalised words is a name. In German any noun has a capital: there a name has several, or is an abbreviation.
func telling(name, language string) bool {
	return language != "de" || len(strings.Fields(name)) > 1 || abbreviation(name)
}
