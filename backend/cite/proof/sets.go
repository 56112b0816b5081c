package proof

import "strings"

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// pairs reads "a b, c d" into the stems that each stem excludes.
func pairs(list string) map[string][]string {
	out := map[string][]string{}
	for _, pair := range strings.Split(list, ",") {
		if w := strings.Fields(pair); len(w) == 2 {
			a, b := stem(w[0]), stem(w[1])
			out[a], out[b] = append(out[a], b), append(out[b], a)
		}
	}
	return out
}
