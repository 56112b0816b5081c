package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word, a number or a sign of a flow's text.
type token struct {
	text  string
	lower string // of words
	at    int    // byte offset in the flow
	kind  tokenKind
}

func (t token) end() int { return t.at + len(t.text) }

type tokenKind byte

const (
	word    tokenKind = iota // letters and digits that begin with a letter, inner and closing hyphens
	numeral                  // digits, decimal parts, one letter: "62", "9a", "5.2.1"
	sign                     // one rune of anything else
	stop                     // a line feed: the end of a title or of a section
)

// Stream is a text cut into tokens.
type Stream struct {
	text   string
	tokens []token
}

func newStream(text string) *Stream { return &Stream{text, tokenize(text)} }

// tokenize cuts a text into tokens; spaces separate and are dropped.
func tokenize(text string) []token {
	tokens := make([]token, 0, len(text)/5)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			tokens = append(tokens, token{text: "\n", at: i, kind: stop})
		case r == ' ':
		case unicode.IsLetter(r):
			size = wordLen(text[i:])
			w := text[i : i+size]
			tokens = append(tokens, token{text: w, lower: strings.ToLower(w), at: i, kind: word})
		case r >= '0' && r <= '9':
			size = numberLen(text[i:])
			tokens = append(tokens, token{text: text[i : i+size], at: i, kind: numeral})
		default:
			tokens = append(tokens, token{text: text[i : i+size], at: i, kind: sign})
		}
		i += size
	}
	return tokens
}

// wordLen returns the length of the word s begins with: "Melde-", "Bundes-Bodenschutzgesetzes", "RFC9999".
func wordLen(s string) int {
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || (r == '-' || r == '\u2010' || r == '\u2011') && i > 0 {
			continue
		}
		return i
	}
	return len(s)
}

// numberLen returns the length of the number s begins with; a point at its end does not belong to it.
func numberLen(s string) int {
	i := digitsLen(s)
	for i+1 < len(s) && s[i] == '.' && digitsLen(s[i+1:]) > 0 {
		i += 1 + digitsLen(s[i+1:])
	}
	if i < len(s) && s[i] >= 'a' && s[i] <= 'z' && (i+1 == len(s) || !isWordByte(s[i+1:])) {
		i++
	}
	return i
}

func digitsLen(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// isConjunction reports whether word, lower case, joins the members of a list of references.
func isConjunction(word string) bool {
	return oneOf(word, "und", "oder", "sowie", "bis", "and", "or", "to", "through", "beziehungsweise", "bzw")
}

// isRange reports whether a conjunction names everything between its neighbours.
func isRange(word string) bool { return word == "bis" || word == "to" || word == "through" }
