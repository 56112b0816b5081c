package source

import (
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// FileName returns the last element of a path as valid UTF-8. Invalid bytes are decoded as Latin-1, the encoding that
// older systems used for names.
func FileName(path string) string {
	var b strings.Builder
	for rest := filepath.Base(path); rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if r == utf8.RuneError && size == 1 && rest[0] >= 0xA0 {
			r = rune(rest[0])
		}
		b.WriteRune(r)
		rest = rest[size:]
	}
	return b.String()
}
