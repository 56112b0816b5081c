package reason

import "rabbithole/prompts"

// Tokens estimates the tokens of text for a model nobody has measured yet, by the measure of the model's own ledger.
func Tokens(text string) int { return prompts.EstimateTokens(text) }

// fixed is what the rules, the shape and the words around the evidence take of a prompt, in tokens.
const fixed = 800

// Reply returns how many tokens are reserved for a reply that may take want: never more than a quarter of the context.
func (c Caller) Reply(want int) int {
	if c.Model == nil {
		return want
	}
	return min(want, c.Model.Card().NumCtx/4)
}

// Room returns how many prompt tokens a call may spend on evidence when want reply tokens are asked for: the pinned context less the
// reply, the fixed parts, and the other texts of the prompt.
func (c Caller) Room(want int, texts ...string) int {
	if c.Model == nil {
		return 1 << 30
	}
	left := c.Model.Card().NumCtx - c.Reply(want) - fixed
	for _, t := range texts {
		left -= Tokens(t)
	}
	return max(256, left)
}

// Fenced is how many tokens the markers around a text and around its name take.
const Fenced = 26

// Fit returns the longest beginning of lines whose texts fit into room tokens.
func Fit[T any](lines []T, text func(T) string, room int) []T {
	for i, l := range lines {
		if room -= Tokens(text(l)) + Fenced; room < 0 {
			return lines[:i]
		}
	}
	return lines
}
