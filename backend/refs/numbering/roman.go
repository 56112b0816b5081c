package numbering

import (
	"strings"
)

// RomanValue returns the value of a Roman number below 400 in one case, 0 when s is none.
func RomanValue(s string) int {
	if s == "" || len(s) > 9 || s != strings.ToLower(s) && s != strings.ToUpper(s) {
		return 0
	}
	value := map[rune]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100}
	sum, last := 0, 0
	for _, r := range strings.ToLower(s) {
		v := value[r]
		if v == 0 {
			return 0
		}
		sum += v
		if last < v {
			sum -= 2 * last
		}
		last = v
	}
	if toRoman(sum) != strings.ToLower(s) {
		return 0
	}
	return sum
}

func toRoman(n int) string {
	var b strings.Builder
	for _, d := range []struct {
		v int
		s string
	}{{100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for ; n >= d.v; n -= d.v {
			b.WriteString(d.s)
		}
	}
	return b.String()
}

func romanOrLetter(s string) int {
	if len(s) == 1 && RomanValue(s) == 0 {
		return int(s[0]-'A') + 1
	}
	return RomanValue(s)
}
