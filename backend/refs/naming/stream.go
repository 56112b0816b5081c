package naming

import (
	"unicode"

	"rabbithole/backend/refs/numbering"
)

// Capital reports whether token i is a word with a capital.
func (s *Stream) Capital(i int) bool {
	t := s.Tok(i)
	return t.Kind == Word && unicode.IsUpper(numbering.FirstRune(t.Text))
}

// Determined reports whether a noun at token i has an article, or opens a parenthesis or follows "see".
func (s *Stream) Determined(i int) bool {
	t := s.Tok(i - 1)
	return Determiner(t.Lower) || t.Text == "(" || t.Lower == "see" || t.Lower == "siehe" || t.Lower == "vgl" || t.Kind == Sign && Quote(t.Text)
}

// Tok returns token i, a stop past the end.
func (s *Stream) Tok(i int) Token {
	if i < 0 || i >= len(s.Tokens) {
		return Token{Text: "\n", At: len(s.Text), Kind: Stop}
	}
	return s.Tokens[i]
}

// Is reports whether token i reads so.
func (s *Stream) Is(i int, text string) bool { return s.Tok(i).Text == text }

// Words reports whether the tokens from i on are these words, in lower case.
func (s *Stream) Words(i int, lower ...string) bool {
	for k, w := range lower {
		t := s.Tok(i + k)
		if t.Kind != Word && t.Text != w || t.Kind == Word && t.Lower != w {
			return false
		}
	}
	return true
}

// Slice returns the text of tokens [first, last).
func (s *Stream) Slice(first, last int) string {
	if last <= first {
		return ""
	}
	return s.Text[s.Tok(first).At:s.Tok(last-1).End()]
}

// SkipTo returns the first token that begins at or after offset at, from token i on.
func (s *Stream) SkipTo(i, at int) int {
	for i < len(s.Tokens) && s.Tokens[i].At < at {
		i++
	}
	return i
}

// Dated reports whether the number at token i is the day of a date: "31. Dezember".
func (s *Stream) Dated(i int) bool {
	if s.Is(i+1, ".") {
		i++
	}
	month := s.Tok(i + 1)
	return numbering.IsMonth(month.Lower) && month.Text != month.Lower // "Article 42 may be used"
}

// Hyphen reports whether token i is a hyphen or a short dash.
func (s *Stream) Hyphen(i int) bool {
	return s.Is(i, "-") || s.Is(i, "\u2010") || s.Is(i, "\u2011") || s.Is(i, "–")
}

// Stream is a text cut into tokens.
type Stream struct {
	Text   string
	Tokens []Token
}

// NewStream cuts a text into tokens.
func NewStream(text string) *Stream { return &Stream{text, tokenize(text)} }
