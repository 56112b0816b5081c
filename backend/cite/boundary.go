package cite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// opens reports whether a quote may begin at byte at: not inside a word, not inside a number, not after the sign of a number.
func (f Folded) opens(at int) bool {
	first, _ := utf8.DecodeRuneInString(f.Text[at:])
	before, size := utf8.DecodeLastRuneInString(f.Text[:at])
	if size == 0 {
		return true
	}
	if wordy(before) && wordy(first) {
		return false
	}
	if !unicode.IsDigit(first) {
		return true
	}
	second, _ := utf8.DecodeLastRuneInString(f.Text[:at-size])
	switch before {
	case '.', ',', '\'':
		return !unicode.IsDigit(second)
	case '-':
		return isAlnum(second) // "10-20" is a range, "-20" a negative number
	case ' ':
		return !(leadingDigits(f.Text[at:]) == 3 && f.groups(at-size))
	}
	return true
}

// closes reports whether a quote may end before byte at.
func (f Folded) closes(at int) bool {
	if at >= len(f.Text) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(f.Text[:at])
	after, size := utf8.DecodeRuneInString(f.Text[at:])
	if wordy(last) && wordy(after) {
		return false
	}
	if !unicode.IsDigit(last) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(f.Text[at+size:])
	switch after {
	case '.', ',', '\'':
		return !unicode.IsDigit(next)
	case ' ':
		return !(leadingDigits(f.Text[at+size:]) == 3 && f.groups(at))
	}
	return true
}

// groups reports whether the space at byte at may separate thousands: one to three digits stand before it, on the same line.
func (f Folded) groups(at int) bool {
	digits := 0
	for digits < at && digits < 4 && f.Text[at-digits-1] >= '0' && f.Text[at-digits-1] <= '9' {
		digits++
	}
	return digits >= 1 && digits <= 3 && !strings.ContainsAny(f.origin[f.starts[at]:f.ends[at]], "\n\r")
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// wordy reports whether r continues a word or number that a space would end.
func wordy(r rune) bool { return isAlnum(r) && !isContinuous(r) }
