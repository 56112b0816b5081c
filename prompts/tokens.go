package prompts

import "unicode"

// EstimateTokens says how many tokens a text has for a usual tokenizer, rather too many than too few: a token for 3.2 Latin letters or
// spaces, for 1.6 other signs, for one digit (some tokenizers take them one by one), for one Chinese, Japanese or Korean character. The
// same text always gives the same number.
//
// It is the one measure by which steps fill a context and the client refuses what overflows it: what the one lets in, the other must not
// turn away. (The size of passages is measured by package chunk, for another purpose: there the mean counts, here the worst case.)
func EstimateTokens(text string) int {
	sum := 0.0
	for _, r := range text {
		sum += weigh(r)
	}
	return int(sum + 0.999)
}

func weigh(r rune) float64 {
	switch {
	case r == ' ' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		return 1 / 3.2
	case r >= '0' && r <= '9':
		return 1
	case r < 0x80:
		return 1 / 1.6
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return 1
	case unicode.Is(unicode.Latin, r):
		return 0.6
	case unicode.IsLetter(r):
		return 0.7
	}
	return 1.5
}

// perTurn is what a turn takes besides its words, in tokens.
const perTurn = 30

// Tokens is about how many tokens a call's words take, without its images.
func (c Call) Tokens() int {
	n := EstimateTokens(c.System) + EstimateTokens(c.User)
	for _, t := range c.Tools {
		n += EstimateTokens(t.Description) + EstimateTokens(string(t.Parameters))
	}
	for _, t := range c.Turns {
		n += EstimateTokens(t.Text) + perTurn
		for _, call := range t.Calls {
			n += EstimateTokens(string(call.Arguments))
		}
	}
	return n
}
