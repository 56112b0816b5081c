package chunk

import "unicode"

// Tokens estimates how many tokens a model's tokenizer makes of text: one per CJK character and sign, one per three digits, one
// for the first six letters of a word and one for every five more. German compounds fall into more pieces than English words of
// their length, so the estimate is nearer the truth for English.
func Tokens(text string) int {
	n, letters, digits := 0, 0, 0
	last := rune(0)
	flush := func() {
		if letters > 0 {
			n += 1 + max(0, letters-2)/5
		}
		n += (digits + 2) / 3
		letters, digits = 0, 0
	}
	for _, r := range text {
		switch {
		case isCJK(r):
			flush()
			n++
		case unicode.IsLetter(r) || unicode.IsMark(r):
			if digits > 0 {
				flush()
			}
			letters++
		case unicode.IsDigit(r):
			if letters > 0 {
				flush()
			}
			digits++
		default:
			flush()
			if !unicode.IsSpace(r) && r != last { // a row of leader dots is one token
				n++
			}
		}
		last = r
	}
	flush()
	return n
}

// isCJK reports whether a character is written without spaces between words.
func isCJK(r rune) bool {
	return r >= 0x2e80 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7af || r >= 0xf900 && r <= 0xfaff || r >= 0xff00 && r <= 0xff60 || r >= 0x20000 && r <= 0x3ffff
}

// Clip shortens text to at most n bytes on a rune boundary.
func Clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return text[:n] + "…"
}
