package step

import (
	"strings"

	"rabbithole/backend/step/ask"
)

// terms knows a word by its lower-case letters.
type plainWords struct{ Lexicon }

func (plainWords) Terms(text, _ string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" .,?", r) })
}

func profileOf(words ...string) Profile {
	p := Profile{Weight: map[string]float64{}, whole: ask.Set(words), order: words, Total: float64(len(words))}
	for _, w := range words {
		p.Weight[w] = 1
	}
	return p
}
