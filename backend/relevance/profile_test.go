package relevance

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
)

// plainWords knows a word by its lower-case letters.
type plainWords struct{ Lexicon }

func (plainWords) Terms(text, _ string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" .,?", r) })
}

func profileOf(words ...string) Profile {
	p := Profile{Weight: map[string]float64{}, whole: ask.Set(words), Terms: words, Total: float64(len(words))}
	for _, w := range words {
		p.Weight[w] = 1
	}
	return p
}

func TestProfile_TheTitleOfARuleCountsForItsSentences(t *testing.T) {
	words, asked := plainWords{}, profileOf("lantern", "boat", "dark")
	a, b, c := asked.Titled(words, "Article 7 Lantern boat"), asked.Titled(words, "Permit harbour crew pilot rope anchor boat"), asked.Titled(words, "Bread")
	if timed := profileOf("lantern", "year", "ended", "march", "2012").Titled(words, "Fiscal years ended March 31, 2012"); timed != 0 {
		t.Errorf("a stretch of time is a title: %.2f", timed)
	}
	if !(a > 0.75 && b < 0.3 && c == 0) {
		t.Errorf("titled %.2f, %.2f, %.2f", a, b, c)
	}
	sentence := []string{"authority", "allow", "dark"}
	own := []string{"lantern", "boat"}
	if under, below := asked.Said(sentence, own, a), asked.Said(sentence, own, b); !(under > below+0.15 && below > asked.Coverage(sentence) && asked.Said(sentence, nil, a) == asked.Coverage(sentence)) {
		t.Errorf("said %.2f under its own title, %.2f under a long one", under, below)
	}
}
