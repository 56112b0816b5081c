package step

import "unicode/utf8"

// tokens estimates the tokens of text for a model nobody has measured yet: one per 3 bytes of Latin script, one per CJK character.
// It errs on the high side; the model's own ledger refuses what still does not fit.
func tokens(text string) int {
	runes := utf8.RuneCountInString(text)
	wide := (len(text) - runes) / 2
	return max(runes/3, wide) + 1
}

// room returns how many prompt tokens a call may spend on evidence when reply tokens are reserved: the pinned context less the reply
// and the fixed parts of the prompt.
func (k *Kit) room(reply int) int {
	if k.Model == nil {
		return 1 << 30
	}
	return max(256, k.Model.Card().NumCtx-reply-1100)
}

// fit returns the longest beginning of lines whose extracts fit into room tokens.
func fit[T any](lines []T, text func(T) string, room int) []T {
	for i, l := range lines {
		if room -= tokens(text(l)) + 25; room < 0 {
			return lines[:i]
		}
	}
	return lines
}
