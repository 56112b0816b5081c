package step

import (
	"slices"

	"rabbithole/prompts"
)

// tokens estimates the tokens of text for a model nobody has measured yet, by the measure of the model's own ledger.
func tokens(text string) int { return prompts.EstimateTokens(text) }

// fixed is what the rules, the shape and the words around the evidence take of a prompt, in tokens.
const fixed = 650

// reply returns how many tokens are reserved for a reply that may take want: never more than a quarter of the context.
func (k *Kit) reply(want int) int {
	if k.Model == nil {
		return want
	}
	return min(want, k.Model.Card().NumCtx/4)
}

// room returns how many prompt tokens a call may spend on evidence when want reply tokens are asked for: the pinned context less the
// reply, the fixed parts, the question with what the person added, and the other texts of the prompt.
func (k *Kit) room(want int, q Question, texts ...string) int {
	if k.Model == nil {
		return 1 << 30
	}
	left := k.Model.Card().NumCtx - k.reply(want) - fixed - tokens(q.Text)
	for _, t := range slices.Concat(q.Refinements, texts) {
		left -= tokens(t)
	}
	return max(256, left)
}

// fenced is how many tokens the markers around a text and around its name take.
const fenced = 55

// fit returns the longest beginning of lines whose texts fit into room tokens.
func fit[T any](lines []T, text func(T) string, room int) []T {
	for i, l := range lines {
		if room -= tokens(text(l)) + fenced; room < 0 {
			return lines[:i]
		}
	}
	return lines
}
