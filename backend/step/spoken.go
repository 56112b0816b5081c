package step

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"
)

var answerField = regexp.MustCompile(`"answer"\s*:\s*"`)

// unescaped reads the inside of a JSON string that may not be complete: its text so far, how many bytes of it that took, and whether it ended.
// An escape or a character that is not complete is left for later.
func unescaped(text string) (said string, used int, over bool) {
	var b strings.Builder
	for used < len(text) {
		c := text[used]
		switch {
		case c == '"':
			return b.String(), used, true
		case c == '\\':
			n := escapeLength(text[used:])
			if n == 0 {
				return b.String(), used, false
			}
			var piece string
			if json.Unmarshal([]byte(`"`+text[used:used+n]+`"`), &piece) == nil {
				b.WriteString(piece)
			}
			used += n
		case !utf8.FullRuneInString(text[used:]):
			return b.String(), used, false
		default:
			_, n := utf8.DecodeRuneInString(text[used:])
			b.WriteString(text[used : used+n])
			used += n
		}
	}
	return b.String(), used, false
}

// escapeLength returns how long the escape at the beginning of text is, a pair of surrogates taken together; 0 when it is not complete.
func escapeLength(text string) int {
	const short, long = len(`\n`), len(`\u0000`)
	switch {
	case len(text) < short:
		return 0
	case text[1] != 'u':
		return short
	case len(text) < long:
		return 0
	case !strings.HasPrefix(strings.ToLower(text), `\ud8`) && !strings.HasPrefix(strings.ToLower(text), `\ud9`) &&
		!strings.HasPrefix(strings.ToLower(text), `\uda`) && !strings.HasPrefix(strings.ToLower(text), `\udb`):
		return long
	case len(text) < 2*long:
		return 0
	}
	return 2 * long
}
