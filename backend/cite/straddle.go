package cite

import (
	"strings"
	"unicode/utf8"
)

// straddle finds a quote that begins on one page and ends on the next, and returns its stretch on each. Running headers and
// footers may stand between.
func straddle(here, next Folded, quote string) (tail, head [2]int, ok bool) {
	parts := splitQuote(quote)
	if len(parts) != 1 || !proves(parts) {
		return tail, head, false
	}
	first, second, ok := here.over(next, parts[0])
	if !ok {
		return tail, head, false
	}
	tail[0], tail[1] = here.Origin(first[0], first[1])
	head[0], head[1] = next.Origin(second[0], second[1])
	return tail, head, true
}

// apart finds a quote whose parts, between ellipses, stand on two pages: the entry of a list on the page after its lead. One of them may run
// over the page break.
func apart(here, next Folded, quote string) (first, second [][2]int, ok bool) {
	parts := splitQuote(quote)
	if len(parts) < 2 || !proves(parts) {
		return nil, nil, false
	}
	from := 0
	for len(parts) > 0 {
		at := here.index(parts[0], from)
		if at < 0 {
			break
		}
		first, from, parts = append(first, [2]int{at, at + len(parts[0])}), at+len(parts[0]), parts[1:]
	}
	if len(first) == 0 || len(parts) == 0 {
		return nil, nil, false
	}
	from = 0
	if next.index(parts[0], 0) < 0 {
		tail, head, ok := here.over(next, parts[0])
		if !ok || tail[0] < first[len(first)-1][1] {
			return nil, nil, false
		}
		first, second, from, parts = append(first, tail), append(second, head), head[1], parts[1:]
	}
	for _, p := range parts {
		at := next.index(p, from)
		if at < 0 {
			return nil, nil, false
		}
		second, from = append(second, [2]int{at, at + len(p)}), at+len(p)
	}
	here.tighten(first)
	return here.origins(first), next.origins(second), true
}

// origins turns places in the folded text into those of the text it was made of.
func (f Folded) origins(list [][2]int) [][2]int {
	for i := range list {
		list[i][0], list[i][1] = f.Origin(list[i][0], list[i][1])
	}
	return list
}

// over finds a folded part that begins on a page and ends on the next.
func (f Folded) over(next Folded, q string) (tail, head [2]int, ok bool) {
	for cut := f.longestPrefix(q); cut > 0; {
		if first, second := strings.TrimRight(q[:cut], " "), strings.TrimLeft(q[cut:], " "); first != "" && second != "" {
			a, b := f.lastIndex(first), next.index(second, 0)
			if a >= 0 && b >= 0 {
				return [2]int{a, a + len(first)}, [2]int{b, b + len(second)}, true
			}
		}
		_, size := utf8.DecodeLastRuneInString(q[:cut])
		cut -= size
	}
	return tail, head, false
}

// longestPrefix returns the length of the longest proper prefix of q that stands in f, whatever comes after it.
func (f Folded) longestPrefix(q string) int {
	low, high := 0, len(q)-1 // a prefix of length low stands in f; none longer than high is asked for
	for low < high {
		mid := (low + high + 1) / 2
		if strings.Contains(f.Text, q[:mid]) {
			low = mid
		} else {
			high = mid - 1
		}
	}
	for low > 0 && !utf8.RuneStart(q[low]) {
		low--
	}
	return low
}

// lastIndex returns the last place where part stands at boundaries, or -1.
func (f Folded) lastIndex(part string) int {
	last := -1
	for at := f.index(part, 0); at >= 0; at = f.index(part, at+1) {
		last = at
	}
	return last
}
