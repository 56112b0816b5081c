package naming

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs/numbering"
)

// Token is a word, a number or a sign of a flow's text.
type Token struct {
	Text  string
	Lower string // of words
	At    int    // byte offset in the flow
	Kind  tokenKind
}

// End returns the offset behind a token.
func (t Token) End() int { return t.At + len(t.Text) }

type tokenKind byte

const (
	Word    tokenKind = iota // letters and digits that begin with a letter, inner and closing hyphens
	Numeral                  // digits, decimal parts, one letter: "62", "9a", "5.2.1"
	Sign                     // one rune of anything else
	Stop                     // a line feed: the end of a title or of a section
)

// tokenize cuts a text into tokens; spaces separate and are dropped.
func tokenize(text string) []Token {
	tokens := make([]Token, 0, len(text)/5)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			tokens = append(tokens, Token{Text: "\n", At: i, Kind: Stop})
		case r == ' ':
		case unicode.IsLetter(r):
			size = wordLen(text[i:])
			w := text[i : i+size]
			tokens = append(tokens, Token{Text: w, Lower: strings.ToLower(w), At: i, Kind: Word})
		case r >= '0' && r <= '9':
			size = numberLen(text[i:])
			tokens = append(tokens, Token{Text: text[i : i+size], At: i, Kind: Numeral})
		default:
			tokens = append(tokens, Token{Text: text[i : i+size], At: i, Kind: Sign})
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
	i := numbering.DigitsLen(s)
	for i+1 < len(s) && s[i] == '.' && numbering.DigitsLen(s[i+1:]) > 0 {
		i += 1 + numbering.DigitsLen(s[i+1:])
	}
	if i < len(s) && s[i] >= 'a' && s[i] <= 'z' && (i+1 == len(s) || !numbering.IsWordByte(s[i+1:])) {
		i++
	}
	return i
}
