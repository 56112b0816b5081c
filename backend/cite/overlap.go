package cite

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Overlap says how much of what claim states stands in quote: 0 (nothing) to 1 (every content word and every number). A number
// weighs as much as three words. Words of one stem count as equal; the language does not matter.
func Overlap(claim, quote string) float64 {
	return overlap(features(claim), features(quote))
}

// Rank returns the indexes of quotes, the one that says most of claim first; equal ones keep their order.
func Rank(claim string, quotes []Quote) []int {
	want := features(claim)
	score := make([]float64, len(quotes))
	order := make([]int, len(quotes))
	for i, q := range quotes {
		order[i], score[i] = i, overlap(want, features(q.Text))
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case score[a] > score[b]:
			return -1
		case score[a] < score[b]:
			return 1
		}
		return 0
	})
	return order
}

// features are the stems and number values of a text with their weights.
func features(text string) map[string]float64 {
	out := map[string]float64{}
	for _, w := range words(text) {
		if s := stem(w); s != "" {
			out[s] = 1
		}
	}
	for _, n := range numbers(text) {
		for _, v := range n.values {
			out["#"+v] = 3 / float64(len(n.values))
		}
	}
	return out
}

func overlap(want, have map[string]float64) float64 {
	var all, met float64
	for f, weight := range want {
		all += weight
		if _, ok := have[f]; ok {
			met += weight
		}
	}
	if all == 0 {
		return 0
	}
	return met / all
}

// words returns the words of text in lower case; in scripts without spaces, every pair of neighbouring characters.
func words(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(Normalise(text).Text), func(r rune) bool { return !isAlnum(r) }) {
		if r, _ := utf8.DecodeRuneInString(w); !isContinuous(r) {
			out = append(out, w)
			continue
		}
		pair := []rune(w)
		for i := range len(pair) - 1 {
			out = append(out, string(pair[i:i+2]))
		}
	}
	return out
}

// stem takes an ending of inflection off a word and cuts it to six characters, which serves most languages; a word of up to three
// letters says nothing, and a number is a feature of its own.
func stem(word string) string {
	runes := []rune(word)
	if isContinuous(runes[0]) {
		return word
	}
	if unicode.IsDigit(runes[0]) || len(runes) <= 3 {
		return ""
	}
	for _, ending := range []string{"en", "es", "er", "em", "e", "n", "s"} {
		if len(runes)-len(ending) >= 4 && strings.HasSuffix(word, ending) {
			runes = runes[:len(runes)-len(ending)]
			break
		}
	}
	return string(runes[:min(6, len(runes))])
}
