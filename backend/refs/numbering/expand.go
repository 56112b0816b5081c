package numbering

import (
	"strconv"
	"strings"
)

// Ascends reports whether a range can lead from one number to another.
func Ascends(from, to string) bool {
	if i := strings.LastIndexByte(from, '.'); i >= 0 {
		rest, ok := strings.CutPrefix(to, from[:i+1])
		if !ok {
			return false
		}
		from, to = from[i+1:], rest
	}
	a, la := SplitNumber(from)
	b, lb := SplitNumber(to)
	return a > 0 && (b > a || b == a && lb > la) && len(la) < 2 && len(lb) < 2
}

// LongestRange is how many numbers a range may take in to lead to each of them; a longer one leads to its two ends.
const LongestRange = 60

// Expand returns the whole numbers between two section numbers: 31, 33 -> 32; 7, 9b -> 8, 9. Decimals vary in their last part; Roman
// numbers and letters count too.
func Expand(from, to string) []string {
	prefix := ""
	if i := strings.LastIndexByte(from, '.'); i >= 0 && strings.HasPrefix(to, from[:i+1]) {
		prefix, from, to = from[:i+1], from[i+1:], to[i+1:]
	}
	if a, b := RomanValue(from), RomanValue(to); a > 0 && b > a && b < 100 {
		var out []string
		for n := a + 1; n < b; n++ {
			out = append(out, strings.ToUpper(toRoman(n)))
		}
		return out
	}
	if len(from) == 1 && len(to) == 1 && from[0] >= 'A' && from[0] < to[0] && to[0] <= 'Z' {
		var out []string
		for c := from[0] + 1; c < to[0]; c++ {
			out = append(out, prefix+string(c))
		}
		return out
	}
	a, restA := SplitNumber(from)
	b, restB := SplitNumber(to)
	if strings.Contains(restA, ".") || strings.Contains(restB, ".") || a == 0 || b-a > LongestRange {
		return nil
	}
	if restB != "" {
		b++
	}
	var out []string
	for n := a + 1; n < b; n++ {
		out = append(out, prefix+strconv.Itoa(n))
	}
	return out
}
