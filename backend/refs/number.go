package refs

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneOf reports whether a word is one of these.
func oneOf(word string, words ...string) bool { return slices.Contains(words, word) }

func itoa(n int) string { return strconv.Itoa(n) }

// cutWord splits the letters (and inner hyphens) off the front of s.
func cutWord(s string) (word, rest string) {
	for i, r := range s {
		if !unicode.IsLetter(r) && (r != '-' || i == 0) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// cutDigits splits up to four digits off the front of s; none when there are more.
func cutDigits(s string) (digits, rest string) {
	i := digitsLen(s)
	if i > 4 {
		return "", s
	}
	return s[:i], s[i:]
}

// cutNumber splits a section number such as "62" or "9a" off the front of s. A letter belongs to it when it stands alone.
func cutNumber(s string) (number, rest string) {
	digits, rest := cutDigits(s)
	if digits == "" {
		return "", s
	}
	if len(rest) > 0 && rest[0] >= 'a' && rest[0] <= 'z' {
		if len(rest) == 1 || !isWordByte(rest[1:]) {
			return digits + rest[:1], rest[1:]
		}
		return "", s
	}
	return digits, rest
}

func isWordByte(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// cutDecimal splits "5", "5.2" or "C.2.1" off the front of s, its closing point included.
func cutDecimal(s string) (number, rest string) {
	head, rest := cutDigits(s)
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

// cutAnnexNumber splits "3", "B", "III", "C.2.1" off the front of s, a point behind it included.
func cutAnnexNumber(s string) (number, rest string) {
	if d, rest := cutNumber(s); d != "" {
		return cutSubNumbers(d, rest)
	}
	word, rest := cutWord(s)
	if len(word) == 1 && word >= "A" && word <= "Z" || word == strings.ToUpper(word) && romanValue(word) > 0 {
		return cutSubNumbers(word, rest)
	}
	return "", s
}

// cutSubNumbers reads ".2.1" on behind the head of a number, its closing point included.
func cutSubNumbers(head, rest string) (number, tail string) {
	for len(rest) > 1 && rest[0] == '.' {
		digits, after := cutDigits(rest[1:])
		if digits == "" {
			break
		}
		head, rest = head+"."+digits, after
	}
	return head, strings.TrimPrefix(rest, ".")
}

// successor reports whether number b can follow a in one sequence of headings: 7 -> 8, 7 -> 7a, 7a -> 7b, 7c -> 8, with room for a
// few that are missing.
func successor(a, b string) bool {
	if a == "" {
		return b != ""
	}
	na, la := splitNumber(a)
	nb, lb := splitNumber(b)
	if na == 0 || nb == 0 {
		return romanOrLetter(b) > romanOrLetter(a)
	}
	return nb == na && lb > la || nb > na && nb <= na+5
}

// splitNumber splits "9a" into 9 and "a"; 0 when s does not begin with digits.
func splitNumber(s string) (int, string) {
	digits, rest := cutDigits(s)
	n, _ := strconv.Atoi(digits)
	return n, rest
}

func romanOrLetter(s string) int {
	if len(s) == 1 && romanValue(s) == 0 {
		return int(s[0]-'A') + 1
	}
	return romanValue(s)
}

// decimalSuccessor reports whether decimal number b can follow a: a first child, the next sibling, or the next of an ancestor.
func decimalSuccessor(a, b string) bool {
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
