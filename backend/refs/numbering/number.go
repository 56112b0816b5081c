// Package numbering reads the numbers that documents give their parts, and the words they call them by: sections, articles, annexes,
// divisions, tables, and the units inside a section, in German and English.
//
// It judges single words and strings; what stands around them it leaves to the packages above.
package numbering

import (
	"strconv"
	"strings"
)

// BareNumber reads a page number that stands alone: "12", "- 12 -", "xii".
func BareNumber(s string) (int, bool) {
	s = strings.Trim(s, " -–—|·")
	if n, err := strconv.Atoi(s); err == nil && n < 100000 {
		return n, true
	}
	n := RomanValue(s)
	return n, n > 0
}

// CutDigits splits up to four digits off the front of s; none when there are more.
func CutDigits(s string) (digits, rest string) {
	i := DigitsLen(s)
	if i > 4 {
		return "", s
	}
	return s[:i], s[i:]
}

// CutNumber splits a section number such as "62" or "9a" off the front of s. A letter belongs to it when it stands alone.
func CutNumber(s string) (number, rest string) {
	digits, rest := CutDigits(s)
	if digits == "" {
		return "", s
	}
	if len(rest) > 0 && rest[0] >= 'a' && rest[0] <= 'z' {
		if len(rest) == 1 || !IsWordByte(rest[1:]) {
			return digits + rest[:1], rest[1:]
		}
		return "", s
	}
	return digits, rest
}

// CutDecimal splits "5", "5.2" or "C.2.1" off the front of s, its closing point included.
func CutDecimal(s string) (number, rest string) {
	head, rest := CutDigits(s)
	if head == "" {
		if len(s) < 3 || s[0] < 'A' || s[0] > 'Z' || s[1] != '.' || s[2] < '0' || s[2] > '9' {
			return "", s
		}
		head, rest = s[:1], s[1:]
	}
	if len(head) > 3 { // a year, an amount
		return "", s
	}
	return cutSubNumbers(head, rest)
}

// CutAnnexNumber splits "3", "B", "III", "C.2.1" off the front of s, a point behind it included.
func CutAnnexNumber(s string) (number, rest string) {
	if d, rest := CutNumber(s); d != "" {
		return cutSubNumbers(d, rest)
	}
	word, rest := CutWord(s)
	if len(word) == 1 && word >= "A" && word <= "Z" || word == strings.ToUpper(word) && RomanValue(word) > 0 {
		return cutSubNumbers(word, rest)
	}
	return "", s
}

// mostSubNumbers bounds the depth of a number: no document goes deeper.
const mostSubNumbers = 8

// cutSubNumbers reads ".2.1" on behind the head of a number, its closing point included.
func cutSubNumbers(head, rest string) (number, tail string) {
	for depth := 0; depth < mostSubNumbers && len(rest) > 1 && rest[0] == '.'; depth++ {
		digits, after := CutDigits(rest[1:])
		if digits == "" {
			break
		}
		head, rest = head+"."+digits, after
	}
	return head, strings.TrimPrefix(rest, ".")
}

// Successor reports whether number b can follow a in one sequence of headings: 7 -> 8, 7 -> 7a, 7a -> 7b, 7c -> 8, with room for a
// few that are missing.
func Successor(a, b string) bool {
	if a == "" {
		return b != ""
	}
	na, la := SplitNumber(a)
	nb, lb := SplitNumber(b)
	if na == 0 || nb == 0 {
		return romanOrLetter(b) > romanOrLetter(a)
	}
	return nb == na && lb > la || nb > na && nb <= na+5
}

// SplitNumber splits "9a" into 9 and "a"; 0 when s does not begin with digits.
func SplitNumber(s string) (int, string) {
	digits, rest := CutDigits(s)
	n, _ := strconv.Atoi(digits)
	return n, rest
}

// DecimalSuccessor reports whether decimal number b can follow a: a first child, the next sibling, or the next of an ancestor.
func DecimalSuccessor(a, b string) bool {
	if a == "" {
		return !strings.Contains(b, ".")
	}
	pa, pb := strings.Split(a, "."), strings.Split(b, ".")
	if len(pb) > len(pa)+1 {
		return false
	}
	if len(pb) == len(pa)+1 {
		return strings.HasPrefix(b, a+".") && successorPart("0", pb[len(pb)-1])
	}
	last := len(pb) - 1
	for i := range last {
		if pa[i] != pb[i] {
			return false
		}
	}
	return successorPart(pa[last], pb[last])
}

func successorPart(a, b string) bool {
	na, errA := strconv.Atoi(a)
	nb, errB := strconv.Atoi(b)
	if errA != nil || errB != nil {
		return len(a) == 1 && len(b) == 1 && b[0] == a[0]+1
	}
	return nb > na && nb <= na+2
}
